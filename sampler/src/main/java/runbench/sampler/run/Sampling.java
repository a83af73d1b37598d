package runbench.sampler.run;

import runbench.base.error.RunbenchException;
import runbench.base.process.HelperProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A run under way. Closing it, or the end of this JVM in whatever way, ends the benchmark: the helper sees the end of
 * its control pipe.
 */
public final class Sampling implements AutoCloseable {
    private final HelperProcess helper;
    private final Path notes;
    private final Conversation conversation;
    private volatile Throwable listenerFailure;

    /**
     * @param ownInput the program reads the standard input of this process
     * @throws IOException the helper cannot be started
     */
    Sampling(List<String> argv, Map<String, String> environment, boolean ownInput, Path notes,
            SamplingListener listener) throws IOException {
        this.notes = notes;
        this.conversation = new Conversation(listener);
        this.helper = ownInput ? HelperProcess.startWithOwnInput("sampling-helper", argv, environment)
                : HelperProcess.start("sampling-helper", argv, environment);
        helper.read(new Messages());
    }

    /** Ends the benchmark and all its children. Returns at once; {@link #await} then tells the rest. Never fails. */
    public void stop(Signal signal) {
        helper.send("stop " + signal);
    }

    /**
     * Waits for the end of the whole process tree. An interrupt of the waiting thread ends the benchmark with SIGINT.
     *
     * @return also when the helper was killed or the disk was full: see {@link SamplingResult#ending}
     * @throws RunbenchException the helper refused before the benchmark ran: exit code 1 the program cannot be started,
     *     2 usage, 3 counters, permissions or files
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

    /** Process id of the helper, for tests and diagnostics. */
    public long helperPid() {
        return helper.pid();
    }

    /** Ends the benchmark if it still runs. */
    @Override
    public void close() {
        helper.close();
        try {
            Files.deleteIfExists(notes);
        } catch (IOException e) {
            // The recording holds these notes; a copy left behind does no harm.
        }
    }

    /** What a listener throws ends the run. */
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
            conversation.garbled("its messages broke off: " + e.getMessage());
        }
    }
}
