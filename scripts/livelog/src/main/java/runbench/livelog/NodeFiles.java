package runbench.livelog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import runbench.base.file.PrivateFile;
import runbench.sync.eventlog.LogFolder;

/** The files of one node in the store: what its relay sends, byte for byte. For one thread. */
final class NodeFiles implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,250}");
    /** So many files of threads that log at the same time. */
    private static final int MOST_FILES = 65536;

    /** Takes what is new of a file, in order. */
    interface Taker {
        void bytes(String file, byte[] bytes, int from, int length);
    }

    private final Path folder;
    private final Taker taker;
    private final Map<String, FileChannel> files = new TreeMap<>();

    NodeFiles(Path folder, Taker taker) throws IOException {
        this.folder = PrivateFile.folder(folder);
        this.taker = taker;
    }

    /** What is there already. */
    void takeStored() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.filter(LogFolder::isLog).sorted().toList()) {
                String name = path.getFileName().toString();
                FileChannel file = open(name);
                ByteBuffer piece = ByteBuffer.allocate(1 << 18);
                for (long at = 0; file.read(piece.clear(), at) > 0; at += piece.position()) {
                    taker.bytes(name, piece.array(), 0, piece.position());
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

    /** Whether a relay may name a file so. */
    boolean acceptable(String name) {
        return NAME.matcher(name).matches() && LogFolder.isLog(Path.of(name))
                && (files.containsKey(name) || files.size() < MOST_FILES);
    }

    /**
     * Keeps bytes of a file; those that are there already are passed over.
     *
     * @return -1: they are kept; otherwise from where on the file is missing before them, and nothing is kept
     * @throws IOException they cannot be kept; what was kept before remains
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
        taker.bytes(name, bytes, known, bytes.length - known);
        return -1;
    }

    /** How much of each file is there, bytes. */
    Map<String, Long> lengths() throws IOException {
        Map<String, Long> lengths = new TreeMap<>();
        for (Map.Entry<String, FileChannel> e : files.entrySet()) {
            lengths.put(e.getKey(), e.getValue().size());
        }
        return lengths;
    }

    @Override
    public void close() throws IOException {
        for (FileChannel file : files.values()) {
            file.close();
        }
    }
}
