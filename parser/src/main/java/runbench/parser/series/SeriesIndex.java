package runbench.parser.series;

/**
 * Numbers the series (group, task, CPU) of a recording from 0 on, as they occur: no object per record or per series.
 */
final class SeriesIndex {
    private long[] keys = new long[64];
    /** Number + 1 of the key at the same place; 0 when the place is free. */
    private int[] numbers = new int[64];
    private int used;
    private long recentKey;
    private int recent = -1;

    /** Series seen so far. */
    int used() {
        return used;
    }

    /** Number of a series; {@link #used} before the call where it is new. */
    int of(int group, int task, int cpu) {
        long key = (long) group << 56 | Integer.toUnsignedLong(task) << 24 | cpu & 0xffffff;
        if (key == recentKey && recent >= 0) {
            return recent;
        }
        if (2 * used >= keys.length) {
            grow();
        }
        int i = place(key);
        if (numbers[i] == 0) {
            keys[i] = key;
            numbers[i] = ++used;
        }
        recentKey = key;
        recent = numbers[i] - 1;
        return recent;
    }

    /** Sees each series with its number. */
    @FunctionalInterface
    interface Visitor {
        void series(int number, int group, int task);
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] != 0) {
                visitor.series(numbers[i] - 1, (int) (keys[i] >>> 56), (int) (keys[i] >>> 24));
            }
        }
    }

    private int place(long key) {
        int mask = keys.length - 1;
        int i = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
        while (numbers[i] != 0 && keys[i] != key) {
            i = i + 1 & mask;
        }
        return i;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[2 * oldKeys.length];
        numbers = new int[2 * oldKeys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] != 0) {
                int j = place(oldKeys[i]);
                keys[j] = oldKeys[i];
                numbers[j] = oldNumbers[i];
            }
        }
    }
}
