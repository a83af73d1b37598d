package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.sync.simulate.Topology;

/** Formats simulated networks of many nodes by depth. */
public final class ScaleText {
    private ScaleText() {
    }

    public static List<String[]> rows(List<Topology.Outcome> outcomes) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("topology", "nodes", "depth", "nodes at it", "rms_us", "max_us", "slope_rms_ppm",
                "messages", "busiest host", "seconds"));
        for (Topology.Outcome o : outcomes) {
            String kind = o.kind().name().toLowerCase(Locale.ROOT);
            for (Topology.Level l : o.levels()) {
                boolean first = l.depth() == 1;
                rows.add(TextTable.row(first ? kind : "", first ? o.nodes() : "", l.depth(), l.nodes(),
                        Durations.micros(l.rmsNanos()), Durations.micros(l.maxNanos()),
                        String.format(Locale.ROOT, "%.4f", l.slopeRms() * 1e6), first ? o.messages() : "",
                        first ? o.busiest() : "", first ? String.format(Locale.ROOT, "%.1f", o.seconds()) : ""));
            }
            if (o.levels().size() > 1) {
                rows.add(TextTable.row("", "", "all", o.nodes() - 1, Durations.micros(Topology.rms(o)), "", "", "", "",
                        ""));
            }
        }
        return rows;
    }

    public static ArrayNode json(List<Topology.Outcome> outcomes) {
        ArrayNode all = JsonText.object().arrayNode();
        for (Topology.Outcome o : outcomes) {
            String kind = o.kind().name().toLowerCase(Locale.ROOT);
            ObjectNode node = all.addObject();
            node.put("topology", kind)
                    .put("nodes", o.nodes())
                    .put("messages", o.messages())
                    .put("busiest_host_messages", o.busiest())
                    .put("seconds", o.seconds())
                    .put("error_rms_ns", Topology.rms(o));
            ArrayNode levels = node.putArray("levels");
            for (Topology.Level l : o.levels()) {
                levels.addObject()
                        .put("depth", l.depth())
                        .put("nodes", l.nodes())
                        .put("error_rms_ns", l.rmsNanos())
                        .put("error_max_ns", l.maxNanos())
                        .put("slope_error_rms_ppm", l.slopeRms() * 1e6);
            }
        }
        return all;
    }
}
