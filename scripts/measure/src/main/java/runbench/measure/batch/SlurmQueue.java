package runbench.measure.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import runbench.base.error.RunbenchException;

/** Runs Slurm's commands that a batch needs. */
final class SlurmQueue {
    private record Said(int exitCode, String out) {}

    /**
     * Submits a job.
     *
     * @param sbatch command with {@code --parsable}
     * @return the job's number
     * @throws RunbenchException exit code 3: Slurm is missing or rejects the job
     */
    String submit(List<String> sbatch) throws IOException, InterruptedException {
        Said said = ask(sbatch, ProcessBuilder.Redirect.INHERIT);
        if (said.exitCode() != 0) {
            throw RunbenchException.machine("sbatch did not take the batch (exit code " + said.exitCode() + ")")
                    .remedy("sinfo shows whether Slurm is up; "
                            + "--sbatch OPTIONS names a partition, an account, a time limit");
        }
        return said.out().strip().replaceFirst(";.*", "");
    }

    /** Returns the waiting and running elements of an array; null: Slurm does not answer. */
    Set<Integer> elements(String job) throws IOException, InterruptedException {
        Said said = ask(List.of("squeue", "--noheader", "--array", "--format=%F %K",
                "--user=" + System.getProperty("user.name")), ProcessBuilder.Redirect.DISCARD);
        if (said.exitCode() != 0) {
            return null;
        }
        Set<Integer> elements = new HashSet<>();
        said.out()
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length == 2 && words[0].equals(job) && words[1].matches("\\d+"))
                .forEach(words -> elements.add(Integer.valueOf(words[1])));
        return elements;
    }

    private static Said ask(List<String> command, ProcessBuilder.Redirect errors)
            throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectError(errors).start();
        } catch (IOException e) {
            throw RunbenchException.machine("cannot run " + command.get(0) + ": " + e.getMessage())
                    .remedy("is this a node of a Slurm cluster? Without one: --launch 'ssh {host} {command}' --hosts n1,n2")
                    .causedBy(e);
        }
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out);
    }
}
