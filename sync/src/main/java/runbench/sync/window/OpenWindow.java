package runbench.sync.window;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.window.EngineEvent.SilentNode;

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

    /**
     * The result of a window.
     *
     * @param recordings recordings of the nodes that answered, by node
     * @param failures reasons of nodes that did not answer or stopped answering, by node; a node may be in both maps
     */
    record Answers(Map<String, ExchangeRecording> recordings, Map<String, String> failures) {
        /** Returns whether the window was ended early from here. */
        public boolean interrupted() {
            return recordings.values().stream().anyMatch(r -> r.meta().interrupted());
        }

        /** Returns the error of a window in which no node answered. */
        public RunbenchException noAnswer() {
            return RunbenchException
                    .machine("no node answered. " + failures.entrySet()
                            .stream()
                            .map(e -> e.getValue().startsWith(e.getKey() + ":") ? e.getValue()
                                    : e.getKey() + ": " + e.getValue())
                            .collect(Collectors.joining("\n  ")))
                    .remedy("On each node: runbench sync reflector; or let --launch start them");
        }

        /** Returns the result with more precise failures than the engine's. */
        Answers and(Map<String, String> better) {
            Map<String, String> all = new LinkedHashMap<>(failures);
            all.putAll(better);
            return new Answers(recordings, all);
        }

        static Answers of(List<Node> nodes, Map<String, ExchangeRecording> recordings, List<SilentNode> silent) {
            Map<String, String> failures = new LinkedHashMap<>();
            silent.forEach(node -> failures.put(node.name(), node.text()));
            for (Node node : nodes) {
                ExchangeRecording r = recordings.get(node.name());
                if (r == null) {
                    failures.putIfAbsent(node.name(), "no answer");
                } else if (stopped(r) != null) {
                    failures.put(node.name(), stopped(r));
                }
            }
            return new Answers(recordings, failures);
        }

        /** Returns the failure of a node that stopped answering; null if it answered to the end. */
        private static String stopped(ExchangeRecording r) {
            int last = r.exchanges().burst(r.exchanges().size() - 1) + 1;
            int bursts = r.meta().bursts(last);
            return last >= bursts ? null
                    : r.meta().interrupted() ? "interrupted after burst " + last + " of " + bursts
                            : "stopped answering after burst " + last + " of " + bursts + "; its answers are kept";
        }
    }
}
