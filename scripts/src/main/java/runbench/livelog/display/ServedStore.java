package runbench.livelog.display;

import java.io.IOException;
import java.nio.file.Path;
import runbench.sync.live.EmittedLog;

/** A log's folder, served without its receiver. */
public final class ServedStore implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final EmittedLog log;
    private final DisplayServer server;

    private ServedStore(EmittedLog log, DisplayServer server) {
        this.log = log;
        this.server = server;
    }

    /** @param place a folder, or a file of events */
    public static ServedStore open(Path place, ListenAddress at) throws IOException {
        Path file = LogWatch.file(place);
        EmittedLog log = EmittedLog.read(file);
        return new ServedStore(log, DisplayServer.open(at, log, new StoreStatus(file), AccessToken.random()));
    }

    /** What a person opens. */
    public String address() {
        return server.address();
    }

    /** Shows what comes, as long as anybody may look. */
    public void untilInterrupted() throws IOException, InterruptedException {
        while (!Thread.interrupted()) {
            Thread.sleep(LOOK_MILLIS);
            log.refresh();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        log.close();
    }
}
