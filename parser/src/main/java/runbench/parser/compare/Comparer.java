package runbench.parser.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;

/** Makes a comparison of the values of runs. */
public final class Comparer {
    private static final double CONFIDENCE = 0.95;
    private static final double LEVEL = 1 - CONFIDENCE;

    private final Pairing pairing;
    private final double margin;
    private final String primary;

    /**
     * @param margin 0.01: between 1/1.01 and 1.01 is the same
     * @param primary name of the quantity that decides
     */
    public Comparer(Pairing pairing, double margin, String primary) {
        this.pairing = pairing;
        this.margin = margin;
        this.primary = primary;
    }

    /**
     * @param a in the order of time; where paired, as many as of {@code b}
     * @throws RunbenchException (bad input) where the primary quantity is not among those that both sides have
     */
    public Comparison compare(String labelA, List<RunValues> a, String labelB, List<RunValues> b, Long seed,
            List<String> leftOut) {
        List<MetricComparison> found = new ArrayList<>();
        List<AbsentMetric> absent = new ArrayList<>();
        for (String name : names(a, b)) {
            String why = reasonAgainst(name, a, b);
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
        found.remove(first);
        return new Comparison(side(labelA, a), side(labelB, b), pairing, Math.min(a.size(), b.size()), seed, CONFIDENCE,
                margin, agreed(first, first.p(), 1), corrected(found), absent, List.of(), false, List.of(),
                List.copyOf(leftOut));
    }

    private static ComparedSide side(String label, List<RunValues> runs) {
        return new ComparedSide(label, runs.stream().map(RunValues::run).toList());
    }

    private static Set<String> names(List<RunValues> a, List<RunValues> b) {
        Set<String> names = new LinkedHashSet<>();
        Stream.concat(a.stream(), b.stream()).forEach(r -> {
            r.values().keySet().forEach(m -> names.add(m.name()));
            names.addAll(r.absent().keySet());
        });
        return names;
    }

    /** Null where it can be compared. */
    private static String reasonAgainst(String name, List<RunValues> a, List<RunValues> b) {
        Map<String, List<RunValues>> sides = new LinkedHashMap<>();
        sides.put("A", a);
        sides.put("B", b);
        for (Map.Entry<String, List<RunValues>> side : sides.entrySet()) {
            int size = side.getValue().size();
            List<RunValues> without = side.getValue().stream().filter(r -> value(name, r) == null).toList();
            if (!without.isEmpty()) {
                String reason = without.stream()
                        .map(r -> r.absent().get(name))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse("not measured");
                return side.getKey() + (without.size() == size ? "" : " in " + without.size() + " of " + size + " runs")
                        + ": " + reason;
            }
            long nothing = side.getValue().stream().filter(r -> !(value(name, r) > 0)).count();
            if (nothing > 0) {
                return side.getKey() + " is 0 in " + (nothing == size ? "all" : nothing + " of " + size)
                        + " runs: there is no ratio";
            }
        }
        return null;
    }

    private static Double value(String name, RunValues run) {
        return run.values()
                .entrySet()
                .stream()
                .filter(e -> e.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private MetricComparison judged(String name, List<RunValues> ofA, List<RunValues> ofB) {
        Measurand what = ofA.get(0)
                .values()
                .keySet()
                .stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
        double[] a = ofA.stream().mapToDouble(r -> value(name, r)).toArray();
        double[] b = ofB.stream().mapToDouble(r -> value(name, r)).toArray();
        boolean paired = pairing == Pairing.INTERLEAVED;
        LogRatios logs = paired ? LogRatios.paired(a, b, CONFIDENCE) : LogRatios.unpaired(a, b, CONFIDENCE);
        RatioVerdict verdict = RatioVerdict.of(logs.interval(), margin, what.direction());
        double[] ratios = new double[paired ? a.length : 0];
        Arrays.setAll(ratios, i -> Math.log(b[i] / a[i]));
        String estimated = Stream.concat(ofA.stream(), ofB.stream())
                .map(r -> r.estimated().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new MetricComparison(what, boxed(a), boxed(b), Statistics.median(a), Statistics.median(b),
                logs.interval(), logs.p(), logs.p(), verdict, more(verdict, logs, Math.min(a.length, b.length)),
                estimated, Outliers.of(paired ? ratios : a), paired ? List.of() : Outliers.of(b));
    }

    /**
     * A difference is believed where the rank test, after Holm for all but the primary quantity, agrees with the
     * interval: the interval alone trusts in a normal distribution.
     *
     * @param quantities tested together
     */
    private MetricComparison agreed(MetricComparison m, Double adjusted, int quantities) {
        int have = Math.min(m.a().size(), m.b().size());
        if (!m.verdict().different() || adjusted != null && adjusted < LEVEL) {
            return m.with(adjusted, m.verdict(), m.runsMore());
        }
        int fewest = PairsNeeded.forRanks(quantities, LEVEL) - have;
        return m.with(adjusted, RatioVerdict.INCONCLUSIVE,
                Math.max(1, Math.max(fewest, m.runsMore() == null ? 1 : m.runsMore())));
    }

    private List<MetricComparison> corrected(List<MetricComparison> others) {
        List<Double> adjusted = Holm.adjusted(others.stream().map(MetricComparison::p).toList());
        List<MetricComparison> out = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            out.add(agreed(others.get(i), adjusted.get(i), others.size()));
        }
        return List.copyOf(out);
    }

    /** Null where there is a verdict, or too little to tell. */
    private Integer more(RatioVerdict verdict, LogRatios logs, int have) {
        if (verdict != RatioVerdict.INCONCLUSIVE || logs.freedom() == 0) {
            return null;
        }
        int needed = PairsNeeded.forMargin(logs.spread(), logs.freedom(), margin, CONFIDENCE);
        return needed == PairsNeeded.MOST ? (Integer) needed : (Integer) Math.max(1, needed - have);
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
                .remedy((near.isEmpty() ? "" : near + " ") + "what both sides have: " + String.join(", ", names)
                        + "; choose one with --primary");
    }
}
