package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.process.HelperProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import runbench.sampler.run.SamplingListener.Calibration;

/**
 * A run in progress. Closing it terminates the benchmark, and so does any end of this JVM, because the helper detects
 * the end of its control pipe.
 */
public final class Sampling implements AutoCloseable {
    private final HelperProcess helper;
    private final Path notes;
    private final Conversation conversation;
    private volatile Throwable listenerFailure;

    /**
     * Starts the helper.
     *
     * @param argv the helper's command line
     * @param environment complete environment of the helper
     * @param ownInput true if the program reads this process's standard input
     * @param notes metadata file, deleted at the end
     * @param listener receives the helper's progress
     * @param calibrated receives the calibration
     * @throws IOException the helper cannot be started
     */
    Sampling(List<String> argv, Map<String, String> environment, boolean ownInput, Path notes,
            SamplingListener listener, Consumer<Calibration> calibrated) throws IOException {
        this.notes = notes;
        this.conversation = new Conversation(listener, calibrated);
        this.helper = ownInput ? HelperProcess.startWithOwnInput("sampling-helper", argv, environment)
                : HelperProcess.start("sampling-helper", argv, environment);
        helper.read(new Messages());
    }

    /**
     * Terminates the benchmark and all its children, without waiting; {@link #await} returns the result. Never fails.
     */
    public void stop(Signal signal) {
        helper.send("stop " + signal);
    }

    /**
     * Waits for the end of the whole process tree. An interrupt of the waiting thread terminates the benchmark with
     * SIGINT.
     *
     * @return the result, even if the helper was killed or the disk was full; see {@link SamplingResult#ending}
     * @throws RunbenchException the helper failed before the benchmark ran: exit code 1 if the program cannot be
     *     started, 2 for usage, 3 for counters, permissions or files
     */
    public SamplingResult await() {
        int status = helper.await(() -> stop(Signal.INT));
        close();
        if (listenerFailure instanceof RuntimeException e) {
            throw e;
        }
        if (listenerFailure instanceof Error e) {
            throw e;
        }
        return conversation.result(status, helper.stderr());
    }

    /** Returns the process id of the helper, for tests and diagnostics. */
    public long helperPid() {
        return helper.pid();
    }

    /** Terminates the benchmark if it is still running. */
    @Override
    public void close() {
        helper.close();
        try {
            Files.deleteIfExists(notes);
        } catch (IOException e) {
            // The recording contains these notes; a leftover copy is harmless.
        }
    }

    /** Passes messages on. An exception of the listener terminates the run. */
    private final class Messages implements HelperProcess.Reader {
        @Override
        public void line(String line) {
            if (listenerFailure != null) {
                return;
            }
            try {
                conversation.receive(line);
            } catch (RuntimeException | Error e) {
                listenerFailure = e;
                stop(Signal.TERM);
            }
        }

        @Override
        public void broken(IOException e) {
            conversation.garbled("its messages ended early: " + e.getMessage());
        }
    }
}
