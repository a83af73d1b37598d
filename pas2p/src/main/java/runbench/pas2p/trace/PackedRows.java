package runbench.pas2p.trace;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a segment: each distinct row once, and their order as new rows and copies. */
final class PackedRows {
    private static final int SHORTEST_COPY = 4;
    private static final int HASH_BITS = 14;

    private PackedRows() {
    }

    /** Numbering of rows. */
    static final class Numbering {
        private final Map<PackedRow, Integer> numbers = new HashMap<>();
        private final List<PackedRow> rows = new ArrayList<>();

        int of(PackedRow row) {
            Integer known = numbers.putIfAbsent(row, rows.size());
            if (known != null) {
                return known;
            }
            rows.add(row);
            return rows.size() - 1;
        }

        List<PackedRow> rows() {
            return rows;
        }
    }

    static byte[] write(List<PackedRow> rows, int[] ids, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PackedBits.put(out, rows.size());
        for (PackedRow r : rows) {
            PackedBits.put(out, Integer.toUnsignedLong(r.head()));
            PackedBits.put(out, PackedBits.zigzag(r.peer()));
            PackedBits.put(out, PackedBits.zigzag(r.tag()));
            PackedBits.put(out, Integer.toUnsignedLong(r.comm()));
            PackedBits.put(out, PackedBits.zigzag(r.bytes()));
            PackedBits.put(out, PackedBits.zigzag(r.post()));
            PackedBits.put(out, PackedBits.zigzag(r.number()));
        }
        order(out, ids, count);
        return out.toByteArray();
    }

    /**
     * Writes runs of new numbers, each followed by a copy from some positions before; a repeated iteration is one copy.
     */
    private static void order(ByteArrayOutputStream out, int[] ids, int count) {
        int[] last = new int[1 << HASH_BITS];
        Arrays.fill(last, -1);
        int from = 0;
        int at = 0;
        while (at < count) {
            int length = 0;
            int hash = at + SHORTEST_COPY <= count ? hash(ids, at) : -1;
            int candidate = hash < 0 ? -1 : last[hash];
            if (candidate >= 0) {
                while (at + length < count && ids[candidate + length] == ids[at + length]) {
                    length++;
                }
            }
            if (length < SHORTEST_COPY) {
                if (hash >= 0) {
                    last[hash] = at;
                }
                at++;
                continue;
            }
            literals(out, ids, from, at);
            PackedBits.put(out, at - candidate);
            PackedBits.put(out, length);
            for (int end = at + length; at < end; at++) {
                if (at + SHORTEST_COPY <= count) {
                    last[hash(ids, at)] = at;
                }
            }
            from = at;
        }
        literals(out, ids, from, count);
    }

    private static int hash(int[] ids, int at) {
        int mixed = 0;
        for (int i = 0; i < SHORTEST_COPY; i++) {
            mixed = (mixed + ids[at + i]) * 0x9e3779b1;
        }
        return mixed >>> 32 - HASH_BITS;
    }

    private static void literals(ByteArrayOutputStream out, int[] ids, int from, int to) {
        PackedBits.put(out, to - from);
        for (int i = from; i < to; i++) {
            PackedBits.put(out, ids[i]);
        }
    }

    /**
     * Reads rows.
     *
     * @param ids receives the numbers of all rows
     */
    static List<PackedRow> read(byte[] bytes, int[] ids, int count) {
        PackedSegment.Cursor in = new PackedSegment.Cursor(bytes);
        int distinct = (int) in.number();
        List<PackedRow> rows = new ArrayList<>(distinct);
        for (int i = 0; i < distinct; i++) {
            rows.add(new PackedRow((int) in.number(), (int) PackedBits.unzigzag(in.number()),
                    (int) PackedBits.unzigzag(in.number()), (int) in.number(), PackedBits.unzigzag(in.number()),
                    (int) PackedBits.unzigzag(in.number()), (int) PackedBits.unzigzag(in.number())));
        }
        for (int at = 0;;) {
            for (long news = in.number(); news > 0; news--) {
                ids[at++] = (int) in.number();
            }
            if (at == count) {
                return rows;
            }
            int distance = (int) in.number();
            for (long copied = in.number(); copied > 0; copied--, at++) {
                ids[at] = ids[at - distance];
            }
        }
    }
}
