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
    /** Waits until it is over; fails with {@link ExitCode#INTERRUPTED} if this thread is interrupted. */
    void awaitEnd();

    /** Ends it early: it still sends its closing packets and keeps what it has. */
    void stop();

    /** What it brought, once it is over. */
    Answers fetch() throws IOException;

    /**
     * Waits for windows that run at the same time, then fetches one after the other; an interrupt ends them all early.
     */
    static Answers all(List<? extends OpenWindow> windows) throws IOException {
        try {
            windows.forEach(OpenWindow::awaitEnd);
        } catch (RunbenchException e) {
            if (e.exitCode() != ExitCode.INTERRUPTED) {
                throw e;
            }
            // What follows writes files, which a thread that is being interrupted cannot: the recordings themselves say
            // it.
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
