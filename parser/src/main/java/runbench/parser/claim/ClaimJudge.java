package runbench.parser.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.stats.Statistics;
import runbench.parser.claim.ChartReading.Pair;
import runbench.parser.claim.ChartReading.Zone;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim.Found;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.structure.MonotoneTrend;
import runbench.parser.structure.Structure.Repetition;
import runbench.parser.structure.Structure.Stay;

/**
 * Compares the claims of a text with a run. Only the event of a claim counts: others may change at the same time, but
 * not in the same way. Without it, there is no verdict.
 */
public final class ClaimJudge {
    private static final int MIN_BINS = 32;
    private static final double MIN_COUNT = 20;
    private static final double MIN_MAJORITY_SHARE = 0.5;
    /** Minimum share of the run that a repetition covers to be that of the whole run. */
    private static final double MIN_WHOLE_SHARE = 0.8;
    /** Number of bins for trends and peaks. */
    private static final int SMOOTH_BINS = 200;
    /** Minimum excess of a trend over noise. */
    private static final double CLEAR_TREND = 1.2;
    private static final double MAX_BEND = 0.35;
    /** Maximum standard deviation of the lengths of cycles relative to their mean. */
    private static final double MAX_CYCLE_VARIATION = 0.35;
    private static final int MIN_CYCLES = 3;
    /** Minimum correlation of two occurrences of a pattern. */
    private static final double MIN_LIKENESS = 0.75;
    /** Minimum ratio of the fluctuations of a rough part to those of others. */
    private static final double MIN_ROUGHNESS = 1.3;
    private static final double MIN_INITIAL_PEAK = 1.2;
    private static final double CLEAR_DEVIATIONS = 4;
    private static final double LOW_QUANTILE = 0.05;
    /** Minimum number of unusual rates at the beginning, of {@link #SMOOTH_BINS}, and their share of the beginning. */
    private static final int MIN_FAR = 5;
    private static final double MIN_FAR_SHARE = 1.0 / 3;

    private final BinnedCounts counts;
    private final boolean same;
    private final Map<Integer, ChartReading> readings = new HashMap<>();

    /**
     * The evidence for or against a claim.
     *
     * @param holds whether the claim holds
     * @param found property of the run; null if there is none
     */
    private record Evidence(boolean holds, Found found) {
        static final Evidence NONE = new Evidence(false, null);
    }

    private ClaimJudge(BinnedCounts counts, boolean same) {
        this.counts = counts;
        this.same = same;
    }

    /**
     * Compares all claims of a text with a run.
     *
     * @param text statements of the text
     * @param events counts of a run of the program, or of the program that runs in its place, in the same bins
     * @param same whether the program and its input are those of the text, so that its duration can be compared
     */
    public static List<JudgedClaim> judge(Characterization text, List<BinnedCounts> events, boolean same) {
        Map<String, ClaimJudge> judges = new HashMap<>();
        events.forEach(e -> judges.putIfAbsent(e.info().name(), new ClaimJudge(e, same)));
        return text.claims().stream().map(claim -> {
            ClaimJudge judge = judges.get(claim.event() == null ? text.event() : claim.event());
            return judge == null ? without(claim, ClaimDoubt.EVENT_NOT_COUNTED) : judge.judge(claim);
        }).toList();
    }

    /** Returns all claims of a text without a comparison, for the given reason. */
    public static List<JudgedClaim> unjudged(Characterization text, ClaimDoubt why) {
        return text.claims().stream().map(c -> without(c, why)).toList();
    }

    private static JudgedClaim without(Claim claim, ClaimDoubt why) {
        return new JudgedClaim(claim, ClaimVerdict.CANNOT_BE_COMPARED, null, List.of(why));
    }

    private JudgedClaim judge(Claim claim) {
        if (Arrays.stream(counts.counts()).sum() < MIN_COUNT) {
            return without(claim, ClaimDoubt.NOTHING_VARIES);
        }
        boolean timed = counts.axis() != Axis.INSTRUCTIONS;
        if (claim.kind() == Claim.Kind.LASTS && !(timed && same)) {
            return without(claim, timed ? ClaimDoubt.OTHER_PROGRAM : ClaimDoubt.NO_TIME);
        }
        int times = timed && claim.samplingS() != null
                ? (int) Math.max(1, Math.round(claim.samplingS() / counts.binWidth()))
                : 1;
        if (counts.bins() / times < MIN_BINS && claim.kind() != Claim.Kind.LASTS) {
            return without(claim, ClaimDoubt.TOO_SHORT);
        }
        Evidence evidence = evidence(claim,
                readings.computeIfAbsent(times, n -> new ChartReading(ChartReading.merged(counts, n))));
        boolean needsTime = claim.periodS() != null || claim.samplingS() != null;
        return new JudgedClaim(claim, evidence.holds() ? ClaimVerdict.HOLDS : ClaimVerdict.DOES_NOT_HOLD,
                evidence.found(), !timed && needsTime ? List.of(ClaimDoubt.NO_TIME) : List.of());
    }

    private static Evidence evidence(Claim claim, ChartReading chart) {
        return switch (claim.kind()) {
            case REPEATS -> claim.most() < MIN_CYCLES ? twice(claim, chart) : repeats(claim, chart);
            case STAGES -> stages(claim, chart);
            case ALTERNATES -> alternates(chart, false);
            case SHORT_HIGH -> alternates(chart, true);
            case ROUGH_HIGH -> roughHigh(chart);
            case LENGTHENS -> lengthens(chart);
            case RISES -> rises(chart);
            case SHRINKS -> shrinks(chart);
            case SETTLES -> settles(chart);
            case BOUNDED -> bounded(claim, chart);
            case INITIAL_PEAK -> initialPeak(chart);
            case BEGINS_HIGH -> beginsHigh(chart);
            case ROUGHEST -> roughest(claim, chart);
            case HIGHEST -> highest(claim, chart);
            case PEAKS -> peaks(claim, chart);
            case LASTS -> new Evidence(chart.length() >= claim.least(), new Found(null, chart.length(), null));
        };
    }

    /** Compares the claim with the repetition of the nearest number. Repetitions may be nested. */
    private static Evidence repeats(Claim claim, ChartReading chart) {
        List<Found> found = new ArrayList<>();
        chart.levels().repetitions().forEach(r -> found.add(new Found(r.count(), r.period(), null)));
        double[] cycles = cycles(chart);
        if (cycles.length >= MIN_CYCLES
                && Statistics.deviation(cycles) <= MAX_CYCLE_VARIATION * Statistics.mean(cycles)) {
            found.add(new Found(cycles.length, Statistics.mean(cycles), null));
        }
        return found.stream()
                .min(Comparator.comparingInt(f -> claim.distance(f.number())))
                .map(f -> new Evidence(claim.allows(f.number()), f))
                .orElse(Evidence.NONE);
    }

    /** Returns the lengths of cycles of a high and a low zone; an incomplete one at an end counts if it is long. */
    private static double[] cycles(ChartReading chart) {
        List<Zone> zones = chart.zones();
        double[] pairs = IntStream.range(0, zones.size() / 2)
                .mapToDouble(i -> zones.get(2 * i).length() + zones.get(2 * i + 1).length())
                .toArray();
        if (zones.size() % 2 == 0 || pairs.length == 0) {
            return pairs;
        }
        double last = zones.get(zones.size() - 1).length();
        return last < MIN_MAJORITY_SHARE * Statistics.mean(pairs) ? pairs
                : Stream.of(pairs, new double[]{last}).flatMapToDouble(Arrays::stream).toArray();
    }

    /** Compares two successive intervals, since the search for repetitions needs three occurrences. */
    private static Evidence twice(Claim claim, ChartReading chart) {
        Optional<Repetition> more = chart.levels()
                .repetitions()
                .stream()
                .filter(r -> r.groups() == 1 && r.to() - r.from() >= MIN_WHOLE_SHARE * chart.length())
                .findFirst();
        if (more.isPresent()) {
            return new Evidence(claim.allows(more.get().count()),
                    new Found(more.get().count(), more.get().period(), null));
        }
        Pair pair = chart.mostAlike();
        boolean alike = pair.correlation() >= MIN_LIKENESS && !pair.chance();
        return alike ? new Evidence(claim.allows(2), new Found(2, pair.length(), null)) : Evidence.NONE;
    }

    private static Evidence stages(Claim claim, ChartReading chart) {
        int number = chart.stages().size();
        return number == 0 ? Evidence.NONE : new Evidence(claim.allows(number), new Found(number, null, null));
    }

    private static Evidence alternates(ChartReading chart, boolean shortHigh) {
        List<Zone> zones = chart.zones();
        double[] high = zones.stream().filter(Zone::high).mapToDouble(Zone::length).toArray();
        double[] low = zones.stream().filter(z -> !z.high()).mapToDouble(Zone::length).toArray();
        int turns = Math.min(high.length, low.length);
        if (turns == 0) {
            return Evidence.NONE;
        }
        Found found = new Found(turns, Statistics.mean(high), Statistics.mean(low));
        return new Evidence(turns >= 2 && (!shortHigh || Statistics.median(high) < Statistics.median(low)), found);
    }

    private static Evidence roughHigh(ChartReading chart) {
        double[] high = fluctuations(chart, true);
        double[] low = fluctuations(chart, false);
        if (high.length == 0 || low.length == 0) {
            return Evidence.NONE;
        }
        Found found = new Found(null, Statistics.median(high), Statistics.median(low));
        return new Evidence(found.first() > 0 && found.first() >= MIN_ROUGHNESS * found.last(), found);
    }

    private static double[] fluctuations(ChartReading chart, boolean high) {
        return chart.zones()
                .stream()
                .filter(z -> z.high() == high)
                .mapToDouble(z -> chart.fluctuation(z.from(), z.to()))
                .filter(Double::isFinite)
                .toArray();
    }

    /** Compares the lengths of cycles, then those of a repetition, with their order. */
    private static Evidence lengthens(ChartReading chart) {
        double[] cycles = cycles(chart);
        if (cycles.length > MIN_CYCLES) {
            int half = cycles.length / 2;
            double first = Statistics.median(Arrays.copyOf(cycles, half));
            double last = Statistics.median(Arrays.copyOfRange(cycles, cycles.length - half, cycles.length));
            Found found = new Found(cycles.length, first, last);
            if (last >= ChartReading.MIN_RATE_RATIO * first && MonotoneTrend.isSignificant(cycles)) {
                return new Evidence(true, found);
            }
        }
        return chart.levels()
                .repetitions()
                .stream()
                .max(Comparator.comparingDouble(r -> r.drift() == null ? 0 : r.drift().last() - r.drift().first()))
                .map(r -> r.drift() == null ? new Evidence(false, new Found(r.count(), r.period(), r.period()))
                        : new Evidence(r.drift().last() > r.drift().first(),
                                new Found(r.count(), r.drift().first(), r.drift().last())))
                .orElse(Evidence.NONE);
    }

    /** Returns the longest rise to the end of the run; it must be most of the run. */
    private static Evidence rises(ChartReading chart) {
        double[] rates = chart.rates(SMOOTH_BINS);
        for (int tenth = 0; tenth <= 5; tenth++) {
            MonotoneTrend t = ChartReading.trend(Arrays.copyOfRange(rates, rates.length * tenth / 10, rates.length));
            if (t.excess() > CLEAR_TREND && t.bend() <= MAX_BEND
                    && Math.abs(t.end() - t.start()) >= Math.log(ChartReading.MIN_RATE_RATIO)) {
                return new Evidence(t.end() > t.start(), new Found(null, Math.exp(t.start()), Math.exp(t.end())));
            }
        }
        return Evidence.NONE;
    }

    private static Evidence shrinks(ChartReading chart) {
        MonotoneTrend t = ChartReading.trend(chart.fluctuations());
        boolean clear = t.excess() > CLEAR_TREND
                && Math.abs(t.end() - t.start()) >= Math.log(ChartReading.MIN_RATE_RATIO);
        return clear ? new Evidence(t.end() < t.start(), new Found(null, Math.exp(t.start()), Math.exp(t.end())))
                : Evidence.NONE;
    }

    /** Looks for the last rate far from those of the second half: until there, a third of the rates must be far. */
    private static Evidence settles(ChartReading chart) {
        double[] rates = chart.rates(SMOOTH_BINS);
        double[] half = Arrays.copyOfRange(rates, rates.length / 2, rates.length);
        double level = Statistics.median(half);
        double noise = Statistics.DEVIATION_PER_MAD * Statistics.medianAbsoluteDeviation(half, level);
        int[] far = IntStream.range(0, rates.length)
                .filter(i -> Math.abs(rates[i] - level) > CLEAR_DEVIATIONS * noise)
                .toArray();
        int end = far.length == 0 ? 0 : far[far.length - 1] + 1;
        if (far.length < MIN_FAR || MIN_FAR_SHARE * end > far.length) {
            return Evidence.NONE;
        }
        MonotoneTrend t = ChartReading.trend(Arrays.copyOfRange(rates, end, rates.length));
        boolean even = t.excess() <= CLEAR_TREND
                || Math.abs(t.end() - t.start()) < Math.log(ChartReading.MIN_RATE_RATIO);
        return new Evidence(even && end <= rates.length / 2,
                new Found(null, end * chart.length() / rates.length, null));
    }

    /** Compares the range of 90 % of the rates, after the first fifth of the run, with a factor. */
    private static Evidence bounded(Claim claim, ChartReading chart) {
        double[] rates = chart.between(chart.length() / 5, chart.length());
        Arrays.sort(rates);
        double low = rates[(int) (LOW_QUANTILE * (rates.length - 1))];
        double high = rates[(int) ((1 - LOW_QUANTILE) * (rates.length - 1))];
        return new Evidence(low > 0 && high <= claim.factor() * low, new Found(null, low, high));
    }

    /** Looks in the first tenth of the run for a rate far above that of the next fifth. */
    private static Evidence initialPeak(ChartReading chart) {
        double[] rates = chart.rates(SMOOTH_BINS);
        double peak = Arrays.stream(rates, 0, rates.length / 10).max().orElse(Double.NaN);
        double[] next = Arrays.copyOfRange(rates, rates.length / 10, 3 * rates.length / 10);
        double level = Statistics.median(next);
        double noise = Statistics.DEVIATION_PER_MAD * Statistics.medianAbsoluteDeviation(next, level);
        return new Evidence(peak >= MIN_INITIAL_PEAK * level && peak > level + CLEAR_DEVIATIONS * noise,
                new Found(null, peak, level));
    }

    private static Evidence beginsHigh(ChartReading chart) {
        List<Stay> stages = chart.levels().visibleStays();
        if (stages.size() < 2) {
            return Evidence.NONE;
        }
        double first = Statistics.mean(chart.between(stages.get(0).from(), stages.get(0).to()));
        double rest = Statistics.mean(chart.between(stages.get(0).to(), chart.length()));
        return new Evidence(first >= ChartReading.MIN_RATE_RATIO * rest, new Found(null, first, rest));
    }

    /** Compares the fluctuations of cycles, or of stages if there are no cycles. */
    private static Evidence roughest(Claim claim, ChartReading chart) {
        List<Stay> parts = parts(chart);
        double[] rough = parts.stream().mapToDouble(p -> chart.fluctuation(p.from(), p.to())).toArray();
        if (rough.length < 2) {
            return Evidence.NONE;
        }
        int most = largest(rough);
        double others = Statistics
                .median(IntStream.range(0, rough.length).filter(i -> i != most).mapToDouble(i -> rough[i]).toArray());
        return new Evidence(claim.allows(most + 1) && rough[most] >= MIN_ROUGHNESS * others,
                new Found(most + 1, rough[most], others));
    }

    private static List<Stay> parts(ChartReading chart) {
        List<Zone> zones = chart.zones();
        if (zones.size() < 2 * MIN_CYCLES) {
            return chart.stages();
        }
        return IntStream.range(0, zones.size() / 2)
                .mapToObj(i -> new Stay("", zones.get(2 * i).from(), zones.get(2 * i + 1).to()))
                .toList();
    }

    private static Evidence highest(Claim claim, ChartReading chart) {
        double[] means = chart.stages()
                .stream()
                .mapToDouble(p -> Statistics.mean(chart.between(p.from(), p.to())))
                .toArray();
        if (means.length < 2) {
            return Evidence.NONE;
        }
        int most = largest(means);
        return new Evidence(claim.allows(most + 1), new Found(most + 1, means[most], null));
    }

    private static int largest(double[] values) {
        return IntStream.range(0, values.length).reduce(0, (a, b) -> values[b] > values[a] ? b : a);
    }

    /** Counts the peaks in the first half of the run that exceed every rate of the second half. */
    private static Evidence peaks(Claim claim, ChartReading chart) {
        double[] rates = chart.between(0, chart.length());
        double usual = Arrays.stream(rates, rates.length / 2, rates.length).max().orElse(Double.NaN)
                * ChartReading.MIN_RATE_RATIO;
        int number = (int) IntStream.range(0, rates.length / 2)
                .filter(i -> rates[i] > usual && (i == 0 || rates[i - 1] <= usual))
                .count();
        return number == 0 ? Evidence.NONE : new Evidence(claim.allows(number), new Found(number, null, null));
    }
}
