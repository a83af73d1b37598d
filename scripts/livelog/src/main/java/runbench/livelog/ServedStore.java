package runbench.livelog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.livelog.display.DisplayServer;
import runbench.livelog.display.ListenAddress;
import runbench.livelog.display.LogStatus;
import runbench.livelog.display.LogWatch;
import runbench.livelog.display.NodeState;
import runbench.sync.live.EmittedLog;

/** A server for displays of a log's folder. The log may still grow; its receiver is not involved. */
public final class ServedStore implements AutoCloseable {
    /** The status in a log's folder; the run cannot be stopped from there. */
    private static final class StoreStatus implements DisplayServer.Control {
        private final LogStore store;
        private final MachineLog.Stored machines;

        StoreStatus(Path folder) {
            store = new LogStore(folder);
            machines = new MachineLog.Stored(store.machines());
        }

        @Override
        public LogStatus status() {
            String name = store.path().getFileName() == null ? store.path().toString()
                    : store.path().getFileName().toString();
            if (!LogStore.isStore(store.path())) {
                return new LogStatus(name, LogStatus.State.UNKNOWN, Double.NaN, Double.NaN, List.of(),
                        List.of("a file of events, without the folder of a log"));
            }
            try {
                LogRecord record = store.read();
                Map<String, NodeState> states = machines.latest();
                List<LogStatus.Node> nodes = record.request()
                        .nodes()
                        .stream()
                        .map(n -> node(n.name(), record, states.get(n.name())))
                        .toList();
                return new LogStatus(String.join(" ", record.request().command()),
                        LogStatus.State.valueOf(record.state().name()), record.request().toleranceNanos(),
                        record.request().holdNanos(), nodes,
                        List.of("from the folder " + store.path() + ", without its receiver"));
            } catch (RunbenchException e) {
                return new LogStatus(name, LogStatus.State.UNKNOWN, Double.NaN, Double.NaN, List.of(),
                        List.of(e.getMessage()));
            }
        }

        /**
         * Returns the end of a node's server, if it has ended.
         *
         * @param machine latest state of its machine; null: unknown
         */
        private static LogStatus.Node node(String name, LogRecord record, NodeState machine) {
            ServerEnd end = record.ends().get(name);
            LogStatus.State state = end == null ? LogStatus.State.UNKNOWN
                    : end.isSuccess() ? LogStatus.State.FINISHED : LogStatus.State.FAILED;
            return new LogStatus.Node(name, state, end == null ? null : end.status(), Double.NaN, Double.NaN,
                    Double.NaN, "", -1, -1, -1, end == null ? -1 : end.dropped().events(), machine,
                    end == null ? "" : end.text());
        }

        @Override
        public boolean isStoppable() {
            return false;
        }

        @Override
        public void stop() {
            // No run is known here.
        }
    }

    private static final long POLL_MILLIS = 20;

    private final EmittedLog log;
    private final DisplayServer server;

    private ServedStore(EmittedLog log, DisplayServer server) {
        this.log = log;
        this.server = server;
    }

    /**
     * Opens a server.
     *
     * @param place folder of a log, or a file of events
     */
    public static ServedStore open(Path place, ListenAddress at) throws IOException {
        Path file = LogWatch.file(place);
        EmittedLog log = EmittedLog.read(file);
        return new ServedStore(log, DisplayServer.open(at, log, new StoreStatus(file.toAbsolutePath().getParent())));
    }

    /** Returns the URL of the page, with the token. */
    public String address() {
        return server.address();
    }

    /** Serves new events until the thread is interrupted. */
    public void untilInterrupted() throws IOException, InterruptedException {
        while (true) {
            Thread.sleep(POLL_MILLIS);
            log.refresh();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        log.close();
    }
}
