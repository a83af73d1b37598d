package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.pas2p.phase.OccurrenceTimes;
import runbench.pas2p.signature.StratumDraft.TracedTrend;

/**
 * The selection of occurrences to measure: two-phase stratified sampling. The trace contains all durations (the first
 * phase). Strata are phases, divided into duration classes if their durations have several modes. Occurrences are
 * allocated to strata by time and spread (Neyman 1934; Cochran, Sampling Techniques, 3rd ed., 5.5), so that the
 * interval of the sum has the requested width.
 *
 * <p>A measured program runs up to the last measured occurrence, so occurrences are taken from the start of the run,
 * after a warm-up. Every occurrence of a stratum before the stop is measured, because it costs nothing extra. The
 * selection is not random. Two measures correct for that: a ratio to the traced durations, and an allowance for
 * disturbances that outlast one occurrence, as seen in the trace ({@link TracedStretches}).
 */
final class SamplingPlan {
    /**
     * Minimum number of occurrences of a stratum, if it has them early enough: a spread estimated from fewer is
     * unreliable.
     */
    private static final int MIN_PER_STRATUM = 30;
    private static final int MAX_OF_A_STRATUM = 4096;
    private static final int MAX_NUMBERS = 200_000;
    /** Number of occurrences from which the permitted share also limits the time. */
    private static final int MANY_OCCURRENCES = 2000;
    /** Share of the time in strata that are reached, below which the stretch is widened, and that it then reaches. */
    private static final double MIN_REACHED_SHARE = 0.25;
    private static final double WIDENED_REACHED_SHARE = 0.5;

    final List<StratumDraft> strata = new ArrayList<>();
    /** Positions in the run, ascending, and the stratum of each. */
    int[] chosen = {};
    StratumDraft[] stratumOf = {};
    /** Position of the last selected occurrence; -1: none. */
    int stop = -1;
    /** Share of the run's events within which occurrences were selected. */
    double within;
    /** Expected half width of the interval, as a share of the time in strata. */
    double expectedError;
    TracedStretches stretches;
    private double trendVariance;
    private final OccurrenceTimes times;
    private final IntPredicate repeats;
    private final SignatureOptions options;

    private SamplingPlan(OccurrenceTimes times, IntPredicate repeats, SignatureOptions options) {
        this.times = times;
        this.repeats = repeats;
        this.options = options;
        within = options.within();
    }

    /**
     * Selects occurrences of a run that repeats as a whole.
     *
     * @param relevant by phase
     * @param events events of one occurrence, by phase
     * @param locations number of locations
     */
    static SamplingPlan of(OccurrenceTimes times, boolean[] relevant, int[] events, int locations,
            SignatureOptions options) {
        return of(times, i -> true, relevant, events, locations, options);
    }

    /**
     * Selects occurrences.
     *
     * @param repeats true for the position of an occurrence that can be found in another run
     * @param relevant by phase
     * @param events events of one occurrence, by phase
     * @param locations number of locations
     */
    static SamplingPlan of(OccurrenceTimes times, IntPredicate repeats, boolean[] relevant, int[] events, int locations,
            SignatureOptions options) {
        SamplingPlan plan = new SamplingPlan(times, repeats, options);
        plan.stratify(relevant);
        plan.limit(events);
        plan.allocate();
        if (!plan.reachesEnough() && options.widest() > options.within()) {
            plan.widen(events);
            plan.allocate();
        }
        plan.extend();
        plan.choose(locations);
        return plan;
    }

    private void stratify(boolean[] relevant) {
        int[] count = new int[relevant.length];
        for (int i = 0; i < times.size(); i++) {
            count[times.phase(i)] += repeats.test(i) ? 1 : 0;
        }
        int[][] places = new int[relevant.length][];
        for (int p = 0; p < relevant.length; p++) {
            places[p] = relevant[p] ? new int[count[p]] : null;
        }
        Arrays.fill(count, 0);
        for (int i = 0; i < times.size(); i++) {
            int p = times.phase(i);
            if (places[p] != null && repeats.test(i)) {
                places[p][count[p]++] = i;
            }
        }
        for (int p = 0; p < relevant.length; p++) {
            if (places[p] != null && places[p].length > 0) {
                stratify(p, places[p]);
            }
        }
    }

    private void stratify(int phase, int[] places) {
        double[] durations = Arrays.stream(places).mapToDouble(times::nanos).toArray();
        // Waits for a processor make no class of durations.
        double[] needed = Arrays.stream(places).mapToDouble(times::neededNanos).toArray();
        double[] classes = DurationClasses.of(needed);
        TracedTrend fitted = new TracedTrend(durations);
        double[] trend = fitted.values;
        trendVariance += Math.pow(fitted.error() * Arrays.stream(durations).sum(), 2);
        for (int c = 0; c < classes.length; c++) {
            double from = classes[c];
            double to = c + 1 < classes.length ? classes[c + 1] : Double.POSITIVE_INFINITY;
            int[] serials = IntStream.range(0, places.length)
                    .filter(i -> needed[i] >= from && needed[i] < to)
                    .toArray();
            StratumDraft stratum = new StratumDraft(phase, c, from, to, serials,
                    Arrays.stream(serials).map(s -> places[s]).toArray(), times,
                    Arrays.stream(serials).mapToDouble(s -> trend[s]).toArray());
            int warm = warmUp(places.length);
            // The run's first occurrence has no preceding event to count to.
            while (stratum.firstUsable < serials.length
                    && (serials[stratum.firstUsable] < warm || stratum.places[stratum.firstUsable] == 0)) {
                stratum.firstUsable++;
            }
            strata.add(stratum);
        }
    }

    /**
     * Returns the number of warm-up occurrences: the first ones of a phase have cold caches, untouched pages and
     * missing connections.
     */
    static int warmUp(int weight) {
        return weight >= 100 ? 2 : weight >= 3 ? 1 : 0;
    }

    private void limit(int[] events) {
        int last = lastWithin(events, options.within());
        if (times.size() >= MANY_OCCURRENCES) {
            long start = times.startNanos(0);
            double limit = options.within() * (times.endNanos(times.size() - 1) - start);
            while (last >= 0 && times.endNanos(last) - start > limit) {
                last--;
            }
        }
        limit(last);
    }

    /** Returns the last occurrence within a share of the events; -1: none. */
    private int lastWithin(int[] events, double share) {
        long total = 0;
        for (int i = 0; i < times.size(); i++) {
            total += events[times.phase(i)];
        }
        long sum = 0;
        int last = -1;
        while (last + 1 < times.size() && sum + events[times.phase(last + 1)] <= share * total) {
            sum += events[times.phase(++last)];
        }
        return last;
    }

    /** Returns whether strata with a sufficient share of the time have occurrences within the permitted stretch. */
    boolean reachesEnough() {
        return strata.stream().filter(s -> s.usable() > 0).mapToDouble(s -> s.nanos).sum() > MIN_REACHED_SHARE
                * strata.stream().mapToDouble(s -> s.nanos).sum();
    }

    /**
     * Extends the permitted stretch until it contains enough occurrences of strata with enough of the time, or as many
     * as there are.
     */
    private void widen(int[] events) {
        int most = lastWithin(events, options.widest());
        double time = strata.stream().mapToDouble(s -> s.nanos).sum();
        double reached = 0;
        int last = -1;
        for (StratumDraft s : strata.stream()
                .filter(s -> s.firstUsable < s.places.length)
                .sorted(Comparator.comparingInt(StratumDraft::sufficientPlace))
                .toList()) {
            if (reached < WIDENED_REACHED_SHARE * time && s.places[s.firstUsable] <= most) {
                last = Math.min(most, Math.max(last, s.sufficientPlace()));
                reached += s.nanos;
            }
        }
        long before = 0;
        long total = 0;
        for (int i = 0; i < times.size(); i++) {
            total += events[times.phase(i)];
            before += i <= last ? events[times.phase(i)] : 0;
        }
        within = Math.max(within, (double) before / total);
        limit(last);
    }

    private void limit(int last) {
        for (StratumDraft s : strata) {
            int end = Arrays.binarySearch(s.places, last);
            s.usableEnd = end >= 0 ? end + 1 : -end - 1;
        }
    }

    /** Returns the standard error of the trend over the measured stretch, as a share. */
    double trendError() {
        double time = strata.stream().mapToDouble(s -> s.nanos).sum();
        return time == 0 ? 0 : Math.sqrt(trendVariance) / time;
    }

    /** Returns the time in occurrences that cannot be found in another run, ns. */
    long apartNanos() {
        return IntStream.range(0, times.size()).filter(i -> !repeats.test(i)).mapToLong(times::nanos).sum();
    }

    /** Returns the part of that time after the stop, ns. */
    long apartNanosBehind() {
        return IntStream.range(stop + 1, times.size()).filter(i -> !repeats.test(i)).mapToLong(times::nanos).sum();
    }

    /** Adds the MPI share of an occurrence after the stop to its stratum. */
    void behind(int place, double mpiShare) {
        for (StratumDraft s : strata) {
            if (repeats.test(place) && s.phase == times.phase(place) && s.contains(times.neededNanos(place))) {
                s.behind(times.nanos(place), mpiShare);
            }
        }
    }

    private void allocate() {
        double z = quantile();
        double time = strata.stream().mapToDouble(s -> s.nanos).sum();
        for (StratumDraft s : strata) {
            s.wanted = Math.min(s.places.length,
                    Math.max(2, Math.min(MIN_PER_STRATUM, (int) (within * s.places.length))));
        }
        stop();
        double correlated = correlation(time);
        // Both the traced and the measured run scatter: twice the variance.
        double spreads = strata.stream().mapToDouble(s -> s.nanos * s.spread * Math.sqrt(2)).sum();
        double all = correlated * Math.pow(z * spreads / (options.error() * time), 2);
        for (StratumDraft s : strata) {
            double share = spreads == 0 ? 0 : s.nanos * s.spread * Math.sqrt(2) / spreads;
            s.wanted = Math.min(s.places.length,
                    Math.max(s.wanted, (int) Math.min(Integer.MAX_VALUE / 2.0, Math.ceil(all * share))));
        }
        expectedError = time == 0 ? 0
                : z * Math.sqrt(correlated
                        * strata.stream().mapToDouble(s -> 2 * Math.pow(s.nanos * s.spread, 2) / s.wanted).sum())
                        / time;
    }

    /**
     * Returns the variance of stretches relative to that of independent occurrences, at most 1. It is below 1 if a
     * program compensates for lost time.
     */
    private double correlation(double time) {
        int length = stop + 1 - start();
        TracedStretches seen = TracedStretches.of(times, strata, start(), stop);
        double independent = strata.stream()
                .mapToDouble(s -> Math.pow(s.nanos * s.spread / time, 2) * times.size()
                        / ((double) s.places.length * length))
                .sum();
        return TracedStretches.preservedShare(seen.spread(), independent);
    }

    private double quantile() {
        return new NormalDistribution().inverseCumulativeProbability(0.5 + options.confidence() / 2);
    }

    /** Extends the stretch while long disturbances make stretches differ too much. */
    private void extend() {
        double z = quantile();
        int before = -2;
        stop();
        stretches = TracedStretches.of(times, strata, start(), stop);
        while (z * Math.sqrt(2) * stretches.spread() > options.error() && stop > before) {
            before = stop;
            for (StratumDraft s : strata) {
                s.wanted = Math.min(s.places.length, s.wanted * 3 / 2);
            }
            stop();
            TracedStretches longer = TracedStretches.of(times, strata, start(), stop);
            stretches = longer.spread() > 0 ? longer : stretches;
        }
        expectedError = Math.max(expectedError, z * Math.sqrt(2) * stretches.spread());
    }

    private int start() {
        return strata.stream().filter(s -> s.usable() > 0).mapToInt(s -> s.places[s.firstUsable]).min().orElse(0);
    }

    private void stop() {
        stop = -1;
        for (StratumDraft s : strata) {
            int n = Math.min(s.wanted, s.usable());
            if (n > 0) {
                stop = Math.max(stop, s.places[s.firstUsable + n - 1]);
            }
        }
    }

    private void choose(int locations) {
        int most = Math.max(4, Math.min(MAX_OF_A_STRATUM, MAX_NUMBERS / (2 * locations * Math.max(1, strata.size()))));
        List<long[]> all = new ArrayList<>();
        for (int k = 0; k < strata.size(); k++) {
            StratumDraft s = strata.get(k);
            int end = s.firstUsable;
            while (end < s.usableEnd && s.places[end] <= stop) {
                end++;
            }
            int n = end - s.firstUsable;
            s.measured = Math.min(n, Math.max(most, s.wanted));
            for (int i = 0; i < s.measured; i++) {
                // Evenly spaced, including the last one, whose end may be the stop.
                int at = s.firstUsable + (int) ((i + 1L) * n / s.measured) - 1;
                all.add(new long[]{s.places[at], k});
            }
        }
        all.sort((a, b) -> Long.compare(a[0], b[0]));
        chosen = all.stream().mapToInt(a -> (int) a[0]).toArray();
        stratumOf = all.stream().map(a -> strata.get((int) a[1])).toArray(StratumDraft[]::new);
    }

    /**
     * Classification of durations with several modes: natural breaks (the split with the least variance within classes,
     * Fisher 1958). A split is accepted only if at most a tenth of the variance remains, which neither a normal
     * distribution (36 %) nor a steady growth (25 %) permits, and if each class has its share of the time.
     */
    static final class DurationClasses {
        private static final double MAX_REMAINING_VARIANCE = 0.10;
        private static final double MIN_VARIATION = 0.05;
        private static final double MIN_SHARE = 0.01;
        private static final int MAX_CLASSES = 4;

        private DurationClasses() {
        }

        /** Returns the lower limit of each class, ascending; the first is the shortest duration. */
        static double[] of(double[] durations) {
            double[] sorted = durations.clone();
            Arrays.sort(sorted);
            double total = Arrays.stream(sorted).sum();
            int[] starts = new int[MAX_CLASSES];
            int n = 1;
            boolean split = true;
            while (split && n < MAX_CLASSES) {
                split = false;
                for (int c = 0; c < n && !split; c++) {
                    int at = breakOf(sorted, starts[c], c + 1 < n ? starts[c + 1] : sorted.length, MIN_SHARE * total);
                    if (at > 0) {
                        System.arraycopy(starts, c + 1, starts, c + 2, n - c - 1);
                        starts[c + 1] = at;
                        n++;
                        split = true;
                    }
                }
            }
            return Arrays.stream(starts, 0, n).mapToDouble(s -> sorted[s]).toArray();
        }

        /** Returns the start of the upper class; -1: one class. */
        private static int breakOf(double[] sorted, int from, int to, double leastTime) {
            double sum = 0;
            double squares = 0;
            for (int i = from; i < to; i++) {
                sum += sorted[i];
                squares += sorted[i] * sorted[i];
            }
            int n = to - from;
            double within = squares - sum * sum / n;
            if (n < 4 || within <= n * Math.pow(MIN_VARIATION * sum / n, 2)) {
                return -1;
            }
            double least = MAX_REMAINING_VARIANCE * within;
            int best = -1;
            double lower = 0;
            double lowerSquares = 0;
            for (int i = from + 1; i < to; i++) {
                lower += sorted[i - 1];
                lowerSquares += sorted[i - 1] * sorted[i - 1];
                double left = lowerSquares - lower * lower / (i - from) + squares - lowerSquares
                        - (sum - lower) * (sum - lower) / (to - i);
                boolean apart = sorted[i] > sorted[i - 1] && i - from >= 2 && to - i >= 2 && lower >= leastTime
                        && sum - lower >= leastTime;
                if (apart && left < least) {
                    least = left;
                    best = i;
                }
            }
            return best;
        }
    }
}
