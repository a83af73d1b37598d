package runbench.sampler.run;

import runbench.base.error.RunbenchException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A run under way. Closing it, or the end of this JVM in whatever way, ends the benchmark: the helper sees the end of
 * its control pipe.
 */
public final class Sampling implements AutoCloseable {
    private final Process helper;
    private final Path notes;
    private final OutputStream control;
    private final Conversation conversation;
    private final StderrTail stderr;
    private final Thread reader;
    private volatile Throwable listenerFailure;

    Sampling(Process helper, Path notes, SamplingListener listener) {
        this.helper = helper;
        this.notes = notes;
        this.control = helper.getOutputStream();
        this.conversation = new Conversation(listener);
        this.stderr = new StderrTail(helper.getErrorStream());
        this.reader = new Thread(this::read, "sampling-helper");
        reader.setDaemon(true);
        reader.start();
    }

    /** Ends the benchmark and all its children. Returns at once; {@link #await} then tells the rest. Never fails. */
    public void stop(Signal signal) {
        try {
            synchronized (control) {
                control.write(("stop " + signal + "\n").getBytes(StandardCharsets.US_ASCII));
                control.flush();
            }
        } catch (IOException e) {
            // The helper has ended already: so has the benchmark, and await() says how.
        }
    }

    /**
     * Waits for the end of the whole process tree. An interrupt of the waiting thread ends the benchmark with SIGINT.
     *
     * @return also when the helper was killed or the disk was full: see {@link SamplingResult#ending}
     * @throws RunbenchException the helper refused before the benchmark ran: exit code 1 the program cannot be started,
     *                           2 usage, 3 counters, permissions or files
     */
    public SamplingResult await() {
        boolean interrupted = false;
        int status;
        while (true) {
            try {
                reader.join();
                status = helper.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                stop(Signal.INT);
            }
        }
        close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (listenerFailure instanceof RuntimeException e) {
            throw e;
        }
        if (listenerFailure instanceof Error e) {
            throw e;
        }
        return conversation.result(status, stderr.text());
    }

    /** Process id of the helper, for tests and diagnostics. */
    public long helperPid() {
        return helper.pid();
    }

    /** Ends the benchmark if it still runs. */
    @Override
    public void close() {
        try {
            synchronized (control) {
                control.close();
            }
        } catch (IOException e) {
            // A pipe to an ended process; nothing of ours is in it.
        }
        try {
            Files.deleteIfExists(notes);
        } catch (IOException e) {
            // The recording holds these notes; a copy left behind does no harm.
        }
    }

    private void read() {
        try (InputStream in = helper.getInputStream();
             BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (listenerFailure == null) {
                    hear(line);
                }
            }
        } catch (IOException e) {
            conversation.garbled("its messages broke off: " + e.getMessage());
        }
    }

    private void hear(String line) {
        try {
            conversation.hear(line);
        } catch (RuntimeException | Error e) {
            listenerFailure = e;
            stop(Signal.TERM);
        }
    }
}
