package runbench.sync.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import runbench.base.file.PrivateFile;

/**
 * Events in the order in which they were emitted: a file of lines ({@link LiveLine}) that only grows. The one receiver
 * appends; displays read from the file, each from where it is, so that a slow one costs the others nothing, misses
 * nothing and needs no queue.
 */
public final class EmittedLog implements AutoCloseable {
    /** Its name in the folder of a log. */
    public static final String NAME = "emitted.ndjson";
    private static final int INDEXED_EVERY = 1024;
    private static final int CHUNK = 1 << 16;

    private final FileChannel channel;
    private final NavigableMap<Long, Long> offsets = new TreeMap<>();
    private long end;
    private long last;
    private boolean closed;

    private EmittedLog(FileChannel channel) {
        this.channel = channel;
        offsets.put(1L, 0L);
    }

    /**
     * To append to, after what is there already; a last line that a killed receiver left unfinished is cut off.
     *
     * @throws IOException cannot be opened
     */
    public static EmittedLog append(Path file) throws IOException {
        EmittedLog log = new EmittedLog(
                PrivateFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        log.scan();
        log.channel.truncate(log.end);
        return log;
    }

    /** To read only, also while another process appends: {@link #refresh} looks for more. */
    public static EmittedLog read(Path file) throws IOException {
        EmittedLog log = new EmittedLog(FileChannel.open(file, StandardOpenOption.READ));
        log.scan();
        return log;
    }

    private void scan() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
        long at = end;
        while (channel.read(buffer.clear(), at) > 0) {
            for (int i = 0; i < buffer.position(); i++) {
                if (buffer.get(i) == '\n') {
                    line(at + i + 1);
                }
            }
            at += buffer.position();
        }
    }

    private void line(long behind) {
        last++;
        end = behind;
        if (last % INDEXED_EVERY == 0) {
            offsets.put(last + 1, behind);
        }
    }

    /** Number of the last event; 0: none. */
    public synchronized long last() {
        return last;
    }

    /** @param events numbered from {@link #last} + 1 */
    public void add(List<LiveEvent> events) throws IOException {
        if (events.isEmpty()) {
            return;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream(400 * events.size());
        int[] ends = new int[events.size()];
        for (int i = 0; i < ends.length; i++) {
            LiveLine.write(events.get(i), text);
            text.write('\n');
            ends[i] = text.size();
        }
        ByteBuffer bytes = ByteBuffer.wrap(text.toByteArray());
        long from = end;
        while (bytes.hasRemaining()) {
            channel.write(bytes, from + bytes.position());
        }
        synchronized (this) {
            for (int behind : ends) {
                line(from + behind);
            }
            notifyAll();
        }
    }

    /** Looks whether another process has appended. */
    public synchronized void refresh() throws IOException {
        scan();
        notifyAll();
    }

    /** Waits until there is an event of this number, or nothing more comes, or the time is over. */
    public synchronized boolean await(long number, long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (last < number && !closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return last >= number;
    }

    /** Whether nothing more will come. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /**
     * A place to read from.
     *
     * @param from number of the first event wanted; below 1: so many from the last one, 0 being the one to come
     */
    public synchronized EmittedReader reader(long from) {
        long first = Math.max(1, from < 1 ? last + 1 + from : from);
        Map.Entry<Long, Long> near = offsets.floorEntry(first);
        return new EmittedReader(this, first, near.getKey(), near.getValue());
    }

    /** Where the last whole line ends. */
    synchronized long end() {
        return end;
    }

    int read(ByteBuffer into, long at) throws IOException {
        return channel.read(into, at);
    }

    /**
     * Lines of events, as text.
     *
     * @param from the first one's number, from 1
     * @param most how many at most; fewer where there are no more
     */
    public List<String> lines(long from, int most) throws IOException {
        List<String> lines = new ArrayList<>();
        reader(Math.max(1, from)).read(most, (number, bytes, offset, length) -> lines
                .add(new String(bytes, offset, length, StandardCharsets.UTF_8)));
        return lines;
    }

    /** Nothing more comes: those who wait are told. The file can no longer be read through this. */
    @Override
    public void close() throws IOException {
        finish();
        channel.close();
    }

    /** Nothing more comes, but what is there can still be read. */
    public synchronized void finish() {
        closed = true;
        notifyAll();
    }
}
