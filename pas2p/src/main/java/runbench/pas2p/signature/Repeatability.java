package runbench.pas2p.signature;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventContent;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankHeader;
import runbench.pas2p.trace.TraceFormat;

/**
 * Stretches of a traced run that do not repeat in other runs of the same program. The number of messages there depends
 * on time or on convergence. A cut inside, defined by a number of events, would differ between runs. After them,
 * counting resumes at a content that all runs share ({@link RepeatedEvents}).
 */
public final class Repeatability {
    /** The value for a single run: all of it is assumed to repeat. */
    public static final Repeatability NOT_KNOWN = new Repeatability(List.of(), 0, List.of(), new int[0], new int[0],
            List.of());

    /**
     * Ratio of the differences in durations to those in passages, below which time determines the number of passages.
     */
    private static final double MAX_TIME_LIMITED_RATIO = 0.5;

    /**
     * The duration of a stretch of one location in each run.
     *
     * @param from first tick of the stretch
     */
    private record Lasted(int from, double[] seconds) {}

    private final List<String> others;
    private final double othersS;
    private final List<List<RepeatedEvents.Stretch>> stretches;
    /** Logical times of cuts in non-repeating stretches of any location: from, to (inclusive), ascending, disjoint. */
    private final int[] from;
    private final int[] to;
    private final List<Lasted> lasted;

    private Repeatability(List<String> others, double othersS, List<List<RepeatedEvents.Stretch>> stretches, int[] from,
            int[] to, List<Lasted> lasted) {
        this.others = others;
        this.othersS = othersS;
        this.stretches = stretches;
        this.from = from;
        this.to = to;
        this.lasted = lasted;
    }

    /**
     * Compares runs.
     *
     * @param trace the run of the signature
     * @param others traces of the other runs, as typed
     * @param rule rule of logical times
     * @throws RunbenchException another run is incomplete, or has a different number of ranks
     */
    public static Repeatability of(MpiTrace trace, List<Path> others, OrderRule rule, Progress progress) {
        List<MpiTrace> runs = new ArrayList<>(List.of(trace));
        for (Path place : others) {
            MpiTrace other = MpiTrace.open(place);
            check(trace, other, place);
            runs.add(other);
        }
        List<List<RepeatedEvents.Stretch>> stretches = new ArrayList<>();
        List<List<double[]>> seconds = new ArrayList<>();
        for (int l = 0; l < trace.locations(); l++) {
            int location = l;
            List<Events> events = runs.stream().map(run -> Events.of(run, location)).toList();
            List<RepeatedEvents.Stretch> apart = RepeatedEvents.differingStretches(events.get(0).words,
                    events.stream().skip(1).map(Events::words).toList());
            apart = apart.stream().map(s -> bounded(s, events)).toList();
            stretches.add(apart);
            seconds.add(apart.stream()
                    .map(s -> IntStream.range(0, events.size())
                            .mapToDouble(r -> events.get(r).seconds(s.from()[r], s.open() ? -1 : s.to()[r]))
                            .toArray())
                    .toList());
        }
        List<String> names = others.stream().map(Path::toString).toList();
        double othersS = runs.stream().skip(1).mapToLong(run -> run.runEndNanos() - run.runStartNanos()).sum() / 1e9;
        if (stretches.stream().allMatch(List::isEmpty)) {
            return new Repeatability(names, othersS, stretches, new int[0], new int[0], List.of());
        }
        Ticks ticks = new Ticks(stretches);
        LogicalSweep.run(trace, rule, ticks, progress);
        return ticks.repeatability(names, othersS, seconds);
    }

    /**
     * Returns a stretch, extended by the whole loop that it ends if time limits that loop: runs then differ in the
     * number of passages, but not in duration. A loop that ends on convergence takes longer for more passages; its
     * first passages repeat.
     */
    private static RepeatedEvents.Stretch bounded(RepeatedEvents.Stretch s, List<Events> events) {
        if (s.open() || s.loop()[0] == s.from()[0]) {
            return s;
        }
        double[] counts = IntStream.range(0, events.size()).mapToDouble(r -> s.to()[r] - s.loop()[r]).toArray();
        double[] seconds = IntStream.range(0, events.size())
                .mapToDouble(r -> events.get(r).seconds(s.loop()[r], s.to()[r]))
                .toArray();
        return logRatio(seconds) < MAX_TIME_LIMITED_RATIO * logRatio(counts)
                ? new RepeatedEvents.Stretch(s.loop(), s.to(), s.hash(), s.loop())
                : s;
    }

    /** Returns the logarithm of the ratio of the greatest to the least value. */
    private static double logRatio(double[] values) {
        return Math.log(Arrays.stream(values).max().orElseThrow()
                / Math.max(Double.MIN_NORMAL, Arrays.stream(values).min().orElseThrow()));
    }

    private static void check(MpiTrace trace, MpiTrace other, Path place) {
        if (other.present(0) && trace.present(0) && sameRun(trace.header(0), other.header(0))) {
            throw RunbenchException
                    .badInput("--repeat " + place
                            + ": this is the same run, not another one: it does not show the differences between runs")
                    .remedy("trace the same command a second time: runbench pas2p trace -o RUN2 -- ...");
        }
        if (other.locations() != trace.locations()
                || !Arrays.equals(other.ranksOfLocations(), trace.ranksOfLocations())) {
            throw RunbenchException
                    .badInput("--repeat " + place + ": a run of " + other.ranks() + " ranks (" + other.locations()
                            + " threads that communicate), and the one that it is to repeat has " + trace.ranks() + " ("
                            + trace.locations() + ")")
                    .remedy("trace the same command a second time: runbench pas2p trace -o " + place + " -- ...");
        }
        if (!other.complete()) {
            throw RunbenchException
                    .badInput("--repeat " + place + ": the trace is not whole: " + String.join("; ", other.remarks()))
                    .remedy("trace the program again");
        }
    }

    private static boolean sameRun(RankHeader one, RankHeader other) {
        return one.file().equals(other.file()) || !one.run().isEmpty() && one.run().equals(other.run());
    }

    /** Returns true if an occurrence between these cuts can be found in another run. */
    boolean repeats(int startTick, int endTick) {
        int at = Arrays.binarySearch(from, endTick);
        int last = at >= 0 ? at : -at - 2;
        return last < 0 || to[last] < startTick;
    }

    int locations() {
        return stretches.size();
    }

    /** Returns the stretches of a location, ascending. */
    List<RepeatedEvents.Stretch> of(int location) {
        return stretches.isEmpty() ? List.of() : stretches.get(location);
    }

    /** Returns the traces of the other runs, as typed; empty: none. */
    List<String> others() {
        return others;
    }

    /** Returns the total duration of the other runs, s. */
    double othersSeconds() {
        return othersS;
    }

    /** Returns the number of stretches of the location with most of them. */
    int count() {
        return stretches.stream().mapToInt(List::size).max().orElse(0);
    }

    /** Returns the durations of the stretches from a logical time on in each run, as ratios to the first run. */
    double[] toFirst(int tick) {
        double[] sums = new double[others.size() + 1];
        lasted.stream().filter(l -> l.from >= tick).forEach(l -> Arrays.setAll(sums, r -> sums[r] + l.seconds[r]));
        return Arrays.stream(sums).map(sum -> sums[0] > 0 ? sum / sums[0] : 1).toArray();
    }

    /** The events of one location and their end times. */
    private record Events(long[] words, long[] ends, long beginNanos, long endNanos) {
        static Events of(MpiTrace trace, int location) {
            int n = (int) Math.min(Integer.MAX_VALUE - 8, trace.eventsOf(location));
            long[] words = new long[n];
            long[] ends = new long[n];
            int k = 0;
            try (EventCursor cursor = trace.cursor(location)) {
                while (cursor.advance()) {
                    if (cursor.kind() != TraceFormat.RECV && cursor.isEvent()) {
                        words[k] = EventContent.word(trace.communicators(), cursor);
                        ends[k++] = cursor.endNanos();
                    }
                }
            }
            return new Events(Arrays.copyOf(words, k), Arrays.copyOf(ends, k), trace.initEndNanos(location),
                    trace.endNanos(location));
        }

        /**
         * Returns the time between two events, s.
         *
         * @param to number of an event; -1: the end of the run
         */
        double seconds(int from, int to) {
            return ((to < 0 ? endNanos : ends[to - 1]) - (from == 0 ? beginNanos : ends[from - 1])) / 1e9;
        }
    }

    /** Logical times of the events at which stretches start and end. */
    private static final class Ticks implements SweepSink {
        private final List<List<RepeatedEvents.Stretch>> stretches;
        private final int[] counts;
        private final int[] next;
        private final List<int[]> from = new ArrayList<>();
        private final List<int[]> to = new ArrayList<>();

        Ticks(List<List<RepeatedEvents.Stretch>> stretches) {
            this.stretches = stretches;
            counts = new int[stretches.size()];
            next = new int[stretches.size()];
            for (List<RepeatedEvents.Stretch> own : stretches) {
                int[] ends = new int[own.size()];
                Arrays.fill(ends, Integer.MAX_VALUE);
                from.add(new int[own.size()]);
                to.add(ends);
            }
        }

        @Override
        public void event(int location, int tick, EventCursor event) {
            int number = ++counts[location];
            List<RepeatedEvents.Stretch> own = stretches.get(location);
            for (int s = next[location]; s < own.size() && own.get(s).from()[0] <= number; s++) {
                if (own.get(s).from()[0] == number) {
                    from.get(location)[s] = tick + 1;
                } else if (!own.get(s).open() && own.get(s).to()[0] == number) {
                    to.get(location)[s] = tick;
                    next[location] = s + 1;
                }
            }
        }

        @Override
        public void receive(int location, int tick, EventCursor event, long sentNanos) {
            // Cuts do not count receives.
        }

        @Override
        public void endTick(int tick) {
            // Ticks are irrelevant here.
        }

        Repeatability repeatability(List<String> others, double othersS, List<List<double[]>> seconds) {
            List<int[]> all = new ArrayList<>();
            List<Lasted> lasted = new ArrayList<>();
            for (int l = 0; l < stretches.size(); l++) {
                for (int s = 0; s < from.get(l).length; s++) {
                    all.add(new int[]{from.get(l)[s], to.get(l)[s]});
                    lasted.add(new Lasted(from.get(l)[s], seconds.get(l).get(s)));
                }
            }
            all.sort((a, b) -> Integer.compare(a[0], b[0]));
            List<int[]> merged = new ArrayList<>();
            for (int[] one : all) {
                int[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
                if (last != null && one[0] <= last[1]) {
                    last[1] = Math.max(last[1], one[1]);
                } else {
                    merged.add(one);
                }
            }
            return new Repeatability(others, othersS, stretches, merged.stream().mapToInt(m -> m[0]).toArray(),
                    merged.stream().mapToInt(m -> m[1]).toArray(), lasted);
        }
    }
}
