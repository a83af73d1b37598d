package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import runbench.base.json.OutputFormat;
import runbench.sync.clock.Costs;
import runbench.sync.clock.Frequency;
import runbench.sync.clock.Skew;
import runbench.sync.clock.SourceReport;
import runbench.sync.session.ClockReport;

/** Writes the result of {@code runbench sync clocks} as JSON. */
public final class ClocksJson {
    private ClocksJson() {
    }

    public static String of(ClockReport report) {
        double hertz = report.hertz();
        ObjectNode root = JsonText.object();
        root.put("tsc_scale_hertz", hertz);
        frequencies(root.putArray("tsc_frequency_by_raw"), report.byRaw());
        frequencies(root.putArray("tsc_frequency_by_gettimeofday"), report.byCall());
        ArrayNode all = root.putArray("sources");
        for (SourceReport s : report.sources()) {
            ObjectNode node = all.addObject().put("source", s.name());
            if (s.absent() != null) {
                node.put("absent", s.absent());
                continue;
            }
            node.put("resolution_ns", JsonText.number(s.stepNanos()))
                    .put("backward", s.backward())
                    .put("reads", s.reads());
            costs(node, "cost", s.warm(), hertz);
            if (s.cold() != null) {
                costs(node, "cold_cost", s.cold(), hertz);
            }
        }
        ArrayNode cores = root.putArray("tsc_skew");
        for (Skew k : report.skews()) {
            cores.addObject()
                    .put("cpu", k.cpu())
                    .put("against_cpu", k.against())
                    .put("lo_ns", k.loNanos())
                    .put("hi_ns", k.hiNanos());
        }
        root.set("utc", UtcText.json(report.utc()));
        return JsonText.of(OutputFormat.CLOCKS, root);
    }

    private static void frequencies(ArrayNode array, List<Frequency> all) {
        for (Frequency f : all) {
            array.addObject()
                    .put("interval_s", f.seconds())
                    .put("hertz", f.hertz())
                    .put("relative_error", f.relativeError())
                    .put("paper_relative_error", Frequency.paperError(f.seconds()));
        }
    }

    private static void costs(ObjectNode node, String name, Costs c, double hertz) {
        ObjectNode cycles = node.putObject(name + "_cycles");
        ObjectNode nanos = node.putObject(name + "_ns");
        String[] names = {"min", "p50", "mean", "p99", "max"};
        double[] values = {c.min(), c.quantile(0.5), c.mean(), c.quantile(0.99), c.max()};
        for (int i = 0; i < names.length; i++) {
            cycles.put(names[i], values[i]);
            nanos.put(names[i], values[i] * 1e9 / hertz);
        }
    }
}
