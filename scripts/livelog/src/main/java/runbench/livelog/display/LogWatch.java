package runbench.livelog.display;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EmittedLog.EmittedReader;
import runbench.sync.live.EventFilter;

/**
 * A display's view of a log: from a receiver that runs, or from the folder of one.
 *
 * @param from number of the first event; below 1: so many of the last
 * @param follow wait for more
 */
public record LogWatch(long from, boolean follow, EventFilter filter) {
    private static final long LOOK_MILLIS = 50;
    private static final int MOST_LINES = 512;

    /**
     * Of a receiver, which may be restarted meanwhile.
     *
     * @param address as it was printed
     * @throws RunbenchException nobody there, or not let in
     */
    public void server(URI address, EventSink to) throws InterruptedException {
        new ServerLink(address, filter).watch(from, follow, to);
    }

    /**
     * Of a folder, or of the file of events in it.
     *
     * @throws RunbenchException there is no log
     */
    public void store(Path place, EventSink to) throws IOException, InterruptedException {
        try (EmittedLog log = EmittedLog.read(file(place))) {
            EmittedReader reader = log.reader(from);
            for (String first : log.lines(1, 1)) {
                to.origin(first);
            }
            LineFilter wanted = new LineFilter(filter);
            boolean[] more = {true};
            while (more[0]) {
                int lines = reader.read(MOST_LINES, (number, bytes, offset, length) -> {
                    if (more[0] && wanted.wants(bytes, offset, length)) {
                        more[0] = to.event(new String(bytes, offset, length, StandardCharsets.UTF_8));
                    }
                });
                more[0] = more[0] && (lines > 0 || follow) && to.pause();
                if (lines == 0 && more[0]) {
                    Thread.sleep(LOOK_MILLIS);
                    log.refresh();
                }
            }
        }
    }

    /** The file of events of a folder: as they were emitted. */
    public static Path file(Path place) {
        Path file = Files.isDirectory(place) ? place.resolve(EmittedLog.NAME) : place;
        if (!Files.isRegularFile(file)) {
            throw RunbenchException
                    .badInput(file.equals(place) ? place + ": there is no such folder"
                            : place + ": holds no log of events as they came: no " + EmittedLog.NAME)
                    .remedy("name the folder of runbench log run, or the address that it printed; runbench log show RUN prints what programs logged in other runs");
        }
        return file;
    }
}
