package runbench.livelog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import runbench.base.file.PrivateFile;
import runbench.sync.eventlog.LogCursor;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogStream;
import runbench.sync.live.LiveOrder.Arrival;

/**
 * The files of one node in the store. Keeps the bytes that the node's relay sends, and decodes the events in them. Not
 * thread-safe.
 */
final class NodeFiles implements AutoCloseable {
    /** Result of {@link #append} if the bytes are kept. */
    static final long KEPT = -1;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,250}");
    /** One file per thread that logs. */
    private static final int MAX_FILES = 65536;
    private static final int READ_BYTES = 1 << 18;

    private final String node;
    private final Path folder;
    private final Consumer<List<Arrival>> events;
    private final Consumer<String> problems;
    private final Map<String, FileChannel> files = new TreeMap<>();
    private final Map<String, LogStream> streams = new HashMap<>();

    /**
     * @param folder folder for the files of the node; created if missing
     * @param events receives decoded events, in the order of each file
     * @param problems receives sentences about full and damaged files
     */
    NodeFiles(String node, Path folder, Consumer<List<Arrival>> events, Consumer<String> problems) throws IOException {
        this.node = node;
        this.folder = PrivateFile.folder(folder);
        this.events = events;
        this.problems = problems;
    }

    /** Decodes the files that are in the folder already. */
    void readStored() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.filter(LogFolder::isLog).sorted().toList()) {
                String name = path.getFileName().toString();
                FileChannel file = open(name);
                ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
                for (long at = 0; file.read(buffer.clear(), at) > 0; at += buffer.position()) {
                    decode(name, buffer.array(), 0, buffer.position());
                }
            }
        }
    }

    private FileChannel open(String name) throws IOException {
        FileChannel file = files.get(name);
        if (file == null) {
            file = PrivateFile.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            files.put(name, file);
        }
        return file;
    }

    /** Returns whether a relay may send a file of this name. */
    boolean isAcceptable(String name) {
        return NAME.matcher(name).matches() && LogFolder.isLog(Path.of(name))
                && (files.containsKey(name) || files.size() < MAX_FILES);
    }

    /**
     * Appends bytes to a file. Bytes that the file holds already are skipped.
     *
     * @param offset position of the first byte in the node's file
     * @return {@link #KEPT}, or, if bytes before the offset are missing, the length of the file; then nothing is kept
     * @throws IOException the bytes cannot be written; the file stays as it was
     */
    long append(String name, long offset, byte[] bytes) throws IOException {
        FileChannel file = open(name);
        long end = file.size();
        if (offset > end || offset < 0) {
            return end;
        }
        int known = (int) Math.min(bytes.length, end - offset);
        ByteBuffer rest = ByteBuffer.wrap(bytes, known, bytes.length - known);
        try {
            for (long at = end; rest.hasRemaining();) {
                at += file.write(rest, at);
            }
        } catch (IOException e) {
            file.truncate(end);
            throw e;
        }
        decode(name, bytes, known, bytes.length - known);
        return KEPT;
    }

    private void decode(String name, byte[] bytes, int from, int length) {
        LogStream stream = streams.computeIfAbsent(name, LogStream::new);
        boolean wasSound = stream.damage().isEmpty();
        boolean hadRoom = !stream.isFull();
        stream.append(bytes, from, length);
        List<Arrival> arrivals = new ArrayList<>();
        while (stream.advance()) {
            LogCursor c = stream.cursor();
            arrivals.add(new Arrival(node, stream.pid(), c.tid(), c.timeNanos(),
                    c.timeNanos() + stream.realtimeMinusClockNanos(), c.type(), c.what(), c.id(), c.comment(),
                    c.details()));
        }
        if (!arrivals.isEmpty()) {
            events.accept(arrivals);
        }
        if (hadRoom && stream.isFull()) {
            problems.accept("process " + stream.pid()
                    + " has no more room for events: the disk there is full, or the log has reached RB_EVENTLOG_LIMIT; "
                    + "its events are dropped from now on");
        }
        if (wasSound && stream.damage().isPresent()) {
            problems.accept(stream.damage().get() + "; further bytes of this file are kept, but not shown");
        }
    }

    /** Returns the length of each file, bytes. */
    Map<String, Long> lengths() throws IOException {
        Map<String, Long> lengths = new TreeMap<>();
        for (Map.Entry<String, FileChannel> e : files.entrySet()) {
            lengths.put(e.getKey(), e.getValue().size());
        }
        return lengths;
    }

    /**
     * Returns the number of events that the node dropped, according to its files.
     *
     * @param keeperPid process ID of the keeper, which logs the output of the server; -1: unknown
     * @param keeperDropped lines that the keeper reported as dropped; its file holds the same count if it is complete
     */
    ServerEnd.Dropped dropped(long keeperPid, long keeperDropped) {
        boolean isInFile = streams.values().stream().anyMatch(s -> s.isComplete() && s.pid() == keeperPid);
        long known = isInFile ? 0 : keeperDropped;
        boolean isAtLeast = false;
        for (LogStream stream : streams.values()) {
            known += Math.max(0, stream.dropped());
            isAtLeast |= stream.dropped() < 0;
        }
        return new ServerEnd.Dropped(known, isAtLeast);
    }

    @Override
    public void close() throws IOException {
        for (FileChannel file : files.values()) {
            file.close();
        }
    }
}
