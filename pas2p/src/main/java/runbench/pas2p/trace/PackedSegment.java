package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import runbench.pas2p.trace.PackedRows.PackedRow;
import runbench.pas2p.trace.PackedRows.PackedTimes;

/**
 * Some thousand records, with structure and times stored separately. Structure: distinct rows and their order. Times:
 * columns per row, each as the lengths of its numbers (Huffman codes) and their bits. Seals are derived from the
 * records; other records that are no events are stored as they are. Each segment can be read independently.
 */
final class PackedSegment {
    /** Eight seals with their records: a segment of this size starts after a seal. */
    static final int RECORDS = 8 * (SEAL_RECORDS + 1);

    private static final int STREAMS = PackedTimes.COUNT_COLUMNS;

    private PackedSegment() {
    }

    /** The state of the seals: the position of the next seal, and the start of the records that it covers. */
    private static final class Seals {
        private int from;
        private long sequence;

        Seals(long sequence) {
            this.sequence = sequence;
        }

        /** Returns the expected seal at {@code record} of these records. */
        byte[] expected(ByteBuffer records, int record) {
            return CONTAINER.sealRecord(records.duplicate().limit(record * RECORD_BYTES).position(from * RECORD_BYTES),
                    RECORD_BYTES, sequence);
        }

        void advance(int record) {
            from = record + 1;
            sequence++;
        }
    }

    static byte[] pack(ByteBuffer records, int count) throws IOException {
        byte[] packed = pack(records, count, true);
        ByteBuffer again = ByteBuffer.allocate(count * RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        unpack(packed, again, count);
        // A damaged file may contain any bytes: they are stored unchanged.
        return again.equals(records.duplicate().limit(count * RECORD_BYTES).position(0)) ? packed
                : pack(records, count, false);
    }

    @SuppressWarnings("ReferenceEquality")
    private static byte[] pack(ByteBuffer records, int count, boolean understood) throws IOException {
        PackedRows.Numbering numbering = new PackedRows.Numbering();
        PackedRow.Serials serials = new PackedRow.Serials();
        PackedTimes times = new PackedTimes();
        Seals seals = new Seals(firstSequence(records, count));
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] one = new byte[RECORD_BYTES];
        int[] ids = new int[count];
        long[][] columns = new long[count][];
        for (int i = 0; i < count; i++) {
            int at = i * RECORD_BYTES;
            int kind = records.get(at);
            PackedRow row = PackedRow.WHOLE;
            if (understood && kind == SEAL) {
                records.get(at, one);
                row = Arrays.equals(one, seals.expected(records, i)) ? PackedRow.SEALED : row;
                seals.advance(i);
            } else if (understood
                    && (kind == COUNTERS || kind >= SEND && kind <= COLL_START || kind == INIT || kind == FINALIZE)) {
                row = serials.row(records, at);
                columns[i] = new long[row.isCounts() ? PackedTimes.COUNT_COLUMNS : PackedTimes.COLUMNS];
                if (row.isCounts()) {
                    times.readCounts(records, at, columns[i]);
                } else {
                    times.read(records, at, columns[i]);
                }
            }
            if (row == PackedRow.WHOLE) {
                records.get(at, one);
                whole.write(one);
            }
            ids[i] = numbering.of(row);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PackedBits.put(out, PackedBits.zigzag(firstSequence(records, count)));
        deflate(out, PackedRows.write(numbering.rows(), ids, count));
        deflate(out, whole.toByteArray());
        columns(out, byRow(ids, numbering.rows().size()), columns);
        return out.toByteArray();
    }

    private static long firstSequence(ByteBuffer records, int count) {
        for (int i = 0; i < count; i++) {
            if (records.get(i * RECORD_BYTES) == SEAL) {
                return records.getLong(i * RECORD_BYTES + 16);
            }
        }
        return 0;
    }

    /** Returns the positions of the records, grouped by row. */
    private static int[] byRow(int[] ids, int rows) {
        int[] begin = new int[rows + 1];
        for (int id : ids) {
            begin[id + 1]++;
        }
        for (int row = 1; row <= rows; row++) {
            begin[row] += begin[row - 1];
        }
        int[] places = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            places[begin[ids[i]]++] = i;
        }
        return places;
    }

    private static void columns(ByteArrayOutputStream out, int[] places, long[][] columns) {
        PackedBits.Writer bits = new PackedBits.Writer();
        for (int stream = 0; stream < STREAMS; stream++) {
            ByteArrayOutputStream lengths = new ByteArrayOutputStream();
            for (int place : places) {
                if (isStored(columns[place], stream)) {
                    lengths.write(PackedBits.length(columns[place][stream]));
                    bits.put(columns[place][stream]);
                }
            }
            deflate(out, lengths.toByteArray());
        }
        deflate(out, bits.bytes());
    }

    /** Returns true if a column is stored: a record with the times of its predecessor has only the first column. */
    private static boolean isStored(long[] columns, int stream) {
        return columns != null && stream < columns.length
                && (stream == 0 || columns.length == PackedTimes.COUNT_COLUMNS || columns[0] != 0);
    }

    static void unpack(byte[] packed, ByteBuffer into, int count) throws IOException {
        try {
            Cursor in = new Cursor(packed);
            Seals seals = new Seals(PackedBits.unzigzag(in.number()));
            int[] ids = new int[count];
            List<PackedRow> rows = PackedRows.read(in.inflated(), ids, count);
            byte[] whole = in.inflated();
            long[][] columns = columns(in, byRow(ids, rows.size()), ids, rows);
            records(into, ids, rows, columns, whole, seals);
        } catch (DataFormatException | IndexOutOfBoundsException e) {
            throw new IOException("a packed segment is damaged", e);
        }
    }

    private static long[][] columns(Cursor in, int[] places, int[] ids, List<PackedRow> rows)
            throws DataFormatException {
        long[][] columns = new long[ids.length][];
        for (int i = 0; i < ids.length; i++) {
            PackedRow row = rows.get(ids[i]);
            columns[i] = row.isCounts() ? new long[PackedTimes.COUNT_COLUMNS]
                    : row.isEvent() ? new long[PackedTimes.COLUMNS] : null;
        }
        byte[][] lengths = new byte[STREAMS][];
        for (int stream = 0; stream < STREAMS; stream++) {
            lengths[stream] = in.inflated();
        }
        PackedBits.Reader bits = new PackedBits.Reader(in.inflated());
        for (int stream = 0; stream < STREAMS; stream++) {
            int next = 0;
            for (int place : places) {
                if (isStored(columns[place], stream)) {
                    columns[place][stream] = bits.get(lengths[stream][next++]);
                }
            }
        }
        return columns;
    }

    private static void records(ByteBuffer into, int[] ids, List<PackedRow> rows, long[][] columns, byte[] whole,
            Seals seals) {
        PackedRow.Serials serials = new PackedRow.Serials();
        PackedTimes times = new PackedTimes();
        int taken = 0;
        for (int i = 0; i < ids.length; i++) {
            int at = i * RECORD_BYTES;
            PackedRow row = rows.get(ids[i]);
            if (row.equals(PackedRow.WHOLE)) {
                into.put(at, whole, taken, RECORD_BYTES);
                taken += RECORD_BYTES;
            } else if (row.equals(PackedRow.SEALED)) {
                into.put(at, seals.expected(into, i));
            } else {
                serials.write(row, into, at);
                if (row.isCounts()) {
                    times.writeCounts(columns[i], into, at);
                } else {
                    times.write(columns[i], into, at);
                }
            }
            if (into.get(at) == SEAL) {
                seals.advance(i);
            }
        }
    }

    static void deflate(ByteArrayOutputStream out, byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        byte[] packed = new byte[bytes.length + bytes.length / 8 + 64];
        try {
            deflater.setInput(bytes);
            deflater.finish();
            int size = deflater.deflate(packed);
            PackedBits.put(out, bytes.length);
            PackedBits.put(out, size);
            out.write(packed, 0, size);
        } finally {
            deflater.end();
        }
    }

    /** Reader of the output of {@link #deflate}. */
    static final class Cursor {
        private final byte[] bytes;
        private int at;

        Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        long number() {
            long value = 0;
            for (int shift = 0;; shift += 7) {
                byte b = bytes[at++];
                value |= (b & 0x7fL) << shift;
                if (b >= 0) {
                    return value;
                }
            }
        }

        byte[] inflated() throws DataFormatException {
            int length = (int) number();
            int size = (int) number();
            byte[] whole = new byte[length];
            Inflater inflater = new Inflater(true);
            try {
                inflater.setInput(bytes, at, size);
                if (length > 0 && inflater.inflate(whole) != length) {
                    throw new DataFormatException("too short");
                }
            } finally {
                inflater.end();
            }
            at += size;
            return whole;
        }
    }
}
