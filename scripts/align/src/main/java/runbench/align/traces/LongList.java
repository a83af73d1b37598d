package runbench.align.traces;

import java.util.Arrays;

/** A growing list of longs without boxing. */
final class LongList {
    private long[] values = new long[16];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    long get(int i) {
        return values[i];
    }

    int size() {
        return size;
    }
}
