package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import runbench.base.process.RawText;

/**
 * Runs each item in its own {@code runbench run} process, so that a crash or out-of-memory costs one line in the log
 * and not the batch. Success is read from the run's own record.
 */
public final class ChildRunner implements Batch.Runner {
    private final ItemCommand command;
    private final Function<BatchItem, Duration> timeout;
    private Process current;
    private boolean ending;

    /**
     * Creates a runner.
     *
     * @param command command that starts runbench
     * @param options options for {@code runbench run}, the same for every item
     * @param timeout wall time after which a run that ignored its own timeout is killed
     */
    public ChildRunner(List<String> command, List<String> options, Function<BatchItem, Duration> timeout) {
        this(new ItemCommand(command, options), timeout);
    }

    ChildRunner(ItemCommand command, Function<BatchItem, Duration> timeout) {
        this.command = command;
        this.timeout = timeout;
    }

    @Override
    public Outcome run(BatchItem item, Path folder) throws InterruptedException {
        Process process = null;
        try {
            ItemCommand.prepare(folder);
            process = start(new ProcessBuilder(RawText.startable(command.words(item, folder)))
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(folder.resolve(ItemCommand.OUTPUT).toFile())
                    .redirectErrorStream(true));
            Duration limit = timeout.apply(item);
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                end(process);
                return Outcome.error(item, "killed: not finished after " + limit.toSeconds() + " s");
            }
            return ItemCommand.outcome(item, process.exitValue(), folder);
        } catch (IOException e) {
            return Outcome.error(item, e.toString());
        } catch (InterruptedException e) {
            if (process != null) {
                end(process);
            }
            throw e;
        } finally {
            synchronized (this) {
                current = null;
            }
        }
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        if (ending) {
            throw new InterruptedException("the batch is asked to end");
        }
        current = builder.start();
        return current;
    }

    /** Ends the current run, if any, and waits until its measurements are written. No other run starts. */
    public void endCurrent() throws InterruptedException {
        Process process;
        synchronized (this) {
            ending = true;
            process = current;
        }
        if (process != null) {
            end(process);
        }
    }

    /**
     * Ends a process. SIGTERM lets it write its recording; after one minute it is killed, and its helper ends the
     * benchmark.
     */
    static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
