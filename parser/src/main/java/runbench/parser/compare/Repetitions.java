package runbench.parser.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.parser.compare.Comparison.AbsentMetric;

/**
 * The spread of repeated runs of one program.
 *
 * @param label the program as typed
 * @param runs paths of the runs, in the order of time
 * @param source what counted, in words: "counted by software events"
 * @param confidence confidence of all intervals
 * @param quantities quantities that all runs measured, in the order of the summaries
 * @param absent quantities that a run did not measure
 * @param medianRun path of the run whose wall time is closest to the median
 * @param circumstances facts about program, measurement and machine, for a later comparison with these runs
 */
public record Repetitions(String label, List<String> runs, String source, double confidence, List<Quantity> quantities,
        List<AbsentMetric> absent, String medianRun, List<Circumstances.Fact> circumstances) {
    /**
     * One quantity over all runs.
     *
     * @param what the quantity
     * @param values one value per run
     * @param mean their mean
     * @param low lower bound of the interval of the mean, by Student's t; null with one run
     * @param high upper bound; null with one run
     * @param deviation standard deviation of the values; null with one run
     * @param median their median
     * @param min the smallest value
     * @param max the largest value
     * @param estimated reason why the values are estimates; null if they are counts
     * @param outliers indices of the outliers, from 0; they are included in all results
     */
    public record Quantity(Measurand what, List<Double> values, double mean, Double low, Double high, Double deviation,
            double median, double min, double max, String estimated, List<Integer> outliers) {
        static Quantity of(Measurand what, double[] values, String estimated) {
            double mean = Statistics.mean(values);
            Double deviation = values.length < 2 ? null : (Double) Statistics.deviation(values);
            Double half = deviation == null ? null
                    : (Double) (Statistics.studentFactor(Comparer.CONFIDENCE, values.length - 1.0) * deviation
                            / Math.sqrt(values.length));
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            return new Quantity(what, Arrays.stream(values).boxed().toList(), mean, half == null ? null : mean - half,
                    half == null ? null : mean + half, deviation, Statistics.medianOfSorted(sorted), sorted[0],
                    sorted[sorted.length - 1], estimated, Comparer.Outliers.of(values));
        }
    }

    /**
     * Returns the spread of runs.
     *
     * @param label the program as typed
     * @param runs at least one, in the order of time
     * @param source what counted, in words, the same for all runs
     * @param circumstances facts about all runs
     */
    public static Repetitions of(String label, List<RunValues> runs, String source,
            List<Circumstances.Fact> circumstances) {
        Map<String, Measurand> names = new LinkedHashMap<>();
        Map<String, String> reasons = new LinkedHashMap<>();
        for (RunValues run : runs) {
            run.values().keySet().forEach(m -> names.putIfAbsent(m.name(), m));
            run.absent().forEach(reasons::putIfAbsent);
        }
        List<Quantity> quantities = new ArrayList<>();
        for (Measurand what : names.values()) {
            List<Double> values = runs.stream().map(r -> r.value(what.name())).filter(Objects::nonNull).toList();
            if (values.size() == runs.size()) {
                String estimated = runs.stream()
                        .map(r -> r.estimated().get(what.name()))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
                quantities
                        .add(Quantity.of(what, values.stream().mapToDouble(Double::doubleValue).toArray(), estimated));
            } else {
                String why = reasons.get(what.name());
                reasons.put(what.name(), "not in " + (runs.size() - values.size()) + " of " + runs.size() + " runs"
                        + (why == null ? "" : ": " + why));
            }
        }
        quantities.forEach(q -> reasons.remove(q.what().name()));
        return new Repetitions(label, runs.stream().map(RunValues::run).toList(), source, Comparer.CONFIDENCE,
                quantities, reasons.entrySet().stream().map(e -> new AbsentMetric(e.getKey(), e.getValue())).toList(),
                medianRun(runs, quantities), List.copyOf(circumstances));
    }

    private static String medianRun(List<RunValues> runs, List<Quantity> quantities) {
        Quantity wall = quantities.stream().filter(q -> q.what().equals(Measurand.WALL)).findFirst().orElseThrow();
        return IntStream.range(0, runs.size())
                .boxed()
                .min(Comparator.comparingDouble(i -> Math.abs(wall.values().get(i) - wall.median())))
                .map(i -> runs.get(i).run())
                .orElseThrow();
    }
}
