package runbench.livelog.display;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EmittedLog.EmittedReader;

/**
 * The stream of server-sent events of one display, in a thread of its own. It reads the log's file at its own position,
 * so a slow display delays no other. A message holds several events, one per data line. Its id is the number of the
 * last event: a display that reconnects continues there and receives each event exactly once.
 */
final class EventStream {
    /** Type of the last message of an ended log. */
    static final String END = "end";
    private static final int MAX_LINES = 512;
    private static final int CHUNK_BYTES = 1 << 14;
    private static final long HEARTBEAT_MILLIS = 2000;

    private final EmittedLog log;
    private final EmittedReader reader;
    private final LineFilter.Selection selection;
    private final Supplier<String> endState;
    private final AtomicLong sentBytes = new AtomicLong();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(1 << 16);

    /** @param endState supplies the status of the log as one line of JSON, for the last message */
    EventStream(EmittedLog log, long from, LineFilter filter, Supplier<String> endState) {
        this.log = log;
        this.reader = log.reader(from);
        selection = filter.selection(log);
        this.endState = endState;
    }

    /** Returns the number of bytes that the connection has accepted. */
    long sentBytes() {
        return sentBytes.get();
    }

    /**
     * Sends events until the log has ended or the server closes.
     *
     * @param isClosed whether the server closes
     * @throws IOException the display closed the connection
     */
    void run(OutputStream to, BooleanSupplier isClosed) throws IOException, InterruptedException {
        to.write("retry: 500\n\n".getBytes(StandardCharsets.UTF_8));
        to.flush();
        long lastSentNanos = System.nanoTime();
        while (!isClosed.getAsBoolean()) {
            boolean isEnded = log.isClosed();
            boolean hasEvents = log.await(reader.next(), HEARTBEAT_MILLIS);
            message.reset();
            if (hasEvents) {
                reader.read(MAX_LINES, this::line);
            }
            boolean isHeartbeatDue = System.nanoTime() - lastSentNanos > TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MILLIS)
                    / 2;
            if (message.size() > 0 || !hasEvents || isHeartbeatDue) {
                lastSentNanos = System.nanoTime();
                // Without data it is no message for the page, but it advances the id to resume from, and detects a
                // closed connection.
                text((message.size() == 0 ? ": beat\n" : "") + "id: " + (selection.resumeAt(reader.next()) - 1)
                        + "\n\n");
                send(to, message.toByteArray());
            }
            if (isEnded && !hasEvents) {
                to.write(("event: " + END + "\ndata: " + log.last() + "\ndata: " + endState.get() + "\n\n")
                        .getBytes(StandardCharsets.UTF_8));
                to.flush();
                return;
            }
        }
    }

    /** Sends in chunks, so that progress of a slow display is visible in {@link #sentBytes}. */
    private void send(OutputStream to, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += CHUNK_BYTES) {
            int chunk = Math.min(CHUNK_BYTES, bytes.length - at);
            to.write(bytes, at, chunk);
            to.flush();
            sentBytes.addAndGet(chunk);
        }
    }

    private void line(long number, byte[] bytes, int offset, int length) throws IOException {
        selection.add(bytes, offset, length, line -> {
            text("data: ");
            message.writeBytes(line);
            message.write('\n');
        });
    }

    private void text(String text) {
        message.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
