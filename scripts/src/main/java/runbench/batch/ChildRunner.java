package runbench.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;

/**
 * Runs each item as a {@code runbench run} process of its own: what takes that process down - memory, a defect - costs
 * the batch one line in its log. Whether it went well is read from what the run itself recorded.
 */
public final class ChildRunner implements Batch.Runner {
    private final List<String> command;
    private final List<String> options;
    private final Function<BatchItem, Duration> timeout;
    private volatile Process current;

    /**
     * @param command how to start runbench
     * @param options for {@code runbench run}, the same for every item
     * @param timeout wall time after which a run that has not ended, in spite of its own timeout, is killed
     */
    public ChildRunner(List<String> command, List<String> options, Function<BatchItem, Duration> timeout) {
        this.command = List.copyOf(command);
        this.options = List.copyOf(options);
        this.timeout = timeout;
    }

    @Override
    public Outcome run(BatchItem item, Path folder) throws InterruptedException {
        Process process = null;
        try {
            moveAside(folder);
            Files.createDirectories(folder);
            List<String> line = new ArrayList<>(command);
            line.addAll(List.of("run", item.benchmark()));
            if (!item.emulated()) {
                line.addAll(List.of("--period", item.period()));
            }
            line.addAll(List.of("-o", folder.toString(), "--quiet"));
            line.addAll(options);
            Path out = folder.resolve("runbench.out");
            process = new ProcessBuilder(line).redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile()).redirectErrorStream(true).start();
            current = process;
            Duration limit = timeout.apply(item);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                end(process);
                return Outcome.error(item, "killed: not finished after " + limit.toSeconds() + " s");
            }
            return outcome(item, process.exitValue(), folder, out);
        } catch (IOException e) {
            return Outcome.error(item, e.toString());
        } catch (InterruptedException e) {
            if (process != null) {
                end(process);
            }
            throw e;
        } finally {
            current = null;
        }
    }

    /** Ends the run that is going on, if one is, and waits until it has kept what it measured. */
    public void endCurrent() throws InterruptedException {
        Process process = current;
        if (process != null) {
            end(process);
        }
    }

    private static Outcome outcome(BatchItem item, int exitCode, Path folder, Path out) throws IOException {
        if (exitCode == 0) {
            return Outcome.ok(item);
        }
        Optional<String> failure = RunRecord.failure(new RunFolder(folder));
        if (failure.isPresent()) {
            return Outcome.error(item, failure.get());
        }
        String complaint = Files.readString(out).lines().filter(l -> l.startsWith("runbench: ")).findFirst().orElse("");
        return Outcome.error(item, complaint.isEmpty() ? "exit code " + exitCode : complaint.substring("runbench: ".length()));
    }

    /** SIGTERM lets it keep its recording; a minute later it is killed, and its helper ends the benchmark. */
    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** What an earlier try left may be the only trace of why it ended: it is kept under another name. */
    private static void moveAside(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        int number = 1;
        Path aside;
        do {
            aside = folder.resolveSibling(folder.getFileName() + ".earlier-" + number++);
        } while (Files.exists(aside));
        Files.move(folder, aside);
    }
}
