package runbench.livelog.display;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EmittedLog.EmittedReader;

/**
 * One display's stream of server-sent events, in the thread of that display: it reads the file from where it is, so
 * that a display that does not listen stops nobody but itself. A message holds several events, a data line each; its id
 * is the number of the last one, so that a display that is cut off asks again from there and gets each exactly once.
 */
final class EventStream {
    /** How the stream says that nothing more will come. */
    static final String END = "end";
    private static final int MOST_LINES = 512;
    private static final int PIECE_BYTES = 1 << 14;
    private static final long BEAT_MILLIS = 2000;

    private final EmittedLog log;
    private final EmittedReader reader;
    private final LineFilter filter;
    private final Supplier<String> endState;
    private volatile long sentBytes;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(1 << 16);

    /** @param endState the log's state, JSON in one line: the last message of a log that has ended */
    EventStream(EmittedLog log, long from, LineFilter filter, Supplier<String> endState) {
        this.log = log;
        this.reader = log.reader(from);
        this.filter = filter;
        this.endState = endState;
    }

    /** Bytes that the display has taken. */
    long sentBytes() {
        return sentBytes;
    }

    /** Until the log has ended, or nobody is served any more. @throws IOException the display has gone */
    void run(OutputStream to, BooleanSupplier closed) throws IOException, InterruptedException {
        to.write("retry: 500\n\n".getBytes(StandardCharsets.UTF_8));
        to.flush();
        long said = System.nanoTime();
        while (!closed.getAsBoolean()) {
            boolean over = log.isClosed();
            boolean there = log.await(reader.next(), BEAT_MILLIS);
            message.reset();
            if (there) {
                reader.read(MOST_LINES, this::line);
            }
            boolean due = System.nanoTime() - said > TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS) / 2;
            if (message.size() > 0 || !there || due) {
                said = System.nanoTime();
                // Without data it is no message, but moves the place to ask again from, and tells whether the display
                // is still there.
                text((message.size() == 0 ? ": beat\n" : "") + "id: " + (reader.next() - 1) + "\n\n");
                send(to, message.toByteArray());
            }
            if (over && !there) {
                to.write(("event: " + END + "\ndata: " + log.last() + "\ndata: " + endState.get() + "\n\n")
                        .getBytes(StandardCharsets.UTF_8));
                to.flush();
                return;
            }
        }
    }

    /** In pieces, so that a slow display is seen to take them. */
    private void send(OutputStream to, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += PIECE_BYTES) {
            int piece = Math.min(PIECE_BYTES, bytes.length - at);
            to.write(bytes, at, piece);
            to.flush();
            sentBytes += piece;
        }
    }

    private void line(long number, byte[] bytes, int offset, int length) throws IOException {
        if (filter.wants(bytes, offset, length)) {
            text("data: ");
            message.write(bytes, offset, length);
            message.write('\n');
        }
    }

    private void text(String text) {
        message.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
