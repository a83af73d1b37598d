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
 * A native helper under way. Closing it, or the end of this JVM in whatever way, closes the helper's control channel
 * (its standard input, or a socket), by which it ends with everything it started.
 */
public final class HelperProcess implements AutoCloseable {
    /**
     * Takes what the helper writes, in order, on one thread. What it throws ends the helper, and {@link #await} throws
     * it.
     */
    public interface Reader {
        /** @param line as written, to be parsed by {@link HelperLine#parse} */
        void line(String line);

        /** The helper's output cannot be read to its end. */
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
     * Its output is taken by the {@link Reader} that {@link #read} is given, and not before.
     *
     * @param name of what it does, for its threads
     * @param environment the helper's whole environment
     * @throws IOException it cannot be started; {@link IoReason} knows why
     */
    public static HelperProcess start(String name, List<String> argv, Map<String, String> environment)
            throws IOException {
        Process process = builder(argv, environment).start();
        return new HelperProcess(process, process.getOutputStream(), name);
    }

    /**
     * Starts a helper that has the standard input of this JVM for the program that it runs. It is controlled through a
     * socket, whose path it gets as {@code --control}.
     *
     * @param name name of its threads
     * @param argv the helper and its options
     * @param environment the helper's whole environment
     * @throws IOException it cannot be started, or there is no folder for the socket
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

    /** From now on what the helper writes is taken; called once, before {@link #await}. */
    public void read(Reader to) {
        reader = new Thread(() -> readAll(to), name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Runs a helper that answers without any input, to its end.
     *
     * @return its lines; where one of them is an error, the exit status is not looked at
     * @throws IOException it cannot be started, or wrote something else than the protocol
     * @throws RunbenchException exit code 3: it failed without an error line, or was ended by a signal; or as
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

    /** A command, a line on the helper's control channel. Never fails: a helper that has ended needs none. */
    public void send(String command) {
        try {
            synchronized (control) {
                control.write((command + "\n").getBytes(StandardCharsets.UTF_8));
                control.flush();
            }
        } catch (IOException e) {
            // The helper has ended already, and await() says how.
        }
    }

    /**
     * Waits until the helper has ended and all it wrote has been taken.
     *
     * @param interrupted what an interrupt of the waiting thread does, before the waiting goes on
     * @return exit status, or 128 and the number of the signal that ended it
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

    /** The last of what it wrote on standard error. */
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
            // A pipe to an ended process; nothing of ours is in it.
        }
    }

    private void readAll(Reader to) {
        try (BufferedReader lines = lines(process.getInputStream())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (failure == null) {
                    take(line, to);
                }
            }
        } catch (IOException e) {
            to.broken(e);
        }
    }

    /**
     * What the reader throws ends the helper; its output is taken to the end, so that it does not wait for a reader.
     */
    private void take(String line, Reader to) {
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
}
