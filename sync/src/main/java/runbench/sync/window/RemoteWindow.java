package runbench.sync.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.XchgFile;
import runbench.sync.window.EngineEvent.ProtocolLines;
import runbench.sync.window.EngineEvent.SilentNode;
import runbench.sync.window.OpenWindow.Answers;

/** A window that a gateway runs with its nodes. The gateway keeps the recordings until they are fetched. */
public final class RemoteWindow implements OpenWindow {
    /** Additional time for starting and writing, ns. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long FETCH_TIMEOUT_MILLIS = 60_000;
    private static final String BEGIN = "# runbench exchanges ";

    private final String gateway;
    private final List<Node> nodes;
    private final StartedProgram engine;
    private final long deadline;
    private final Path folder;

    private RemoteWindow(String gateway, List<Node> nodes, StartedProgram engine, long deadline, Path folder) {
        this.gateway = gateway;
        this.nodes = nodes;
        this.engine = engine;
        this.deadline = deadline;
        this.folder = folder;
    }

    /**
     * Starts a window on a gateway.
     *
     * @param launcher starts programs on the gateway
     * @param gateway name of the gateway
     * @param programs folder of the native programs on the gateway
     * @param plan plan of the window
     * @param nodes nodes of the gateway
     * @param folder local folder of the recordings
     */
    public static RemoteWindow start(Launcher launcher, String gateway, String programs, WindowPlan plan,
            List<Node> nodes, Path folder) {
        List<String> command = SyncWindow.command(programs + "/runbench-exchange", plan, nodes, gateway, "-");
        return new RemoteWindow(gateway, nodes, launcher.start(command, true),
                System.nanoTime() + plan.longestNanos(nodes.size()) + GRACE_NANOS, folder);
    }

    /** Waits until the window is over or the time limit has passed. */
    @Override
    public void awaitEnd() {
        engine.await(() -> engine.isWaiting() || engine.hasEnded(), deadline);
    }

    @Override
    public void stop() {
        engine.stop();
    }

    /** Returns the recordings and writes them as files. If the gateway is lost, each of its nodes fails. */
    @Override
    public Answers fetch() throws IOException {
        boolean over = engine.isWaiting() || engine.hasEnded();
        if (over) {
            engine.release();
            over = engine.awaitEnd(FETCH_TIMEOUT_MILLIS);
        }
        Map<String, ExchangeRecording> recordings = new LinkedHashMap<>();
        Map<String, String> unreadable = new LinkedHashMap<>();
        List<SilentNode> silent = EngineEvent.silent(engine.output());
        List<String> lines = engine.output().stream().filter(line -> ProtocolLines.parse(line).isEmpty()).toList();
        for (int at = 0; at < lines.size();) {
            int next = at + 1;
            while (next < lines.size() && !lines.get(next).startsWith(BEGIN)) {
                next++;
            }
            keep(lines.subList(at, next), recordings, unreadable);
            at = next;
        }
        if (!recordings.isEmpty()) {
            return Answers.of(nodes, recordings, silent).and(unreadable);
        }
        Map<String, String> failures = new HashMap<>(Answers.of(nodes, recordings, silent).failures());
        if (silent.isEmpty()) {
            String why = over ? "the window of " + gateway + " failed: " + engine.describe()
                    : gateway + " does not answer; the window that runs there: " + engine.describe();
            nodes.forEach(node -> failures.put(node.name(), why));
        }
        return new Answers(recordings, failures).and(unreadable);
    }

    private void keep(List<String> lines, Map<String, ExchangeRecording> recordings, Map<String, String> unreadable)
            throws IOException {
        if (!lines.get(0).startsWith(BEGIN) || !SyncWindow.hasExchanges(lines)) {
            return;
        }
        String text = String.join("\n", new ArrayList<>(lines)) + "\n";
        String node = XchgFile.meta("from " + gateway, lines).node().orElse("");
        if (nodes.stream().noneMatch(n -> n.name().equals(node))) {
            return; // The file is truncated, so its node is unknown.
        }
        Path file = folder.resolve(node + ".xchg");
        Files.createDirectories(folder);
        Files.writeString(file, text);
        try {
            recordings.put(node, XchgFile.read(file));
        } catch (RunbenchException e) {
            unreadable.put(node, e.getMessage());
        }
    }
}
