package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import runbench.pas2p.trace.EventContent;

/**
 * The repeating part of one location's sends and collectives, event by event, compared with other runs of the same
 * program. Runs diverge where the program sends messages until a time limit or until convergence. Such a stretch is
 * excluded up to the next {@link EventContent#EVENTS} equal events. A later run finds its position by the content at
 * the end of the stretch, which no run has earlier in its stretch.
 */
final class RepeatedEvents {
    /**
     * Events that differ between runs.
     *
     * @param from number of the last event before the stretch in each run; the first run is the one of the signature
     * @param to number of the event whose content marks the end in each run; null: there is none up to the end of the
     *     run
     * @param hash that content
     * @param loop number of the last event, in all runs, before the loop with different numbers of passages; {@code
     *     from} of the first run if there is no loop
     */
    record Stretch(int[] from, int[] to, long hash, int[] loop) {
        boolean open() {
            return to == null;
        }
    }

    /** The positions where the first run and another one diverge and meet again; {@link #NEVER}: they do not meet. */
    private record Parted(int from, int to, int fromOther, int toOther) {}

    private static final int NEVER = Integer.MAX_VALUE;
    private static final int WINDOW = EventContent.EVENTS;
    private static final int FIRST_RADIUS = 256;
    /** Limit of stretches: a program with more divergences has no findable repetition. */
    private static final int MAX_STRETCHES = 1000;

    private static final int MAX_PASSAGE_LENGTH = 1024;

    private final long[] first;
    private final List<long[]> words = new ArrayList<>();
    /** Contents after each event, the first run's first. */
    private final List<long[]> hashes = new ArrayList<>();
    private final List<List<Parted>> parted = new ArrayList<>();

    private RepeatedEvents(long[] first) {
        this.first = first;
        words.add(first);
        hashes.add(hashes(first));
    }

    /**
     * Compares one location.
     *
     * @param first {@link EventContent#word} of each event of the signature's run
     * @param others the same for the other runs
     * @return the stretches, ascending; empty: all events repeat
     */
    static List<Stretch> differingStretches(long[] first, List<long[]> others) {
        RepeatedEvents events = new RepeatedEvents(first);
        for (long[] other : others) {
            events.words.add(other);
            events.hashes.add(hashes(other));
            events.parted.add(events.compare(other, events.hashes.get(events.hashes.size() - 1)));
        }
        return events.stretches();
    }

    private List<Parted> compare(long[] other, long[] otherHash) {
        List<Parted> all = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (true) {
            while (i < first.length && j < other.length && first[i] == other[j]) {
                i++;
                j++;
            }
            if (i == first.length && j == other.length) {
                return all;
            }
            int[] again = all.size() == MAX_STRETCHES ? null : meet(i, j, hashes.get(0), otherHash);
            all.add(again == null ? new Parted(i, NEVER, j, NEVER) : new Parted(i, again[0], j, again[1]));
            if (again == null) {
                return all;
            }
            i = again[0];
            j = again[1];
        }
    }

    /** Returns the positions after the nearest window that both runs share; null: none. */
    private static int[] meet(int i, int j, long[] hash, long[] otherHash) {
        int longest = Math.max(hash.length - i, otherHash.length - j);
        for (long radius = FIRST_RADIUS; radius < 2L * Math.max(longest, FIRST_RADIUS); radius *= 2) {
            int end = (int) Math.min(hash.length, i + radius);
            int otherEnd = (int) Math.min(otherHash.length, j + radius);
            Map<Long, Integer> places = new HashMap<>();
            for (int p = i + WINDOW - 1; p < end; p++) {
                places.putIfAbsent(hash[p], p);
            }
            long least = Long.MAX_VALUE;
            int[] at = null;
            for (int q = j + WINDOW - 1; q < otherEnd && q - j < least; q++) {
                Integer p = places.get(otherHash[q]);
                if (p != null && (long) p - i + q - j < least) {
                    least = (long) p - i + q - j;
                    at = new int[]{p + 1, q + 1};
                }
            }
            if (at != null) {
                return at;
            }
        }
        return null;
    }

    private List<Stretch> stretches() {
        List<Parted> all = parted.stream().flatMap(List::stream).sorted(Comparator.comparingInt(Parted::from)).toList();
        List<Stretch> stretches = new ArrayList<>();
        for (int next = 0; next < all.size();) {
            int from = all.get(next).from;
            int to = all.get(next++).to;
            List<Set<Long>> earlier = hashes.stream().map(h -> (Set<Long>) new HashSet<Long>()).toList();
            int[] seen = places(from);
            int settled = stretches.isEmpty() ? 0 : stretches.get(stretches.size() - 1).to()[0];
            int loop = Math.max(settled, loop(places(from)));
            if (loop < from) {
                seen = places(loop);
            }
            while (true) {
                while (next < all.size() && all.get(next).from < to) {
                    to = Math.max(to, all.get(next++).to);
                }
                if (to >= first.length || onlyHere(to, seen, earlier)) {
                    break;
                }
                to++;
            }
            if (to >= first.length) {
                stretches.add(new Stretch(places(from), null, 0, places(loop)));
                return stretches;
            }
            stretches.add(new Stretch(places(from), places(to), hashes.get(0)[to - 1], places(loop)));
        }
        return stretches;
    }

    /**
     * Returns the start, in the first run, of the loop with different numbers of passages; {@code from} if there is
     * none.
     */
    private int loop(int[] from) {
        for (int r = 0; r < from.length; r++) {
            int passage = passage(words.get(r), from[r]);
            if (passage > 0) {
                int begin = from[r];
                while (begin > passage && words.get(r)[begin - 1] == words.get(r)[begin - 1 - passage]) {
                    begin--;
                }
                return from[0] - (from[r] - begin) - passage;
            }
        }
        return from[0];
    }

    /**
     * Returns the number of events per passage of the loop that continues at a position for at least one passage; 0:
     * none.
     */
    private static int passage(long[] run, int at) {
        for (int length = 1; length <= Math.min(MAX_PASSAGE_LENGTH, Math.min(at, run.length - at)); length++) {
            int same = 0;
            while (same < length && run[at + same] == run[at + same - length]) {
                same++;
            }
            if (same == length) {
                return length;
            }
        }
        return 0;
    }

    /**
     * Returns true if the content after this event is equal in all runs and did not occur earlier in the stretch of any
     * run.
     */
    private boolean onlyHere(int to, int[] seen, List<Set<Long>> earlier) {
        int[] at = places(to);
        long hash = hashes.get(0)[to - 1];
        boolean only = true;
        for (int r = 0; r < at.length; r++) {
            for (; seen[r] < at[r] - 1; seen[r]++) {
                earlier.get(r).add(hashes.get(r)[seen[r]]);
            }
            only &= hashes.get(r)[at[r] - 1] == hash && !earlier.get(r).contains(hash);
        }
        return only;
    }

    /** Returns the number in each run of a common event of the first run. */
    private int[] places(int number) {
        int[] places = new int[hashes.size()];
        places[0] = number;
        for (int r = 1; r < places.length; r++) {
            places[r] = number;
            for (Parted p : parted.get(r - 1)) {
                if (p.from < number) {
                    places[r] = number - p.to + p.toOther;
                }
            }
        }
        return places;
    }

    private static long[] hashes(long[] words) {
        EventContent content = new EventContent(null);
        long[] hashes = new long[words.length];
        for (int k = 0; k < words.length; k++) {
            content.add(words[k]);
            hashes[k] = content.hash();
        }
        return hashes;
    }
}
