package runbench.measure.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sync.window.Template.Words;

/**
 * Runs items as the elements of a Slurm job array. Each element leaves its exit code in its run's folder, so that a
 * later {@code --resume} finds the finished runs. The array continues when this process ends.
 */
public final class JobArray implements Distribution {
    private static final String SCRIPT = "array.sh";
    private static final String JOB = "array.job";
    static final String EXIT = "exit";
    private static final long POLL_MILLIS = 500;
    /** Looks between two queries of Slurm's queue. */
    private static final int POLLS_PER_QUERY = 6;
    /**
     * Queries after which an element that Slurm does not list and that left no files is lost. A node's files may appear
     * later than its controller reports the end.
     */
    private static final int LOST_AFTER_QUERIES = 3;
    private static final int MAX_TRIES = 2;

    private final BatchFolder folder;
    private final ItemCommand command;
    private final List<String> options;
    private final BatchObserver observer;
    private final SlurmQueue queue = new SlurmQueue();

    /**
     * Creates a job array.
     *
     * @param options options for sbatch as typed
     */
    JobArray(BatchFolder folder, ItemCommand command, List<String> options, BatchObserver observer) {
        this.folder = folder;
        this.command = command;
        this.options = List.copyOf(options);
        this.observer = observer;
    }

    /** Returns whether a batch was submitted to Slurm. */
    static boolean begun(BatchFolder folder) {
        return Files.exists(folder.path().resolve(JOB));
    }

    @Override
    public void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException {
        String running = runningJob();
        if (running == null) {
            watch(batch, submit(items), items);
        } else {
            observer.logged("going on with job array " + running);
            // Items to run again have an exit code of the earlier try.
            Set<BatchItem> ended = folder.log().read().stream().map(Outcome::item).collect(Collectors.toSet());
            List<BatchItem> again = items.stream().filter(ended::contains).toList();
            watch(batch, running, items.stream().filter(item -> !ended.contains(item)).toList());
            if (!again.isEmpty()) {
                watch(batch, submit(again), again);
            }
        }
        Files.deleteIfExists(folder.path().resolve(JOB));
    }

    /** Waits until all items have an outcome. */
    private void watch(Batch batch, String submitted, List<BatchItem> items) throws IOException, InterruptedException {
        String job = submitted;
        List<BatchItem> plan = folder.plan();
        Map<BatchItem, Integer> waiting = new HashMap<>();
        items.forEach(item -> waiting.put(item, 1));
        Map<BatchItem, Integer> gone = new HashMap<>();
        Set<BatchItem> taken = new HashSet<>();
        for (int look = 1; !waiting.isEmpty(); look++) {
            collect(batch, waiting, taken);
            if (look % POLLS_PER_QUERY == 0) {
                Set<Integer> known = queue.elements(job);
                for (BatchItem item : List.copyOf(waiting.keySet())) {
                    gone.merge(item,
                            known == null || known.contains(plan.indexOf(item)) ? -gone.getOrDefault(item, 0) : 1,
                            Integer::sum);
                }
                List<BatchItem> lost = waiting.keySet()
                        .stream()
                        .filter(item -> taken.contains(item) || gone.getOrDefault(item, 0) >= LOST_AFTER_QUERIES)
                        .toList();
                if (!lost.isEmpty() && lost.size() == waiting.size()) {
                    job = again(batch, lost, waiting);
                    gone.clear();
                    taken.clear();
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /**
     * Collects finished elements.
     *
     * @param taken receives elements ended from outside: an element may write its exit code before Slurm ends its
     *     script
     */
    private void collect(Batch batch, Map<BatchItem, Integer> waiting, Set<BatchItem> taken) throws IOException {
        for (BatchItem item : folder.plan()) {
            Path exit = folder.runFolder(item).resolve(EXIT);
            if (waiting.containsKey(item) && !taken.contains(item) && Files.exists(exit)) {
                Outcome outcome = ItemCommand.outcome(item, exitCode(Files.readString(exit)), folder.runFolder(item));
                if (outcome.isInterrupted()) {
                    taken.add(item);
                } else {
                    waiting.remove(item);
                    batch.done(outcome);
                }
            }
        }
    }

    private static int exitCode(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Resubmits elements that Slurm ended (node failure, time limit) once, then reports them. */
    private String again(Batch batch, List<BatchItem> lost, Map<BatchItem, Integer> waiting)
            throws IOException, InterruptedException {
        List<BatchItem> once = new ArrayList<>();
        for (BatchItem item : lost) {
            String where = ItemCommand.host(folder.runFolder(item)).map(h -> " on " + h).orElse("");
            if (waiting.get(item) >= MAX_TRIES) {
                waiting.remove(item);
                batch.done(Outcome.interrupted(item, "Slurm ended it" + where + " before it was done, " + MAX_TRIES
                        + " times: see slurm-" + folder.plan().indexOf(item) + ".out"));
            } else {
                observer.logged(item + ": Slurm ended it" + where + " before it was done; it is submitted again");
                waiting.merge(item, 1, Integer::sum);
                once.add(item);
            }
        }
        return once.isEmpty() ? null : submit(once);
    }

    private String runningJob() throws IOException, InterruptedException {
        Path file = folder.path().resolve(JOB);
        if (!Files.exists(file)) {
            return null;
        }
        String job = Files.readString(file).strip();
        Set<Integer> known = queue.elements(job);
        if (known == null) {
            throw RunbenchException
                    .machine("squeue does not say whether job array " + job + " of this batch still runs")
                    .remedy("squeue -j " + job);
        }
        return known.isEmpty() && noneLeft(job) ? null : job;
    }

    /** Returns whether no element of a job is left; elements that ended in the meantime are collected as usual. */
    private boolean noneLeft(String job) {
        return folder.plan()
                .stream()
                .noneMatch(item -> Files.exists(folder.runFolder(item).resolve(EXIT)) && job.equals(jobOf(item)));
    }

    private String jobOf(BatchItem item) {
        try {
            return Files.readString(folder.runFolder(item).resolve(JOB)).strip();
        } catch (IOException e) {
            return null;
        }
    }

    private String submit(List<BatchItem> items) throws IOException, InterruptedException {
        for (BatchItem item : items) {
            ItemCommand.prepare(folder.runFolder(item));
        }
        Path script = folder.path().resolve(SCRIPT).toAbsolutePath();
        Files.writeString(script, script(items));
        List<Integer> indices = items.stream().map(item -> folder.plan().indexOf(item)).toList();
        List<String> sbatch = new ArrayList<>(List.of("sbatch", "--parsable", "--job-name=runbench-overnight",
                "--output=" + folder.path().toAbsolutePath().resolve("slurm-%a.out"),
                "--array=" + indices.stream().map(String::valueOf).collect(Collectors.joining(","))));
        sbatch.addAll(options);
        sbatch.add(script.toString());
        String job = queue.submit(sbatch);
        Files.writeString(folder.path().resolve(JOB), job + "\n");
        for (BatchItem item : items) {
            Files.writeString(folder.runFolder(item).resolve(JOB), job + "\n");
        }
        observer.logged("job array " + job + ": " + items.size() + " runs; end it with: scancel " + job);
        return job;
    }

    /** Returns the batch script; users can read it and submit it by hand. */
    private String script(List<BatchItem> items) {
        StringBuilder text = new StringBuilder("""
                #!/bin/sh
                # Each element of the array is one run of the batch; it leaves its host, its output and its exit code in the run's folder.
                run() {
                    folder=$1
                    shift
                    uname -n > "$folder/%s"
                    "$@" > "$folder/%s" 2>&1 < /dev/null
                    echo $? > "$folder/.exit.part"
                    mv "$folder/.exit.part" "$folder/%s"
                }
                """.formatted(ItemCommand.HOST, ItemCommand.OUTPUT, EXIT));
        text.append("cd ")
                .append(Words.join(List.of(Path.of("").toAbsolutePath().toString())))
                .append(" || exit\ncase $SLURM_ARRAY_TASK_ID in\n");
        for (BatchItem item : items) {
            List<String> words = new ArrayList<>(List.of("run", folder.runFolder(item).toString()));
            words.addAll(command.words(item, folder.runFolder(item)));
            text.append(folder.plan().indexOf(item)).append(") ").append(Words.join(words)).append(" ;;\n");
        }
        return text.append("esac\n").toString();
    }

    /** Runs Slurm's commands that a batch needs. */
    private static final class SlurmQueue {
        private record Answer(int exitCode, String out) {}

        /**
         * Submits a job.
         *
         * @param sbatch command with {@code --parsable}
         * @return the job's number
         * @throws RunbenchException exit code 3: Slurm is missing or rejects the job
         */
        String submit(List<String> sbatch) throws IOException, InterruptedException {
            Answer answer = ask(sbatch, ProcessBuilder.Redirect.INHERIT);
            if (answer.exitCode() != 0) {
                throw RunbenchException.machine("sbatch did not take the batch (exit code " + answer.exitCode() + ")")
                        .remedy("sinfo shows whether Slurm is up; "
                                + "--sbatch OPTIONS names a partition, an account, a time limit");
            }
            return answer.out().strip().replaceFirst(";.*", "");
        }

        /** Returns the waiting and running elements of an array; null: Slurm does not answer. */
        Set<Integer> elements(String job) throws IOException, InterruptedException {
            Answer answer = ask(List.of("squeue", "--noheader", "--array", "--format=%F %K",
                    "--user=" + System.getProperty("user.name")), ProcessBuilder.Redirect.DISCARD);
            if (answer.exitCode() != 0) {
                return null;
            }
            Set<Integer> elements = new HashSet<>();
            answer.out()
                    .lines()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(words -> words.length == 2 && words[0].equals(job) && words[1].matches("\\d+"))
                    .forEach(words -> elements.add(Integer.valueOf(words[1])));
            return elements;
        }

        private static Answer ask(List<String> command, ProcessBuilder.Redirect errors)
                throws IOException, InterruptedException {
            Process process;
            try {
                process = new ProcessBuilder(command).redirectError(errors).start();
            } catch (IOException e) {
                throw RunbenchException.machine("cannot run " + command.get(0) + ": " + e.getMessage())
                        .remedy("is this a node of a Slurm cluster? Without one: --launch 'ssh {host} {command}'"
                                + " --hosts n1,n2")
                        .causedBy(e);
            }
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), out);
        }
    }
}
