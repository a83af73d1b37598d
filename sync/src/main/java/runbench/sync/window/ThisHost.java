package runbench.sync.window;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs on this host. */
final class ThisHost implements Launcher {
    private static final int CANNOT_START = -1;
    private static final long LAST_WORDS_MILLIS = 500;

    @Override
    public Launched start(List<String> command, boolean held) {
        Launched launched = new Launched(command);
        try {
            Process process = new ProcessBuilder(command).start();
            launched.controlledBy(new ByProcess(process));
            Thread out = reader(launched, process.getInputStream(), false);
            Thread err = reader(launched, process.getErrorStream(), true);
            Thread end = new Thread(() -> ended(launched, process, out, err), "end of " + command.get(0));
            end.setDaemon(true);
            end.start();
            if (held) {
                launched.nowWaiting();
            }
        } catch (IOException e) {
            launched.ended(CANNOT_START, "cannot be started: " + e.getMessage());
        }
        return launched;
    }

    private static Thread reader(Launched launched, InputStream from, boolean error) {
        Thread thread = new Thread(() -> read(launched, from, error), "reader of " + launched.command().get(0));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void read(Launched launched, InputStream from, boolean error) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                launched.heard(error, line);
            }
        } catch (IOException closed) {
            // It ended, which is told by its exit status.
        }
    }

    private static void ended(Launched launched, Process process, Thread out, Thread err) {
        try {
            int code = process.waitFor();
            // A grandchild (a connection that ssh shares) may keep the streams open: last words, but not for ever.
            out.join(LAST_WORDS_MILLIS);
            err.join(LAST_WORDS_MILLIS);
            launched.ended(code, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record ByProcess(Process process) implements Launched.Control {
        @Override
        public void say(String line) {
            try {
                OutputStream to = process.getOutputStream();
                to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                to.flush();
            } catch (IOException gone) {
                // Whoever waits for an answer sees that it ended.
            }
        }

        @Override
        public void closeInput() {
            try {
                process.getOutputStream().close();
            } catch (IOException alreadyGone) {
                // Nothing left to tell it.
            }
        }

        @Override
        public void stop() {
            process.destroy();
        }

        @Override
        public void release() {
            // Nothing was held: what it says here goes over no network.
        }

        @Override
        public void abandon() {
            process.destroyForcibly();
        }
    }
}
