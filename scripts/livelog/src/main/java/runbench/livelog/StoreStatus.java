package runbench.livelog;

import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.livelog.display.LogControl;
import runbench.livelog.display.LogState;
import runbench.livelog.display.LogStatus;
import runbench.livelog.display.NodeStatus;

/** What a folder says of its log; nothing can be stopped from there. */
final class StoreStatus implements LogControl {
    private final LogStore store;

    StoreStatus(Path folder) {
        store = new LogStore(folder);
    }

    @Override
    public LogStatus status() {
        String name = store.path().getFileName() == null ? store.path().toString()
                : store.path().getFileName().toString();
        if (!LogStore.isOne(store.path())) {
            return new LogStatus(name, LogState.UNKNOWN, Double.NaN, Double.NaN, List.of(),
                    List.of("a file of events, without the folder of a log"));
        }
        try {
            LogRecord record = store.read();
            List<NodeStatus> nodes = record.request().nodes().stream().map(n -> node(n.name(), record)).toList();
            return new LogStatus(String.join(" ", record.request().command()), LogState.valueOf(record.state().name()),
                    record.request().toleranceNanos(), record.request().holdNanos(), nodes,
                    List.of("from the folder " + store.path() + ", without its receiver"));
        } catch (RunbenchException e) {
            return new LogStatus(name, LogState.UNKNOWN, Double.NaN, Double.NaN, List.of(), List.of(e.getMessage()));
        }
    }

    /** How a node's server ended, if it has. */
    static NodeStatus node(String name, LogRecord record) {
        ServerEnd end = record.ends().get(name);
        LogState state = end == null ? LogState.UNKNOWN : end.well() ? LogState.FINISHED : LogState.FAILED;
        return new NodeStatus(name, state, end == null ? null : end.status(), Double.NaN, Double.NaN, Double.NaN, "", 0,
                0, 0, end == null ? 0 : end.dropped().events(), end == null ? "" : end.text());
    }

    @Override
    public boolean stoppable() {
        return false;
    }

    @Override
    public void stop() {
        // Nothing runs.
    }
}
