package runbench.pas2p.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import runbench.base.container.ByteSource;
import runbench.base.container.ContainerFormat;

/**
 * A packed rank file, presented as the original file: readers get the same bytes at the same positions.
 *
 * <p>Layout, little endian: magic; u32 version at 8, u32 length of the original's header at 12, u64 its size at 16, u64
 * position of the index at 24, u32 length of the index at 32, u32 CRC32C of the index at 36, CRC32C of the 60 bytes
 * before it at 60. Then the header (deflated), segments of {@link PackedSegment#RECORDS} records, a final part of less
 * than a record, and the index: per piece its length and CRC32C.
 */
final class PackedTrace implements ByteSource {
    static final byte[] MAGIC = "RUNBMPZ\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    static final int VERSION = 1;
    static final int HEADER_BYTES = 64;
    private static final int SEGMENT_BYTES = PackedSegment.RECORDS * TraceFormat.RECORD_BYTES;
    private static final int MAX_INDEX_BYTES = 1 << 28;

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final int headerBytes;
    private final long[] places;
    private final int[] checksums;
    private final ByteBuffer piece = ByteBuffer.allocate(SEGMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private byte[] header;
    private int held = -1;

    /** Opens the bytes of a rank file, packed or not. */
    static ByteSource open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            return isPacked(channel) ? new PackedTrace(file, channel) : ByteSource.of(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    static boolean isPacked(FileChannel channel) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(MAGIC.length);
        return channel.read(begin, 0) == MAGIC.length && Arrays.equals(begin.array(), MAGIC);
    }

    private PackedTrace(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        ByteBuffer own = ByteBuffer.wrap(bytes(0, HEADER_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        if ((int) ContainerFormat.crc32c(own.array(), 60) != own.getInt(60)) {
            throw damaged(60, "the checksum of the header of the packed file does not match");
        }
        if (own.getInt(8) != VERSION) {
            throw damaged(8, "packed in version " + own.getInt(8) + ", this program reads version " + VERSION);
        }
        headerBytes = own.getInt(12);
        size = own.getLong(16);
        byte[] index = own.getInt(32) < 0 || own.getInt(32) > MAX_INDEX_BYTES ? new byte[0]
                : bytes(own.getLong(24), own.getInt(32));
        if ((int) ContainerFormat.crc32c(index, index.length) != own.getInt(36)) {
            throw damaged(own.getLong(24), "the checksum of the index does not match");
        }
        PackedSegment.Cursor in = new PackedSegment.Cursor(index);
        int pieces = (int) in.number();
        places = new long[pieces + 1];
        checksums = new int[pieces];
        places[0] = HEADER_BYTES;
        for (int i = 0; i < pieces; i++) {
            places[i + 1] = places[i] + in.number();
            checksums[i] = (int) in.number();
        }
    }

    private byte[] bytes(long place, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        int got = 0;
        while (buffer.hasRemaining() && got >= 0) {
            got = channel.read(buffer, place + buffer.position());
        }
        if (buffer.hasRemaining()) {
            throw damaged(place + buffer.position(), "the packed file is truncated");
        }
        return buffer.array();
    }

    private IOException damaged(long place, String what) {
        return new IOException(file + ": byte " + place + ": " + what);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(ByteBuffer into, long offset) throws IOException {
        if (offset >= size) {
            return -1;
        }
        if (offset < headerBytes) {
            if (header == null) {
                header = inflated(0);
            }
            return copy(ByteBuffer.wrap(header), (int) offset, into);
        }
        long behind = offset - headerBytes;
        int segment = (int) (behind / SEGMENT_BYTES);
        hold(segment);
        return copy(piece, (int) (behind - (long) segment * SEGMENT_BYTES), into);
    }

    private static int copy(ByteBuffer from, int at, ByteBuffer into) {
        int count = Math.min(into.remaining(), from.limit() - at);
        into.put(from.duplicate().limit(at + count).position(at));
        return count;
    }

    private void hold(int segment) throws IOException {
        if (held == segment) {
            return;
        }
        held = -1;
        int length = (int) Math.min(SEGMENT_BYTES, size - headerBytes - (long) segment * SEGMENT_BYTES);
        int records = length / TraceFormat.RECORD_BYTES;
        int number = segment + 1;
        piece.clear().limit(length);
        PackedSegment.unpack(packed(number), piece, records);
        if (length % TraceFormat.RECORD_BYTES != 0) {
            byte[] rest = inflated(checksums.length - 1);
            piece.put(records * TraceFormat.RECORD_BYTES, rest);
        }
        held = segment;
    }

    private byte[] inflated(int number) throws IOException {
        try {
            return new PackedSegment.Cursor(packed(number)).inflated();
        } catch (DataFormatException e) {
            throw damaged(places[number], "the packed data are damaged");
        }
    }

    /** Returns a piece whose checksum was verified. */
    private byte[] packed(int number) throws IOException {
        byte[] packed = bytes(places[number], (int) (places[number + 1] - places[number]));
        if ((int) ContainerFormat.crc32c(packed, packed.length) != checksums[number]) {
            throw damaged(places[number], "the checksum of the packed data does not match");
        }
        return packed;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
