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
 * A display's view of a log: of a running receiver, or of a log's folder.
 *
 * @param from number of the first event; below 1: the view begins with this many of the last events
 * @param isFollowing whether the view waits for further events
 * @param filter condition on events
 */
public record LogWatch(long from, boolean isFollowing, EventFilter filter) {
    private static final long POLL_MILLIS = 50;
    private static final int MAX_LINES = 512;

    /** Receives events in their order. */
    public interface Sink {
        /**
         * Receives the first event of the log, from which displays count time. It precedes all others, and is omitted
         * if the log is empty.
         */
        default void origin(String line) throws IOException {
        }

        /**
         * Receives an event.
         *
         * @param line encoded as by {@link runbench.sync.live.LiveLine}
         * @return whether more events are wanted
         */
        boolean event(String line) throws IOException;

        /**
         * Called after a group of events; more may follow.
         *
         * @return whether more events are wanted
         */
        default boolean pause() throws IOException {
            return true;
        }

        /** Receives a message for the user: the connection broke, or was re-established. */
        void note(String text);
    }

    /**
     * Reads the events of a receiver. The receiver may be restarted meanwhile.
     *
     * @param address the address that the receiver printed
     * @throws RunbenchException the receiver is not reachable, or refuses
     */
    public void server(URI address, Sink sink) throws InterruptedException {
        new EventStreamClient(address, filter).watch(from, isFollowing, sink);
    }

    /**
     * Reads the events of a folder, or of the file of events in it.
     *
     * @throws RunbenchException there is no log
     */
    public void store(Path place, Sink sink) throws IOException, InterruptedException {
        try (EmittedLog log = EmittedLog.read(file(place))) {
            EmittedReader reader = log.reader(from);
            for (String first : log.lines(1, 1)) {
                sink.origin(first);
            }
            LineFilter.Selection selection = new LineFilter(filter).selection(log);
            boolean[] more = {true};
            while (more[0]) {
                int lines = reader.read(MAX_LINES, (number, bytes, offset, length) -> selection.add(bytes, offset,
                        length, line -> more[0] = more[0] && sink.event(new String(line, StandardCharsets.UTF_8))));
                more[0] = more[0] && (lines > 0 || isFollowing) && sink.pause();
                if (lines == 0 && more[0]) {
                    Thread.sleep(POLL_MILLIS);
                    log.refresh();
                }
            }
        }
    }

    /**
     * Returns the file of events of a log's folder.
     *
     * @param place the folder, or the file
     * @throws RunbenchException (bad input) there is no such file
     */
    public static Path file(Path place) {
        Path file = Files.isDirectory(place) ? place.resolve(EmittedLog.NAME) : place;
        if (!Files.isRegularFile(file)) {
            throw RunbenchException
                    .badInput(file.equals(place) ? place + ": there is no such folder"
                            : place + ": holds no log of events as they came: no " + EmittedLog.NAME)
                    .remedy("name the folder of runbench log run, or the address that it printed; "
                            + "runbench log show RUN prints what programs logged in other runs");
        }
        return file;
    }
}
