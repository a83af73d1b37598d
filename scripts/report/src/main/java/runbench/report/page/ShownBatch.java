package runbench.report.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.RunBaseline;

/**
 * The content of a batch page.
 *
 * @param folder folder of the batch
 * @param options options of all its runs, as typed
 * @param rows runs in the order of the plan
 */
public record ShownBatch(String folder, List<String> options, List<Row> rows) {
    /** Expected share of false findings. */
    static final double FALSE_DISCOVERIES = 0.05;
    /** Minimum relative change that matters, regardless of its significance. */
    static final double MIN_CHANGE = 0.01;
    /** Maximum relative half-width of the expected range with which a quantity can be called unchanged. */
    static final double MAX_HALF_WIDTH = 0.05;

    /**
     * One run of the plan.
     *
     * @param benchmark name of the benchmark
     * @param period sampling period as typed
     * @param ok whether the run succeeded; null if it has not ended
     * @param reason reason of the failure; empty without one
     * @param errorLine first line that the program wrote to standard error; may be empty
     * @param past the same run in earlier batches, then in this one
     * @param link its page or chart, relative to the batch's folder; null if there is none
     * @param chart its chart as a small PNG; empty if there is none
     */
    public record Row(String benchmark, String period, Boolean ok, String reason,
            @JsonProperty("error_line") String errorLine, List<Past> past, String link, @JsonIgnore byte[] chart) {
        Past last() {
            return past.get(past.size() - 1);
        }

        /** Returns a quantity in all batches; NaN where it is missing. */
        double[] values(String quantity) {
            return past.stream().mapToDouble(p -> p.value(quantity)).toArray();
        }

        /** Returns the range that earlier runs predict for a quantity of this one. */
        RunBaseline baseline(String quantity) {
            double[] values = values(quantity);
            double[] earlier = IntStream.range(0, values.length - 1)
                    .mapToDouble(i -> values[i])
                    .filter(v -> v > 0)
                    .toArray();
            double last = values[values.length - 1];
            return RunBaseline.of(earlier, last, last().counts().containsKey(quantity) ? 1 / Math.sqrt(last) : 0);
        }

        /** Returns the indices of batches in which the program, its environment or the measurement changed. */
        int[] changed() {
            return IntStream.range(0, past.size()).filter(i -> !past.get(i).changes().isEmpty()).toArray();
        }
    }

    /**
     * A run in one batch.
     *
     * @param batch name of its batch's folder
     * @param startedUtc start time; empty if nothing was measured
     * @param wallS wall time, s; NaN if it failed or is missing
     * @param cpuS CPU time, s; NaN if it failed or is missing
     * @param counts events counted, by name, without clocks; empty if it failed or is missing
     * @param samples number of samples
     * @param irregularShare share of irregular periods, 0..1; null if unknown
     * @param lost records that the kernel dropped
     * @param notSpec whether another program ran in place of the SPEC benchmark
     * @param versions versions of Runbench and Java; empty if nothing was measured
     * @param kernel kernel release
     * @param machine machine
     * @param label description of the program that actually ran, with the versions of its tools
     * @param changes executables, compilers, libraries, kernel and other facts that differ from the measured run before
     */
    public record Past(String batch, @JsonProperty("started_utc") String startedUtc,
            @JsonProperty("wall_s") double wallS, @JsonProperty("cpu_s") double cpuS, Map<String, Double> counts,
            long samples, @JsonProperty("irregular_share") Double irregularShare, long lost,
            @JsonProperty("not_spec") boolean notSpec, String versions, String kernel, String machine, String label,
            List<String> changes) {
        /** Returns a run that left no measurement. */
        public static Past missing(String batch) {
            return new Past(batch, "", Double.NaN, Double.NaN, Map.of(), 0, null, 0, false, "", "", "", "", List.of());
        }

        double value(String quantity) {
            return quantity.equals(Measurand.WALL.name()) ? wallS
                    : quantity.equals(Measurand.CPU.name()) ? cpuS : counts.getOrDefault(quantity, Double.NaN);
        }
    }

    /** The verdict on a quantity relative to earlier batches. */
    public enum ChangeVerdict {
        /** Significantly more than before: slower, or more events. */
        MORE,
        /** Significantly less than before. */
        LESS,
        /** Within a range that is narrow enough to show a relevant change. */
        UNCHANGED,
        /** Too few earlier runs, or they vary too much. */
        CANNOT_TELL
    }

    /**
     * A quantity of a run compared with its earlier runs.
     *
     * @param row the run
     * @param quantity {@code wall_s}, {@code cpu_s} or an event
     * @param baseline prediction of the earlier runs
     * @param change change relative to their mean, as a share; NaN without earlier runs
     * @param p p-value after Benjamini and Hochberg over all quantities of the batch; NaN with too few earlier runs
     */
    public record Judged(Row row, String quantity, RunBaseline baseline, double change, double p) {
        public ChangeVerdict verdict() {
            if (Double.isNaN(p)) {
                return ChangeVerdict.CANNOT_TELL;
            }
            if (p < FALSE_DISCOVERIES && Math.abs(change) > MIN_CHANGE) {
                return change > 0 ? ChangeVerdict.MORE : ChangeVerdict.LESS;
            }
            double value = row.last().value(quantity);
            boolean inside = value >= baseline.low() && value <= baseline.high();
            return halfWidth() <= MAX_HALF_WIDTH && (inside || Math.abs(change) <= MIN_CHANGE) ? ChangeVerdict.UNCHANGED
                    : ChangeVerdict.CANNOT_TELL;
        }

        /** Returns the relative half-width of the expected range; NaN with too few earlier runs. */
        double halfWidth() {
            return Math.sqrt(baseline.high() / baseline.low()) - 1;
        }

        boolean isTime() {
            return quantity.equals(Measurand.WALL.name()) || quantity.equals(Measurand.CPU.name());
        }

        String title() {
            return quantity.equals(Measurand.WALL.name()) ? Measurand.WALL.title()
                    : quantity.equals(Measurand.CPU.name()) ? Measurand.CPU.title() : quantity;
        }
    }

    /** Returns the judged quantities of each measured run, largest slow-down first: CPU time, wall time, events. */
    public Map<Row, List<Judged>> judged() {
        List<Judged> all = new ArrayList<>();
        for (Row row : rows) {
            List<String> names = new ArrayList<>(List.of(Measurand.CPU.name(), Measurand.WALL.name()));
            names.addAll(row.last().counts().keySet());
            for (String name : names) {
                double value = row.last().value(name);
                if (value > 0) {
                    RunBaseline baseline = row.baseline(name);
                    all.add(new Judged(row, name, baseline, value / baseline.middle() - 1, baseline.p()));
                }
            }
        }
        double[] p = RunBaseline.adjusted(all.stream().mapToDouble(Judged::p).toArray());
        Map<Row, List<Judged>> byRow = new LinkedHashMap<>();
        for (int i = 0; i < p.length; i++) {
            Judged j = all.get(i);
            byRow.computeIfAbsent(j.row(), r -> new ArrayList<>())
                    .add(new Judged(j.row(), j.quantity(), j.baseline(), j.change(), p[i]));
        }
        Map<Row, List<Judged>> sorted = new LinkedHashMap<>();
        byRow.entrySet()
                .stream()
                .sorted((a, b) -> Double.compare(slowDown(b.getValue()), slowDown(a.getValue())))
                .forEach(e -> sorted.put(e.getKey(), List.copyOf(e.getValue())));
        return sorted;
    }

    private static double slowDown(List<Judged> quantities) {
        return quantities.stream()
                .filter(j -> j.isTime() && !Double.isNaN(j.change()))
                .mapToDouble(Judged::change)
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
    }
}
