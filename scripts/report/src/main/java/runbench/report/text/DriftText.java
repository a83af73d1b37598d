package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.sync.session.DriftStudy;

/** Prints a simulation of oscillators with frequency wander. */
public final class DriftText {
    private DriftText() {
    }

    private static String name(DriftStudy.Policy policy) {
        return policy == DriftStudy.Policy.PREDICTION_ONLY ? "prediction only" : "re-synchronise";
    }

    public static List<String[]> rows(List<DriftStudy.Row> rows) {
        List<String[]> table = new ArrayList<>();
        table.add(TextTable.row("policy", "wander_ppm", "learned", "tolerance_us", "worst_us", "held", "worst_after_us",
                "resyncs", "packets per run"));
        for (DriftStudy.Row r : rows) {
            table.add(TextTable.row(name(r.policy()), r.wanderPpm(), learned(r),
                    r.bounded() ? String.format(Locale.ROOT, "%.0f", r.toleranceNanos() / 1e3) : "-",
                    String.format(Locale.ROOT, "%.1f", r.worst() / 1e3), r.bounded() ? r.held() + "/" + r.runs() : "-",
                    String.format(Locale.ROOT, "%.1f", r.worstAfter() / 1e3),
                    r.resyncs().getMin() == r.resyncs().getMax() ? "" + r.resyncs().getMin()
                            : r.resyncs().getMin() + "-" + r.resyncs().getMax(),
                    String.format(Locale.ROOT, "%.0f", r.packets())));
        }
        return table;
    }

    /** Returns the time that the rate was learned from, as an option has it; "-" with repeated synchronisation. */
    private static String learned(DriftStudy.Row r) {
        return r.bounded() ? "-" : Durations.typed(Math.round(r.learnSeconds() * 1e9));
    }

    /** Returns the first run's errors of predictions, in two lists of equal length. */
    private static void course(ObjectNode node, DriftStudy.Row r) {
        ObjectNode first = node.putObject("first_run");
        ArrayNode seconds = first.putArray("seconds");
        ArrayNode errors = first.putArray("error_ns");
        r.first().forEach(m -> {
            seconds.add(m.seconds());
            errors.add(m.errorNanos());
        });
    }

    public static ArrayNode json(List<DriftStudy.Row> rows) {
        ArrayNode all = JsonText.object().arrayNode();
        for (DriftStudy.Row r : rows) {
            ObjectNode node = all.addObject()
                    .put("policy", name(r.policy()))
                    .put("wander_ppm", r.wanderPpm())
                    .put("learned_s", JsonText.number(r.learnSeconds()))
                    .put("tolerance_ns", JsonText.number(r.toleranceNanos()))
                    .put("runs", r.runs())
                    .put("worst_ns", r.worst())
                    .put("worst_after_the_fact_ns", r.worstAfter())
                    .put("resyncs_min", r.resyncs().getMin())
                    .put("resyncs_mean", r.resyncs().getAverage())
                    .put("resyncs_max", r.resyncs().getMax())
                    .put("packets_mean", r.packets());
            if (r.bounded()) {
                node.put("held", r.held()).put("truth_inside_share", r.insideShare());
            }
            course(node, r);
        }
        return all;
    }
}
