package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.signature.CutPlan.CutContent;
import runbench.pas2p.trace.EventContent;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * Data of occurrences from a second walk over the trace: the time of each inside MPI, and the cuts at the start and end
 * of some. A cut is after the last send or collective of each location before the occurrence (for its end: before the
 * next one). Such a cut is consistent; "before the first one of the occurrence" is not: a rank would stop before a send
 * that another rank waits for. Memory is proportional to the requested occurrences.
 */
final class OccurrenceCuts implements SweepSink {
    private final SignedLevel all;
    private final int[] wanted;
    private final long[][] start;
    private final long[][] end;
    private final String[] stopContents;
    private final long[] counts;
    private final EventContent[] contents;
    private final Landmarks[] landmarks;
    private final NewContents[] sinceCut;
    /** Contents at the cuts, by occurrence and location. */
    private final long[][] startContent;
    private final long[][] endContent;
    /** By location, indices into {@code wanted}: the next occurrence to begin and the next to end. */
    private final int[] begins;
    private final int[] ends;
    private final SamplingPlan plan;
    private final double[] mpiShare;
    private final long[] lastEnd;
    private final long[] mpiSoFar;
    private int place;
    private int chosen;
    private long wallNanos;
    private long mpiNanos;

    private OccurrenceCuts(MpiTrace trace, SignedLevel all, SamplingPlan plan) {
        this.all = all;
        this.plan = plan;
        wanted = plan.chosen;
        mpiShare = new double[wanted.length];
        int locations = trace.locations();
        lastEnd = new long[locations];
        mpiSoFar = new long[locations];
        start = new long[wanted.length][locations];
        end = new long[wanted.length][locations];
        stopContents = new String[locations];
        counts = new long[locations];
        contents = new EventContent[locations];
        Arrays.setAll(contents, l -> new EventContent(trace.communicators()));
        landmarks = new Landmarks[locations];
        Arrays.setAll(landmarks, l -> new Landmarks(locations));
        sinceCut = new NewContents[locations];
        Arrays.setAll(sinceCut, l -> new NewContents(locations));
        startContent = new long[wanted.length][locations];
        endContent = new long[wanted.length][locations];
        begins = new int[locations];
        ends = new int[locations];
    }

    /**
     * Walks the trace.
     *
     * @param plan selects the occurrences; its strata receive the MPI share after the stop
     */
    static OccurrenceCuts of(MpiTrace trace, OrderRule rule, SignedLevel all, SamplingPlan plan, Progress progress) {
        OccurrenceCuts cuts = new OccurrenceCuts(trace, all, plan);
        LogicalSweep.run(trace, rule, cuts, progress);
        IntStream.range(0, trace.locations()).forEach(l -> cuts.upTo(l, Integer.MAX_VALUE));
        cuts.occurrenceEnds();
        return cuts;
    }

    long[] start(int i) {
        return start[i];
    }

    long[] end(int i) {
        return end[i];
    }

    /** Returns the content of an occurrence, as in {@link Signature.Wanted#content}. */
    String content(int i) {
        return CutContent.of(CutContent.combined(Arrays.stream(startContent[i])),
                CutContent.combined(Arrays.stream(endContent[i])));
    }

    /** Returns the landmarks of each location, as in {@link Signature#landmarks}. */
    List<String> landmarks() {
        return IntStream.range(0, landmarks.length)
                .mapToObj(l -> landmarks[l].text(all.repeatability().of(l), landmarks.length))
                .toList();
    }

    /** Returns the contents at the stop, as in {@link Signature.Repeated#stopContents}. */
    List<String> stopContents() {
        return Arrays.asList(stopContents);
    }

    double mpiShare(int i) {
        return mpiShare[i];
    }

    private void occurrenceEnds() {
        double share = wallNanos == 0 ? 0 : Math.min(1, (double) mpiNanos / wallNanos);
        if (chosen < wanted.length && wanted[chosen] == place) {
            mpiShare[chosen++] = share;
        }
        if (place > plan.stop) {
            plan.behind(place, share);
        }
        wallNanos = 0;
        mpiNanos = 0;
        place++;
    }

    /** Advances a location to a tick: its events below it, and no others, were counted. */
    private void upTo(int l, int tick) {
        boolean endsNow = ends[l] < wanted.length && all.endTick(wanted[ends[l]], l) <= tick;
        boolean beginsNow = begins[l] < wanted.length && all.startTick(wanted[begins[l]], l) <= tick;
        if (!endsNow && !beginsNow) {
            return;
        }
        long content = contents[l].hash();
        while (begins[l] < wanted.length && all.startTick(wanted[begins[l]], l) <= tick) {
            startContent[begins[l]][l] = content;
            start[begins[l]++][l] = counts[l];
        }
        while (ends[l] < begins[l] && all.endTick(wanted[ends[l]], l) <= tick) {
            if (ends[l] == wanted.length - 1) {
                stopContents[l] = sinceCut[l].latestIsNew() ? Long.toHexString(content) : null;
            }
            endContent[ends[l]][l] = content;
            end[ends[l]++][l] = counts[l];
        }
        sinceCut[l].clear();
    }

    @Override
    public void event(int location, int tick, EventCursor event) {
        upTo(location, tick);
        while (place + 1 < all.size() && all.startTick(place + 1) <= tick) {
            occurrenceEnds();
        }
        counts[location] = event.number();
        contents[location].add(event);
        if (ends[location] < wanted.length) {
            sinceCut[location].add(contents[location].hash());
        }
        landmarks[location].add(contents[location].hash(), event.number());
        long inCall = event.endNanos() - event.startNanos();
        if (lastEnd[location] != 0) {
            wallNanos += Math.max(0, event.endNanos() - lastEnd[location]);
            mpiNanos += Math.max(0, event.mpiNanos() + inCall - mpiSoFar[location]);
        }
        lastEnd[location] = event.endNanos();
        mpiSoFar[location] = event.mpiNanos() + inCall;
    }

    @Override
    public void receive(int location, int tick, EventCursor event, long sentNanos) {
        // Cuts do not count receives: their order of completion may differ from run to run.
    }

    @Override
    public void endTick(int tick) {
        // The cuts of a location follow from its own events.
    }

    /**
     * The contents of a location's events since its latest cut. A content that occurs for the first time can serve as a
     * stop.
     */
    static final class NewContents {
        /** Limit of events after a cut; later new contents have little value, and all of them need memory. */
        private static final int MAX_PER_LOCATION = 1 << 14;
        /** Limit for all locations together. */
        private static final int MAX_TOTAL = 1 << 20;

        private final Set<Long> seen = new HashSet<>();
        private final int most;
        private boolean latestIsNew;

        /**
         * Creates the contents.
         *
         * @param locations number of locations of the trace
         */
        NewContents(int locations) {
            most = Math.min(MAX_PER_LOCATION, MAX_TOTAL / locations);
        }

        void add(long content) {
            latestIsNew = seen.size() < most && seen.add(content);
        }

        /** Marks a cut. */
        void clear() {
            seen.clear();
            latestIsNew = false;
        }

        /** Returns true if there was an event since the cut and its content is new. */
        boolean latestIsNew() {
            return latestIsNew;
        }
    }

    /**
     * Contents that occurred exactly once among a location's events in the whole trace. If another run shows such a
     * content, its position is known, however many events it took. Loops have none inside; a transition between loops
     * has one.
     */
    private static final class Landmarks {
        private static final int MAX_TOTAL = 100_000;
        private static final int MAX_PER_LOCATION = 256;
        private static final int MIN_PER_LOCATION = 16;
        /**
         * Limit of contents over all locations. A location beyond its share has no landmarks: it would need the memory
         * of the whole trace.
         */
        private static final int MAX_CONTENTS = 1 << 22;
        private static final int MAX_STORED_PER_LOCATION = 1 << 20;
        private static final int REPEATED = -1;

        private final Map<Long, Integer> seen = new HashMap<>();
        private final int share;
        private boolean full;

        /**
         * Creates the landmarks.
         *
         * @param locations number of locations of the trace
         */
        Landmarks(int locations) {
            share = Math.min(MAX_STORED_PER_LOCATION, MAX_CONTENTS / locations);
        }

        void add(long content, long number) {
            if (number < EventContent.EVENTS || full) {
                return;
            }
            Integer before = seen.get(content);
            if (before == null) {
                full = seen.size() >= share;
                seen.put(content, (int) Math.min(Integer.MAX_VALUE, number));
            } else if (before != REPEATED) {
                seen.put(content, REPEATED);
            }
        }

        /**
         * Returns landmarks in the interposer's format: {@code NUMBER:CONTENT NUMBER:CONTENT ...}, spread over the
         * location's events.
         *
         * @param apart stretches that do not repeat in other runs
         */
        String text(List<RepeatedEvents.Stretch> apart, int locations) {
            if (full) {
                return "";
            }
            List<Map.Entry<Long, Integer>> once = seen.entrySet()
                    .stream()
                    .filter(e -> e.getValue() != REPEATED && repeats(apart, e.getValue()))
                    .sorted(Map.Entry.comparingByValue())
                    .toList();
            List<Map.Entry<Long, Integer>> spread = new ArrayList<>();
            for (Map.Entry<Long, Integer> e : once) {
                if (spread.isEmpty()
                        || e.getValue() - spread.get(spread.size() - 1).getValue() >= EventContent.EVENTS) {
                    spread.add(e);
                }
            }
            int most = Math.max(MIN_PER_LOCATION, Math.min(MAX_PER_LOCATION, MAX_TOTAL / locations));
            int step = (spread.size() + most - 1) / most;
            List<String> text = new ArrayList<>();
            for (int i = 0; i < spread.size(); i += Math.max(1, step)) {
                text.add(spread.get(i).getValue() + ":" + Long.toHexString(spread.get(i).getKey()));
            }
            return text.stream().collect(Collectors.joining(" "));
        }

        private static boolean repeats(List<RepeatedEvents.Stretch> apart, int number) {
            return apart.stream().noneMatch(s -> number > s.from()[0] && (s.open() || number < s.to()[0]));
        }
    }
}
