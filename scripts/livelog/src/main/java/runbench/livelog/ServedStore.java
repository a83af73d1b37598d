package runbench.livelog;

import java.io.IOException;
import java.nio.file.Path;
import runbench.livelog.display.AccessToken;
import runbench.livelog.display.DisplayServer;
import runbench.livelog.display.ListenAddress;
import runbench.livelog.display.LogWatch;
import runbench.sync.live.EmittedLog;

/** A log's folder, finished or still growing, served without its receiver. */
public final class ServedStore implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

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
        return new ServedStore(log,
                DisplayServer.open(at, log, new StoreStatus(file.toAbsolutePath().getParent()), AccessToken.random()));
    }

    /** What a person opens. */
    public String address() {
        return server.address();
    }

    /** Shows what comes, as long as anybody may look. */
    public void untilInterrupted() throws IOException, InterruptedException {
        while (true) {
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
