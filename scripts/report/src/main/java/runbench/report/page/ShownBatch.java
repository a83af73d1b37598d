package runbench.report.page;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.IntStream;
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

    /**
     * One run of the plan.
     *
     * @param benchmark name of the benchmark
     * @param period sampling period as typed
     * @param ok whether the run succeeded; null if it has not ended
     * @param reason reason of the failure; empty without one
     * @param errorLine first line that the program wrote to standard error; may be empty
     * @param past the same run in earlier batches, then in this one; its value is NaN if it failed
     * @param link its page or chart, relative to the batch's folder; null if there is none
     */
    public record Row(String benchmark, String period, Boolean ok, String reason,
            @JsonProperty("error_line") String errorLine, List<Past> past, String link) {
        Past last() {
            return past.get(past.size() - 1);
        }

        /** Returns the wall times, s. */
        double[] values() {
            return past.stream().mapToDouble(Past::wallS).toArray();
        }

        /** Returns the range that earlier runs predict for this one. */
        RunBaseline baseline() {
            double[] values = values();
            return RunBaseline.of(
                    IntStream.range(0, values.length - 1).mapToDouble(i -> values[i]).filter(v -> v > 0).toArray(),
                    values[values.length - 1]);
        }

        /** Returns the indices of runs before which the kernel, the machine or the tools in the label changed. */
        int[] changed() {
            return IntStream.range(1, past.size()).filter(i -> past.get(i).differs(past.get(i - 1))).toArray();
        }
    }

    /**
     * A run in one batch.
     *
     * @param batch name of its batch's folder
     * @param wallS wall time, s; NaN if it failed or is missing
     * @param cpuS CPU time, s; NaN if it failed or is missing
     * @param samples number of samples
     * @param kernel kernel release
     * @param machine machine
     * @param label description of the program that actually ran, with the versions of its tools
     */
    public record Past(String batch, @JsonProperty("wall_s") double wallS, @JsonProperty("cpu_s") double cpuS,
            long samples, String kernel, String machine, String label) {
        boolean differs(Past before) {
            return !kernel.isEmpty() && !before.kernel.isEmpty()
                    && !(kernel.equals(before.kernel) && machine.equals(before.machine) && label.equals(before.label));
        }

        /** Returns a description of the change. */
        String difference(Past before) {
            return !kernel.equals(before.kernel) ? "kernel " + before.kernel + " → " + kernel
                    : !machine.equals(before.machine) ? "machine " + before.machine + " → " + machine
                            : "tools: " + before.label + " → " + label;
        }
    }

    /**
     * A run compared with its earlier runs.
     *
     * @param row the run
     * @param change change of the wall time relative to their median, as a share; positive means slower
     * @param p p-value after Benjamini and Hochberg over the batch; NaN with too few earlier runs
     */
    public record Judged(Row row, double change, double p) {
        boolean slower() {
            return p < FALSE_DISCOVERIES && change > MIN_CHANGE;
        }

        boolean faster() {
            return p < FALSE_DISCOVERIES && change < -MIN_CHANGE;
        }
    }

    /** Returns all measured runs, largest slow-down first. */
    public List<Judged> judged() {
        List<Row> measured = rows.stream().filter(r -> Double.isFinite(r.last().wallS())).toList();
        double[] p = RunBaseline.adjusted(measured.stream().mapToDouble(r -> r.baseline().p()).toArray());
        return IntStream.range(0, measured.size())
                .mapToObj(i -> new Judged(measured.get(i),
                        measured.get(i).last().wallS() / measured.get(i).baseline().middle() - 1, p[i]))
                .sorted((a, b) -> Double.compare(Double.isNaN(b.change) ? -9 : b.change,
                        Double.isNaN(a.change) ? -9 : a.change))
                .toList();
    }
}
