package runbench.base.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import runbench.base.error.RunbenchException;

/**
 * A running native helper. Closing this object, or any end of this JVM, closes the helper's control channel (its
 * standard input, or a socket). The helper then ends, together with every process that it started.
 */
public final class HelperProcess implements AutoCloseable {
    /**
     * A receiver of the helper's output, called in order on one thread. An exception that it throws ends the helper,
     * and {@link #await} throws that exception.
     */
    public interface Reader {
        /**
         * Receives one line.
         *
         * @param line as written; {@link HelperLine#parse} parses it
         */
        void line(String line);

        /** Receives the error if the helper's output cannot be read to its end. */
        void broken(IOException e);
    }

    private final Process process;
    private final OutputStream control;
    private final StderrTail stderr;
    private final String name;
    private Thread reader;
    private volatile Throwable failure;

    private HelperProcess(Process process, OutputStream control, String name) {
        this.process = process;
        this.control = control;
        stderr = new StderrTail(process.getErrorStream(), name + "-stderr");
        this.name = name;
    }

    /**
     * Starts a helper. Its output is not read before {@link #read} is called.
     *
     * @param name name of its threads
     * @param argv the helper and its options
     * @param environment the helper's whole environment
     * @throws IOException the helper cannot be started; {@link IoReason} extracts the reason
     */
    public static HelperProcess start(String name, List<String> argv, Map<String, String> environment)
            throws IOException {
        Process process = builder(argv, environment).start();
        return new HelperProcess(process, process.getOutputStream(), name);
    }

    /**
     * Starts a helper whose program inherits the standard input of this JVM. The helper is controlled through a socket,
     * whose path it gets as {@code --control}.
     *
     * @param name name of its threads
     * @param argv the helper and its options
     * @param environment the helper's whole environment
     * @throws IOException the helper cannot be started, or no folder accepts the socket
     */
    public static HelperProcess startWithOwnInput(String name, List<String> argv, Map<String, String> environment)
            throws IOException {
        try (ControlSocket socket = ControlSocket.open()) {
            List<String> words = new ArrayList<>(argv);
            words.addAll(1, List.of("--control", socket.path().toString()));
            Process process = builder(words, environment).redirectInput(ProcessBuilder.Redirect.INHERIT).start();
            return new HelperProcess(process, socket.accept(process), name);
        }
    }

    private static ProcessBuilder builder(List<String> argv, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(RawText.startable(argv));
        RawText.setEnvironment(builder.environment(), environment);
        return builder;
    }

    /**
     * Starts to read the helper's output; called once, before {@link #await}.
     *
     * @param to receives the output
     */
    public void read(Reader to) {
        reader = new Thread(() -> readAll(to), name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Runs a helper that needs no input, to its end.
     *
     * @return its lines; if one of them is an error, the exit status is ignored
     * @throws IOException the helper cannot be started, or its output does not follow the protocol
     * @throws RunbenchException exit code 3: the helper failed without an error line, or a signal ended it; or as in
     *     {@link HelperLine#parse}
     */
    public static List<HelperLine> answers(List<String> argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(RawText.startable(argv)).start();
        try {
            process.getOutputStream().close();
            StderrTail stderr = new StderrTail(process.getErrorStream(), "answers-stderr");
            List<HelperLine> answers = new ArrayList<>();
            IOException garbled = null;
            try (BufferedReader lines = lines(process.getInputStream())) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    answers.add(HelperLine.parse(line));
                }
            } catch (IOException e) {
                garbled = e;
                process.destroy();
            }
            int status = process.waitFor();
            if (garbled != null) {
                throw garbled;
            }
            if (status != 0 && answers.stream().noneMatch(HelperLine::isError)) {
                throw failed(argv, status, stderr.text());
            }
            return answers;
        } finally {
            process.destroy();
        }
    }

    private static RunbenchException failed(List<String> argv, int status, String said) {
        OptionalInt signal = ExitStatus.signal(status);
        String how = signal.isPresent() ? "was ended by signal " + signal.getAsInt()
                : "ended with exit status " + status;
        return RunbenchException.machine("the helper " + argv.get(0) + " " + how + " before its answer was complete"
                + (said.isEmpty() ? "" : ": " + said)).remedy("run it by itself: " + String.join(" ", argv));
    }

    /**
     * Sends a command, one line on the helper's control channel. Never fails: a helper that has ended needs no command.
     */
    public void send(String command) {
        try {
            synchronized (control) {
                control.write((command + "\n").getBytes(StandardCharsets.UTF_8));
                control.flush();
            }
        } catch (IOException e) {
            // The helper has already ended; await() returns its status.
        }
    }

    /**
     * Waits until the helper has ended and all its output has been read.
     *
     * @param interrupted runs after an interrupt of the waiting thread, before the wait continues
     * @return exit status, or 128 plus the number of the signal that ended the helper
     */
    public int await(Runnable interrupted) {
        boolean wasInterrupted = false;
        int status;
        while (true) {
            try {
                reader.join();
                status = process.waitFor();
                break;
            } catch (InterruptedException e) {
                wasInterrupted = true;
                interrupted.run();
            }
        }
        close();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return status;
    }

    /** Returns the end of the helper's output on standard error. */
    public String stderr() {
        return stderr.text();
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        try {
            synchronized (control) {
                control.close();
            }
        } catch (IOException e) {
            // A pipe to an ended process; it contains no data of this program.
        }
    }

    private void readAll(Reader to) {
        try (BufferedReader lines = lines(process.getInputStream())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (failure == null) {
                    process(line, to);
                }
            }
        } catch (IOException e) {
            to.broken(e);
        }
    }

    /**
     * Passes a line to the reader. An exception of the reader ends the helper. The rest of the output is still read, so
     * that the helper is not blocked by a full pipe.
     */
    private void process(String line, Reader to) {
        try {
            to.line(line);
        } catch (RuntimeException | Error e) {
            failure = e;
            close();
        }
    }

    private static BufferedReader lines(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The end of a helper's output on standard error, kept for the error message if the helper fails. */
    public static final class StderrTail {
        private static final int MAX_CHARS = 2000;

        private final StringBuilder text = new StringBuilder();
        private final Thread reader;

        public StderrTail(InputStream in, String thread) {
            reader = new Thread(() -> drain(in), thread);
            reader.setDaemon(true);
            reader.start();
        }

        private void drain(InputStream in) {
            byte[] buffer = new byte[1024];
            try (in) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    synchronized (text) {
                        text.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
                        if (text.length() > MAX_CHARS) {
                            text.delete(0, text.length() - MAX_CHARS);
                        }
                    }
                }
            } catch (IOException e) {
                // Only diagnostics are lost.
            }
        }

        public String text() {
            try {
                // A grandchild may still have the pipe open: wait at most 200 ms.
                reader.join(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (text) {
                return text.toString().strip();
            }
        }
    }
}
