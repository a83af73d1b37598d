package runbench.report.page;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.compare.RunBaseline;

/**
 * What a page of a batch shows.
 *
 * @param folder of the batch
 * @param options of all its runs, as they were typed
 * @param rows in the order of the plan
 */
public record ShownBatch(String folder, List<String> options, List<Row> rows) {
    /** Of what is found strange about one in twenty is not. */
    static final double FALSE_DISCOVERIES = 0.05;
    /** Less does not matter, however sure it is. */
    static final double MATTERS = 0.01;

    /**
     * One run of the plan.
     *
     * @param ok null: it has not come to its end
     * @param reason why it failed; empty when it did not
     * @param errorLine first line that the program wrote to standard error; may be empty
     * @param past the same run in the batches before, then in this one, whose value is NaN where it failed
     * @param link its page or chart, relative to the batch's folder; null where there is none
     */
    public record Row(String benchmark, String period, Boolean ok, String reason,
            @JsonProperty("error_line") String errorLine, List<Past> past, String link) {
        Past last() {
            return past.get(past.size() - 1);
        }

        /** Wall times, s. */
        double[] values() {
            return past.stream().mapToDouble(Past::wallS).toArray();
        }

        /** What the runs before let one expect of this one. */
        RunBaseline baseline() {
            double[] values = values();
            return RunBaseline.of(
                    IntStream.range(0, values.length - 1).mapToDouble(i -> values[i]).filter(v -> v > 0).toArray(),
                    values[values.length - 1]);
        }

        /**
         * Before which of the runs something else changed than the program: kernel, machine, or the tools that the
         * label names.
         */
        int[] changed() {
            return IntStream.range(1, past.size()).filter(i -> past.get(i).differs(past.get(i - 1))).toArray();
        }
    }

    /**
     * One of the runs.
     *
     * @param batch name of its batch's folder
     * @param wallS wall time, s; NaN: it failed or was not in that batch
     * @param cpuS CPU time, s; NaN likewise
     * @param label what was really run, with the versions of its tools
     */
    public record Past(String batch, @JsonProperty("wall_s") double wallS, @JsonProperty("cpu_s") double cpuS,
            long samples, String kernel, String machine, String label) {
        boolean differs(Past before) {
            return !kernel.isEmpty() && !before.kernel.isEmpty()
                    && !(kernel.equals(before.kernel) && machine.equals(before.machine) && label.equals(before.label));
        }

        /** What changed, in words. */
        String difference(Past before) {
            return !kernel.equals(before.kernel) ? "kernel " + before.kernel + " → " + kernel
                    : !machine.equals(before.machine) ? "machine " + before.machine + " → " + machine
                            : "tools: " + before.label + " → " + label;
        }
    }

    /**
     * A run against those before it.
     *
     * @param change of the wall time against their middle, as a share; positive: slower
     * @param p after Benjamini and Hochberg over the batch; NaN where too few ran before
     */
    public record Judged(Row row, double change, double p) {
        boolean slower() {
            return p < FALSE_DISCOVERIES && change > MATTERS;
        }

        boolean faster() {
            return p < FALSE_DISCOVERIES && change < -MATTERS;
        }
    }

    /** All that were measured, the worst change first. */
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
