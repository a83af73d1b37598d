package runbench.livelog.display;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EmittedReader;

/**
 * One display's stream of server-sent events, in the thread of that display: it reads the file from where it is, so that a display
 * that does not listen stops nobody but itself. A message holds several events, a data line each; its id is the number of the last one, so that
 * a display that is cut off asks again from there and gets each exactly once.
 */
final class EventStream {
    /** How the stream says that nothing more will come. */
    static final String END = "end";
    private static final int MOST_LINES = 512;
    private static final long BEAT_MILLIS = 2000;

    private final EmittedLog log;
    private final EmittedReader reader;
    private final LineFilter filter;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(1 << 16);

    EventStream(EmittedLog log, long from, LineFilter filter) {
        this.log = log;
        this.reader = log.reader(from);
        this.filter = filter;
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
                // Without data it is no message, but moves the place to ask again from, and tells whether the display is still there.
                text((message.size() == 0 ? ": beat\n" : "") + "id: " + (reader.next() - 1) + "\n\n");
                message.writeTo(to);
                to.flush();
            }
            if (over && !there) {
                to.write(("event: " + END + "\ndata: " + log.last() + "\n\n").getBytes(StandardCharsets.UTF_8));
                to.flush();
                return;
            }
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
