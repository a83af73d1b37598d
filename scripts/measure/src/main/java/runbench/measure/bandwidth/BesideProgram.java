package runbench.measure.bandwidth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.base.process.HelperProcess;
import runbench.base.process.IoReason;

/** Runs programs concurrently and repeatedly with the helper {@code runbench-beside}. */
final class BesideProgram {
    private final Path program = ProjectHome.program(ProjectHome.folder(), "runbench-beside");
    private final int runs;
    private final long seconds;

    /**
     * Prepares a helper run.
     *
     * @param runs number of complete runs of each program, at least
     * @param seconds limit for the total time in seconds
     */
    BesideProgram(int runs, long seconds) {
        this.runs = runs;
        this.seconds = seconds;
        if (!Files.isExecutable(program)) {
            throw RunbenchException
                    .machine("the helper that runs programs beside each other has not been built: " + program
                            + " is missing")
                    .remedy("make -C " + ProjectHome.folder().resolve("native"));
        }
    }

    /**
     * A completed run.
     *
     * @param slot index of the slot
     * @param wallSeconds wall time in seconds
     * @param cpuSeconds CPU time in seconds
     */
    record Ended(int slot, double wallSeconds, double cpuSeconds) {}

    /**
     * Runs the programs.
     *
     * @param cpus CPU number of each slot, or -1
     * @throws InterruptedException all programs have been ended
     */
    List<Ended> run(List<Slot> slots, List<Integer> cpus) throws InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(program.toString(), String.valueOf(runs), String.valueOf(seconds)));
        for (int i = 0; i < slots.size(); i++) {
            command.addAll(slots.get(i).words(cpus.get(i)));
        }
        List<String> lines = new CopyOnWriteArrayList<>();
        try (HelperProcess helper = HelperProcess.start("beside", command, System.getenv())) {
            helper.read(new HelperProcess.Reader() {
                @Override
                public void line(String line) {
                    lines.add(line);
                }

                @Override
                public void broken(IOException e) {
                    // The exit status reports the reason.
                }
            });
            int status = helper.await(helper::close);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return ended(lines, slots, status);
        } catch (IOException e) {
            throw RunbenchException.machine("cannot run " + program + ": " + IoReason.of(e)).causedBy(e);
        }
    }

    private static List<Ended> ended(List<String> lines, List<Slot> slots, int status) throws IOException {
        List<Ended> all = new ArrayList<>();
        for (String text : lines) {
            HelperLine line = HelperLine.parse(text);
            Fields f = line.fields();
            if (line.isError()) {
                HelperError e = HelperError.of(f);
                throw RunbenchException.of(ExitCode.BENCHMARK_FAILED, e.message()).remedy(e.remedy());
            }
            Slot slot = slots.get((int) f.number("program"));
            slot.ended((int) f.number("status"));
            all.add(new Ended((int) f.number("program"), f.number("wall_ns") / 1e9, f.number("cpu_ns") / 1e9));
        }
        if (status != 0) {
            throw RunbenchException
                    .machine("the helper that runs programs beside each other ended with status " + status)
                    .remedy("run it again");
        }
        return all;
    }
}
