package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * Which occurrences to measure: two-phase stratified sampling. All durations are known from the trace (the first phase), so strata are
 * phases and, where their durations have several modes, classes of duration; occurrences are allocated to them by time and spread
 * (Neyman 1934; Cochran, Sampling Techniques, 3rd ed., 5.5) so that the interval of the sum is as narrow as asked for.
 *
 * <p>A program that runs again pays for everything up to the last occurrence measured, so they are taken from the beginning of the
 * run, behind a warm-up, and everything of a stratum that lies before the stop is measured: neighbours come free. That they are not
 * drawn at random is made good by estimating a ratio to the traced durations, and by allowing for disturbances that outlast one
 * occurrence as the trace shows them ({@link DurationSpread#ofMeans}).
 */
final class SamplingPlan {
    /** So many of a stratum, where it has them soon enough: a spread estimated from fewer says little. */
    private static final int FEW = 10;
    private static final int MOST_OF_A_STRATUM = 512;
    private static final int MOST_NUMBERS = 200_000;

    final List<StratumDraft> strata = new ArrayList<>();
    /** Places in the run, ascending, and the stratum of each. */
    int[] chosen = {};
    StratumDraft[] stratumOf = {};
    /** Place of the last occurrence chosen; -1: none. */
    int stop = -1;
    /** Half width of the interval to be expected, as a share of the time in strata. */
    double expectedError;
    private final OccurrenceTimes times;
    private final SamplingOptions options;

    private SamplingPlan(OccurrenceTimes times, SamplingOptions options) {
        this.times = times;
        this.options = options;
    }

    /**
     * @param relevant by phase
     * @param events   of one occurrence, by phase
     * @param locations that each cut has numbers of
     */
    static SamplingPlan of(OccurrenceTimes times, boolean[] relevant, int[] events, int locations, SamplingOptions options) {
        SamplingPlan plan = new SamplingPlan(times, options);
        plan.stratify(relevant);
        plan.limit(events);
        plan.allocate();
        plan.choose(locations);
        return plan;
    }

    private void stratify(boolean[] relevant) {
        int[] count = new int[relevant.length];
        for (int i = 0; i < times.size(); i++) {
            count[times.phase(i)]++;
        }
        int[][] places = new int[relevant.length][];
        for (int p = 0; p < relevant.length; p++) {
            places[p] = relevant[p] ? new int[count[p]] : null;
        }
        Arrays.fill(count, 0);
        for (int i = 0; i < times.size(); i++) {
            int p = times.phase(i);
            if (places[p] != null) {
                places[p][count[p]++] = i;
            }
        }
        for (int p = 0; p < relevant.length; p++) {
            if (places[p] != null) {
                stratify(p, places[p]);
            }
        }
    }

    private void stratify(int phase, int[] places) {
        double[] classes = DurationClasses.of(Arrays.stream(places).mapToDouble(times::nanos).toArray());
        for (int c = 0; c < classes.length; c++) {
            double from = classes[c];
            double to = c + 1 < classes.length ? classes[c + 1] : Double.POSITIVE_INFINITY;
            int[] serials = java.util.stream.IntStream.range(0, places.length)
                    .filter(i -> times.nanos(places[i]) >= from && times.nanos(places[i]) < to).toArray();
            StratumDraft stratum = new StratumDraft(phase, c, from, to, serials, Arrays.stream(serials).map(s -> places[s]).toArray(), times);
            int warm = warmUp(places.length);
            // The run's first occurrence begins at no event that can be counted.
            while (stratum.firstUsable < serials.length
                    && (serials[stratum.firstUsable] < warm || stratum.places[stratum.firstUsable] == 0)) {
                stratum.firstUsable++;
            }
            strata.add(stratum);
        }
    }

    /** The first occurrences of a phase meet cold caches, untouched pages and connections yet to be made. */
    static int warmUp(int weight) {
        return weight >= 20 ? 2 : weight >= 3 ? 1 : 0;
    }

    private void limit(int[] events) {
        long total = 0;
        for (int i = 0; i < times.size(); i++) {
            total += events[times.phase(i)];
        }
        long sum = 0;
        int last = -1;
        while (last + 1 < times.size() && sum + events[times.phase(last + 1)] <= options.within() * total) {
            sum += events[times.phase(++last)];
        }
        for (StratumDraft s : strata) {
            int end = Arrays.binarySearch(s.places, last);
            s.usableEnd = end >= 0 ? end + 1 : -end - 1;
        }
    }

    private void allocate() {
        double z = new NormalDistribution().inverseCumulativeProbability(0.5 + options.confidence() / 2);
        double time = strata.stream().mapToDouble(s -> s.nanos).sum();
        // Both the run that was traced and the run that is measured scatter: twice the variance.
        double spreads = strata.stream().mapToDouble(s -> s.nanos * s.spread * Math.sqrt(2)).sum();
        double all = Math.pow(z * spreads / (options.error() * time), 2);
        for (StratumDraft s : strata) {
            double share = spreads == 0 ? 0 : s.nanos * s.spread * Math.sqrt(2) / spreads;
            int floor = Math.max(2, Math.min(FEW, (int) (options.within() * s.places.length)));
            s.wanted = Math.min(s.places.length, Math.max(floor, (int) Math.min(Integer.MAX_VALUE / 2, Math.ceil(all * share))));
        }
        // More, as long as disturbances that outlast the occurrences measured make the interval too wide.
        for (int round = 0; round < 16 && error(z, time) > options.error(); round++) {
            double most = strata.stream().mapToDouble(s -> s.nanos * s.strayOf(s.wanted)).max().orElse(0);
            for (StratumDraft s : strata) {
                if (s.nanos * s.strayOf(s.wanted) > most / 4 && s.wanted < s.places.length / 8) {
                    s.wanted = Math.min(s.places.length / 8, s.wanted * 3 / 2 + 1);
                }
            }
        }
        expectedError = error(z, time);
    }

    private double error(double z, double time) {
        double variance = strata.stream().mapToDouble(s -> 2 * Math.pow(s.nanos * s.strayOf(s.wanted), 2)).sum();
        return time == 0 ? 0 : z * Math.sqrt(variance) / time;
    }

    private void choose(int locations) {
        for (StratumDraft s : strata) {
            int n = Math.min(s.wanted, s.usable());
            if (n > 0) {
                stop = Math.max(stop, s.places[s.firstUsable + n - 1]);
            }
        }
        int most = Math.max(4, Math.min(MOST_OF_A_STRATUM, MOST_NUMBERS / (2 * locations * Math.max(1, strata.size()))));
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
                // Evenly, the last one always: the stop may be its end.
                int at = s.firstUsable + (int) ((i + 1L) * n / s.measured) - 1;
                all.add(new long[] {s.places[at], k});
            }
        }
        all.sort((a, b) -> Long.compare(a[0], b[0]));
        chosen = all.stream().mapToInt(a -> (int) a[0]).toArray();
        stratumOf = all.stream().map(a -> strata.get((int) a[1])).toArray(StratumDraft[]::new);
    }
}
