package runbench.sync.window;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.process.RawText;

/** Starts programs on this host or on a gateway. */
public interface Launcher {
    /** Starts programs on this host. */
    Launcher HERE = ThisHost::launch;

    /** Starts a program. If that fails, the result has already ended and contains the reason. */
    default StartedProgram start(List<String> command) {
        return start(command, false);
    }

    /**
     * Starts a program.
     *
     * @param command words of the command
     * @param held whether its output is held on its host until {@link StartedProgram#release()}, so that nothing goes
     *     over the network while others measure; {@link StartedProgram#isWaiting()} reports held output
     */
    StartedProgram start(List<String> command, boolean held);

    /** Starts programs on this host. */
    final class ThisHost {
        private static final int CANNOT_START = -1;
        private static final long OUTPUT_TIMEOUT_MILLIS = 500;

        private ThisHost() {
        }

        private static StartedProgram launch(List<String> command, boolean held) {
            StartedProgram launched = new StartedProgram(command);
            try {
                Process process = new ProcessBuilder(RawText.startable(command)).start();
                launched.setControl(new ByProcess(process));
                Thread out = reader(launched, process.getInputStream(), false);
                Thread err = reader(launched, process.getErrorStream(), true);
                Thread end = new Thread(() -> ended(launched, process, out, err), "end of " + command.get(0));
                end.setDaemon(true);
                end.start();
                if (held) {
                    launched.markWaiting();
                }
            } catch (IOException e) {
                launched.ended(CANNOT_START, "cannot be started: " + e.getMessage());
            }
            return launched;
        }

        private static Thread reader(StartedProgram launched, InputStream from, boolean error) {
            Thread thread = new Thread(() -> read(launched, from, error), "reader of " + launched.command().get(0));
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private static void read(StartedProgram launched, InputStream from, boolean error) {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    launched.received(error, line);
                }
            } catch (IOException closed) {
                // The program ended, as its exit status shows.
            } catch (RuntimeException | Error e) {
                // Without a reader the program would block, and so would its waiting threads.
                launched.stop();
                launched.ended(CANNOT_START, "its output could not be taken: " + e);
            }
        }

        private static void ended(StartedProgram launched, Process process, Thread out, Thread err) {
            try {
                int code = process.waitFor();
                // A grandchild (a connection that ssh shares) may keep the streams open, so the wait for the last
                // output
                // is limited.
                out.join(OUTPUT_TIMEOUT_MILLIS);
                err.join(OUTPUT_TIMEOUT_MILLIS);
                launched.ended(code, null);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private record ByProcess(Process process) implements StartedProgram.Control {
            @Override
            public void send(String line) {
                try {
                    OutputStream to = process.getOutputStream();
                    to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                    to.flush();
                } catch (IOException gone) {
                    // Threads that wait for an answer notice the end of the program.
                }
            }

            @Override
            public void closeInput() {
                try {
                    process.getOutputStream().close();
                } catch (IOException alreadyGone) {
                    // The stream is already closed.
                }
            }

            @Override
            public void stop() {
                process.destroy();
            }

            @Override
            public void release() {
                // Nothing is held: local output uses no network.
            }

            @Override
            public void abandon() {
                process.destroyForcibly();
            }
        }
    }

    /** Locates the native programs. */
    final class Programs {
        private Programs() {
        }

        /**
         * Returns the absolute path of a program that {@code native/} builds.
         *
         * @throws RunbenchException if it is not built
         */
        public static Path path(String name) {
            Path path = ProjectHome.program(ProjectHome.folder().toAbsolutePath().normalize(), name);
            if (!Files.isExecutable(path)) {
                throw RunbenchException.machine(path + ": not found").remedy(ProjectHome.rebuildRemedy());
            }
            return path;
        }
    }
}
