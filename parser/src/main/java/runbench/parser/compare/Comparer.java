package runbench.parser.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.inference.MannWhitneyUTest;
import org.hipparchus.stat.inference.WilcoxonSignedRankTest;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.parser.compare.Comparison.AbsentMetric;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.MetricComparison.RatioInterval;

/** Compares the values of runs. */
public final class Comparer {
    /** Minimum number of runs of each side, without pairs, with which a rank test can give p &lt; 0.05. */
    public static final int MIN_UNPAIRED_RUNS = 4;
    static final double CONFIDENCE = 0.95;
    private static final double LEVEL = 1 - CONFIDENCE;

    private final Pairing pairing;
    private final double margin;
    private final String primary;
    private final int simultaneous;
    private final double intervalConfidence;

    /**
     * Creates a comparer of two sides.
     *
     * @param margin relative margin of equality; with 0.01, ratios between 1/1.01 and 1.01 are the same
     * @param primary name of the quantity that decides the verdict
     */
    public Comparer(Pairing pairing, double margin, String primary) {
        this(pairing, margin, primary, 1);
    }

    /**
     * Creates a comparer of two of several sides.
     *
     * @param margin relative margin of equality; with 0.01, ratios between 1/1.01 and 1.01 are the same
     * @param primary name of the quantity that decides the verdict
     * @param simultaneous number of comparisons that are decided together; see {@link ComparisonFamily}
     */
    public Comparer(Pairing pairing, double margin, String primary, int simultaneous) {
        this.pairing = pairing;
        this.margin = margin;
        this.primary = primary;
        this.simultaneous = simultaneous;
        this.intervalConfidence = ComparisonFamily.intervalConfidence(simultaneous);
    }

    /**
     * One side of a comparison.
     *
     * @param name letter of the side, {@code A} for the first
     * @param label name of the program, or path of its runs
     * @param runs runs in the order of time
     * @param parameters value of each parameter of a sweep, by name; empty without one
     * @param circumstances facts about program, measurement and machine; empty: unknown
     */
    public record Side(String name, String label, List<RunValues> runs, Map<String, String> parameters,
            List<Circumstances.Fact> circumstances) {
        /** Creates a side that is no point of a sweep, with unknown circumstances. */
        public Side(String name, String label, List<RunValues> runs) {
            this(name, label, runs, Map.of(), List.of());
        }

        private ComparedSide compared() {
            return new ComparedSide(name, label, runs.stream().map(RunValues::run).toList(), parameters, circumstances);
        }
    }

    /**
     * Compares two sides, A and B.
     *
     * @param a runs in the order of time; if paired, the same number as {@code b}
     * @throws RunbenchException (bad input) if a side lacks the primary quantity
     */
    public Comparison compare(String labelA, List<RunValues> a, String labelB, List<RunValues> b, Long seed,
            List<String> leftOut) {
        return compare(new Side("A", labelA, a), new Side("B", labelB, b), seed, leftOut);
    }

    /**
     * Compares one side with another.
     *
     * @param sideA the side to compare with; if paired, it has the same number of runs as {@code sideB}
     * @throws RunbenchException (bad input) if a side lacks the primary quantity
     */
    public Comparison compare(Side sideA, Side sideB, Long seed, List<String> leftOut) {
        List<RunValues> a = sideA.runs();
        List<RunValues> b = sideB.runs();
        List<Side> sides = List.of(sideA, sideB);
        List<MetricComparison> found = new ArrayList<>();
        List<AbsentMetric> absent = new ArrayList<>();
        for (String name : names(sides)) {
            String why = reasonAgainst(name, sides);
            if (why == null) {
                found.add(judged(name, a, b));
            } else {
                absent.add(new AbsentMetric(name, why));
            }
        }
        MetricComparison first = found.stream()
                .filter(m -> m.what().name().equals(primary))
                .findFirst()
                .orElseThrow(() -> unknown(found, absent));
        found.removeIf(m -> m.what().equals(first.what()));
        return new Comparison(sideA.compared(), sideB.compared(), pairing, Math.min(a.size(), b.size()), seed,
                CONFIDENCE, simultaneous, margin, agreed(first, raised(first.p()), 1), null, corrected(found), absent,
                List.of(), false, List.of(), null, List.of(), List.copyOf(leftOut));
    }

    /**
     * Checks, before the pairs are run, that the primary quantity of the warm-up runs can be compared.
     *
     * @throws RunbenchException (bad input) it is missing or 0 in a run
     */
    public static void requireComparable(String primary, List<Side> sides) {
        String why = reasonAgainst(primary, sides);
        if (why != null) {
            throw RunbenchException.badInput("the warm-up shows that " + primary + " cannot decide: " + why)
                    .remedy("choose another quantity with --primary: " + String.join(", ",
                            names(sides).stream().filter(n -> reasonAgainst(n, sides) == null).toList()));
        }
    }

    private static Set<String> names(List<Side> sides) {
        Set<String> names = new LinkedHashSet<>();
        sides.stream().flatMap(s -> s.runs().stream()).forEach(r -> {
            r.values().keySet().forEach(m -> names.add(m.name()));
            names.addAll(r.absent().keySet());
        });
        return names;
    }

    /** Returns the reason why a quantity cannot be compared; null if it can. */
    private static String reasonAgainst(String name, List<Side> sides) {
        for (Side side : sides) {
            int size = side.runs().size();
            List<RunValues> without = side.runs().stream().filter(r -> r.value(name) == null).toList();
            if (!without.isEmpty()) {
                String reason = without.stream()
                        .map(r -> r.absent().get(name))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse("not measured");
                return side.name() + (without.size() == size ? "" : " in " + without.size() + " of " + size + " runs")
                        + ": " + reason;
            }
            long nothing = side.runs().stream().filter(r -> !(r.value(name) > 0)).count();
            if (nothing > 0) {
                return side.name() + " is 0 in " + (nothing == size ? "all" : nothing + " of " + size)
                        + " runs: there is no ratio";
            }
        }
        return null;
    }

    private MetricComparison judged(String name, List<RunValues> ofA, List<RunValues> ofB) {
        Measurand what = ofA.get(0)
                .values()
                .keySet()
                .stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
        double[] a = ofA.stream().mapToDouble(r -> r.value(name)).toArray();
        double[] b = ofB.stream().mapToDouble(r -> r.value(name)).toArray();
        boolean paired = pairing == Pairing.INTERLEAVED;
        boolean exact = Math.min(a.length,
                b.length) < (paired ? PairsNeeded.forRanks(simultaneous, LEVEL) : MIN_UNPAIRED_RUNS)
                && Stream.concat(ofA.stream(), ofB.stream()).allMatch(r -> r.exact().contains(name));
        LogRatios logs = exact ? LogRatios.exact(a, b)
                : paired ? LogRatios.paired(a, b, intervalConfidence) : LogRatios.unpaired(a, b, intervalConfidence);
        RatioVerdict verdict = RatioVerdict.of(logs.interval(), margin, what.direction());
        double[] ratios = new double[paired ? a.length : 0];
        Arrays.setAll(ratios, i -> Math.log(b[i] / a[i]));
        String estimated = Stream.concat(ofA.stream(), ofB.stream())
                .map(r -> r.estimated().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new MetricComparison(what, boxed(a), boxed(b), Statistics.median(a), Statistics.median(b),
                logs.interval(), logs.p(), logs.p(), verdict, furtherRuns(verdict, logs, Math.min(a.length, b.length)),
                estimated, Outliers.of(paired ? ratios : a), paired ? List.of() : Outliers.of(b), exact);
    }

    /**
     * Returns the comparison, with a difference only if the rank test agrees with the interval. The interval alone
     * assumes a normal distribution. All but the primary quantity use p after Holm's correction. Exact counts need no
     * test.
     *
     * @param adjusted p after the corrections
     * @param quantities number of quantities tested together
     */
    private MetricComparison agreed(MetricComparison m, Double adjusted, int quantities) {
        if (m.exact()) {
            return m;
        }
        int have = Math.min(m.a().size(), m.b().size());
        if (!m.verdict().different() || adjusted != null && adjusted < LEVEL) {
            return m.with(adjusted, m.verdict(), m.runsMore());
        }
        int fewest = PairsNeeded.forRanks(simultaneous * quantities, LEVEL) - have;
        return m.with(adjusted, RatioVerdict.INCONCLUSIVE,
                Math.max(1, Math.max(fewest, m.runsMore() == null ? 1 : m.runsMore())));
    }

    /** Returns p after Bonferroni's correction over the simultaneous comparisons; null remains null. */
    private Double raised(Double p) {
        return p == null ? null : (Double) Math.min(1, simultaneous * p);
    }

    private List<MetricComparison> corrected(List<MetricComparison> others) {
        List<Double> adjusted = holmAdjusted(others.stream().map(MetricComparison::p).toList());
        List<MetricComparison> out = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            out.add(agreed(others.get(i), raised(adjusted.get(i)), others.size()));
        }
        return List.copyOf(out);
    }

    /** Returns the number of further runs for a verdict; null if there is a verdict or too little data. */
    private Integer furtherRuns(RatioVerdict verdict, LogRatios logs, int have) {
        if (verdict != RatioVerdict.INCONCLUSIVE || logs.freedom() == 0) {
            return null;
        }
        int needed = PairsNeeded.forMargin(logs.spread(), logs.freedom(), margin, intervalConfidence);
        return needed == PairsNeeded.MAX_PAIRS ? (Integer) needed : (Integer) Math.max(1, needed - have);
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private RunbenchException unknown(List<MetricComparison> found, List<AbsentMetric> absent) {
        String why = absent.stream()
                .filter(m -> m.name().equals(primary))
                .map(m -> primary + " cannot be compared: " + m.reason())
                .findFirst()
                .orElse("no run measured '" + primary + "'");
        List<String> names = found.stream().map(m -> m.what().name()).toList();
        String near = NearestNames.didYouMean(primary, names);
        return RunbenchException.badInput(why)
                .remedy((near.isEmpty() ? "" : near + " ") + "quantities of both sides: " + String.join(", ", names)
                        + "; choose one with --primary");
    }

    /**
     * The ratio of both sides, estimated on logarithms: a ratio and its inverse have the same weight there.
     *
     * @param interval of B/A
     * @param p two-sided p-value; null with too few runs
     * @param spread standard deviation of the logarithms, from which the interval is computed; 0 if all are equal
     * @param freedom degrees of freedom of the spread
     */
    private record LogRatios(RatioInterval interval, Double p, double spread, int freedom) {
        /** Maximum number of runs for exact rank sums; for more they take long, and the normal limit is as accurate. */
        private static final int MAX_EXACT_RUNS = 60;

        /** Returns the ratio of the geometric means, and the range of the ratios of all runs. */
        static LogRatios exact(double[] a, double[] b) {
            double middle = StatUtils.geometricMean(b) / StatUtils.geometricMean(a);
            double low = StatUtils.min(b) / StatUtils.max(a);
            double high = StatUtils.max(b) / StatUtils.min(a);
            return new LogRatios(new RatioInterval(low == high ? low : middle, low, high), null, 0, 0);
        }

        /** Returns Student's interval of the mean log ratio and p of Wilcoxon's exact signed rank test. */
        static LogRatios paired(double[] a, double[] b, double confidence) {
            double[] d = new double[a.length];
            Arrays.setAll(d, i -> Math.log(b[i] / a[i]));
            double mean = StatUtils.mean(d);
            if (d.length < 2) {
                return new LogRatios(RatioInterval.unknown(mean), null, 0, 0);
            }
            double spread = Statistics.deviation(d);
            double half = Statistics.studentFactor(confidence, d.length - 1) * spread / Math.sqrt(d.length);
            return new LogRatios(RatioInterval.ofLogs(mean, mean - half, mean + half), signedRank(d), spread,
                    d.length - 1);
        }

        /** Returns the Hodges-Lehmann estimate with the interval and p of the Mann-Whitney test. */
        static LogRatios unpaired(double[] a, double[] b, double confidence) {
            double[] x = Arrays.stream(a).map(Math::log).toArray();
            double[] y = Arrays.stream(b).map(Math::log).toArray();
            double[] all = new double[x.length * y.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = y[i / x.length] - x[i % x.length];
            }
            Arrays.sort(all);
            double middle = Statistics.medianOfSorted(all);
            if (Math.min(x.length, y.length) < MIN_UNPAIRED_RUNS) {
                return new LogRatios(RatioInterval.unknown(middle), null, 0, 0);
            }
            int freedom = x.length + y.length - 2;
            double pooled = ((x.length - 1) * StatUtils.variance(x) + (y.length - 1) * StatUtils.variance(y)) / freedom;
            double spread = Math.sqrt(2 * pooled); // that of the difference of two runs
            if (x.length + y.length > MAX_EXACT_RUNS) {
                double half = Statistics.studentFactor(confidence, freedom)
                        * Math.sqrt(pooled * (1.0 / x.length + 1.0 / y.length));
                return new LogRatios(RatioInterval.ofLogs(middle, middle - half, middle + half),
                        new MannWhitneyUTest().mannWhitneyUTest(x, y), spread, freedom);
            }
            int outside = RankSums.outside(x.length, y.length, confidence);
            return new LogRatios(RatioInterval.ofLogs(middle, all[outside], all[all.length - 1 - outside]),
                    RankSums.rankSum(x, y), spread, freedom);
        }

        private static double signedRank(double[] d) {
            return d.length <= MAX_EXACT_RUNS ? RankSums.signedRank(d)
                    : new WilcoxonSignedRankTest().wilcoxonSignedRankTest(d, new double[d.length], false);
        }
    }

    /** Runs far from the others of their side. They are listed, and remain in the comparison. */
    static final class Outliers {
        /** Modified z-score of Iglewicz and Hoaglin above which a run is an outlier. */
        private static final double MAX_MODIFIED_Z_SCORE = 3.5;
        private static final double MAD_TO_SIGMA = 0.6745;
        private static final int MIN_RUNS = 5;

        private Outliers() {
        }

        /** Returns the indices of the outliers, from 0. */
        static List<Integer> of(double[] values) {
            if (values.length < MIN_RUNS) {
                return List.of();
            }
            double middle = Statistics.median(values);
            double[] distances = Arrays.stream(values).map(v -> Math.abs(v - middle)).toArray();
            double usual = Statistics.median(distances);
            return usual == 0 ? List.of()
                    : IntStream.range(0, values.length)
                            .filter(i -> MAD_TO_SIGMA * distances[i] / usual > MAX_MODIFIED_Z_SCORE)
                            .boxed()
                            .toList();
        }
    }

    /**
     * Returns p-values after Holm's correction, which keeps the chance of any false alarm at that of one test.
     *
     * @param p p-values in any order; null remains null
     */
    static List<Double> holmAdjusted(List<Double> p) {
        Double[] out = new Double[p.size()];
        List<Integer> order = IntStream.range(0, p.size())
                .filter(i -> p.get(i) != null)
                .boxed()
                .sorted(Comparator.comparing(p::get))
                .toList();
        double before = 0;
        for (int i = 0; i < order.size(); i++) {
            before = Math.max(before, Math.min(1, p.get(order.get(i)) * (order.size() - i)));
            out[order.get(i)] = before;
        }
        return Arrays.asList(out);
    }
}
