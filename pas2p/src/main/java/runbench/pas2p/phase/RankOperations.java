package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.order.EventType;

/**
 * The sends and collectives of each rank in a phase, irrespective of idle ticks and of the order of independent
 * operations. A blocking collective orders the operations of its rank: those before it differ from those after it. No
 * operation occurs twice in a phase, because a repetition ends the phase.
 */
final class RankOperations {
    /** The result of a comparison with events of which more may follow. */
    enum Verdict {
        SAME, DIFFERENT,
        /** All events so far agree, but some rank has fewer than needed. */
        UNFINISHED
    }

    private final int[] location;
    /** First operation of each location, and the number of all. */
    private final int[] from;
    /** Types in ascending order within each location, with their volumes. */
    private final long[] type;
    private final long[] bytes;
    /** Number of blocking collectives of the rank before the operation, within the phase. */
    private final int[] section;
    private final boolean[] found;
    final long hash;

    RankOperations(PhaseContent content) {
        int n = content.cells();
        int[] sections = new int[n];
        Integer[] order = new Integer[n];
        long sum = 0;
        int[] passed = new int[IntStream.range(0, n).map(content::rank).max().orElse(0) + 1];
        for (int i = 0; i < n; i++) {
            order[i] = i;
            sections[i] = passed[content.rank(i)];
            passed[content.rank(i)] += separates(content.type(i)) ? 1 : 0;
            sum += TickRow.element(content.rank(i), content.type(i));
        }
        hash = sum;
        Arrays.sort(order,
                Comparator.comparingInt((Integer i) -> content.rank(i)).thenComparingLong(i -> content.type(i)));
        type = Arrays.stream(order).mapToLong(content::type).toArray();
        bytes = Arrays.stream(order).mapToLong(content::bytes).toArray();
        section = Arrays.stream(order).mapToInt(i -> sections[i]).toArray();
        int[] starts = IntStream.range(0, n)
                .filter(i -> i == 0 || content.rank(order[i]) != content.rank(order[i - 1]))
                .toArray();
        location = Arrays.stream(starts).map(i -> content.rank(order[i])).toArray();
        from = Arrays.copyOf(starts, starts.length + 1);
        from[starts.length] = n;
        found = new boolean[n];
    }

    /** Returns true if operations after this one differ from those before it. */
    static boolean separates(long type) {
        return EventType.isCollective(type) && EventType.op(type).blocking() == EventType.op(type);
    }

    /** Returns true if the first rows consist of exactly these operations, regardless of sections and volumes. */
    boolean isWhole(OpenPhase open, int rows, long setHash) {
        return hash == setHash && type.length == open.rowStart[rows];
    }

    /**
     * Compares the next operations of each rank.
     *
     * @param rows ticks that the phase must cover: other ranks have no event in them
     * @param whole true: its own ranks have no further event in these ticks either; false: such events are left to the
     *     next phase
     * @param take receives the number of operations by location if the verdict is SAME; 0 everywhere otherwise
     * @param passed blocking collectives by location; 0 everywhere, before and after
     */
    Verdict compare(OpenPhase open, int rows, boolean whole, Similarity similarity, int[] take, int[] passed) {
        Arrays.fill(found, false);
        long agreeing = 0;
        int left = type.length;
        Verdict verdict = Verdict.UNFINISHED;
        for (int row = 0; row < open.rows && (left > 0 || row < rows); row++) {
            for (int i = open.rowStart[row]; i < open.rowStart[row + 1]; i++) {
                int r = open.rank[i];
                int l = Arrays.binarySearch(location, r);
                if (l < 0 ? row < rows : take[r] < from[l + 1] - from[l]) {
                    int at = l < 0 ? -1 : Arrays.binarySearch(type, from[l], from[l + 1], open.type[i]);
                    if (at < 0 || found[at] || section[at] != passed[r]) {
                        reset(take, passed);
                        return Verdict.DIFFERENT;
                    }
                    found[at] = true;
                    take[r]++;
                    left--;
                    passed[r] += separates(open.type[i]) ? 1 : 0;
                    agreeing += similarity.volumesAgree(bytes[at], open.bytes[i]) ? 1 : 0;
                } else if (whole && l >= 0 && row < rows) {
                    reset(take, passed);
                    return Verdict.DIFFERENT;
                }
            }
        }
        if (left == 0) {
            verdict = similarity.enough(agreeing, type.length) ? Verdict.SAME : Verdict.DIFFERENT;
        }
        for (int l : location) {
            passed[l] = 0;
            take[l] = verdict == Verdict.SAME ? take[l] : 0;
        }
        return verdict;
    }

    private void reset(int[] take, int[] passed) {
        for (int l : location) {
            take[l] = 0;
            passed[l] = 0;
        }
    }

    /**
     * Search for two rounds: all ranks perform each of their operations once, and then once more, in any order. The
     * ranks may be in different rounds in one tick.
     */
    static final class Rounds {
        private final Similarity similarity;
        private final SeenTypes seen = new SeenTypes();
        private final int[] second;
        private final int[] passed;
        private final int[] locations;
        /** By event of the first round: the number of occurrences and of blocking collectives before. */
        private int[] times = new int[256];
        private int[] section = new int[256];

        Rounds(int locations, Similarity similarity) {
            this.similarity = similarity;
            second = new int[locations];
            passed = new int[locations];
            this.locations = new int[locations];
        }

        /**
         * Searches.
         *
         * @param fromRow first tick of the first round
         * @param rows ticks that the first round must cover
         * @param take receives the number of operations of the first round by location if the verdict is SAME; 0
         *     everywhere otherwise
         */
        Verdict search(OpenPhase open, int fromRow, int rows, int[] take) {
            if (times.length < open.cells) {
                times = new int[2 * open.cells];
                section = new int[2 * open.cells];
            }
            seen.clear();
            int size = 0;
            int incomplete = 0;
            long agreeing = 0;
            long counted = 0;
            Verdict verdict = Verdict.UNFINISHED;
            for (int row = fromRow; row < open.rows && verdict == Verdict.UNFINISHED; row++) {
                for (int i = open.rowStart[row]; i < open.rowStart[row + 1]; i++) {
                    int r = open.rank[i];
                    if (take[r] > 0 && second[r] == take[r]) {
                        continue;
                    }
                    int first = seen.placeOf(r, open.type[i]);
                    if (first < 0 ? second[r] > 0 : times[first] == 2) {
                        verdict = Verdict.DIFFERENT;
                        break;
                    }
                    if (first < 0) {
                        if (take[r]++ == 0) {
                            locations[size++] = r;
                            incomplete++;
                        }
                        seen.add(r, open.type[i], i);
                        times[i] = 1;
                        section[i] = passed[r];
                    } else {
                        passed[r] = second[r]++ == 0 ? 0 : passed[r];
                        if (section[first] != passed[r]) {
                            verdict = Verdict.DIFFERENT;
                            break;
                        }
                        times[first] = 2;
                        counted++;
                        agreeing += similarity.volumesAgree(open.bytes[first], open.bytes[i]) ? 1 : 0;
                        incomplete -= second[r] == take[r] ? 1 : 0;
                    }
                    passed[r] += separates(open.type[i]) ? 1 : 0;
                }
                if (verdict == Verdict.UNFINISHED && incomplete == 0 && row >= rows) {
                    verdict = similarity.enough(agreeing, counted) ? Verdict.SAME : Verdict.DIFFERENT;
                }
            }
            for (int i = 0; i < size; i++) {
                second[locations[i]] = 0;
                passed[locations[i]] = 0;
                take[locations[i]] = verdict == Verdict.SAME ? take[locations[i]] : 0;
            }
            return verdict;
        }
    }
}
