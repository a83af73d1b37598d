package runbench.sync.window;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;

/** A window that is running, here or on a gateway. */
public interface OpenWindow {
    /**
     * Waits until the window is over.
     *
     * @throws RunbenchException with {@link ExitCode#INTERRUPTED} if this thread is interrupted
     */
    void awaitEnd();

    /** Ends the window early. It still sends its closing packets and keeps its recordings. */
    void stop();

    /** Returns the result of the finished window. */
    Answers fetch() throws IOException;

    /** Waits for concurrent windows and then fetches them one after the other. An interrupt ends all of them early. */
    static Answers all(List<? extends OpenWindow> windows) throws IOException {
        try {
            windows.forEach(OpenWindow::awaitEnd);
        } catch (RunbenchException e) {
            if (e.exitCode() != ExitCode.INTERRUPTED) {
                throw e;
            }
            // An interrupted thread cannot write files, so the flag is cleared. The recordings contain the
            // interruption.
            Thread.interrupted();
            windows.forEach(OpenWindow::stop);
            windows.forEach(OpenWindow::awaitEnd);
        }
        Map<String, ExchangeRecording> recordings = new LinkedHashMap<>();
        Map<String, String> failures = new HashMap<>();
        for (OpenWindow window : windows) {
            Answers answers = window.fetch();
            recordings.putAll(answers.recordings());
            failures.putAll(answers.failures());
        }
        return new Answers(recordings, failures);
    }
}
