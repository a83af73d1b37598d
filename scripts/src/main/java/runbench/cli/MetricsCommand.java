package runbench.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.measure.Metrics;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.sampler.probe.Countability;

/** {@code runbench metrics}: what can be computed from counts, and which of it on this machine. */
@Command(
        name = "metrics",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Lists the metrics: formula, unit, explanation, and whether this machine counts what they need.",
            "Metrics of your own go into ~/.config/runbench/metrics.d/*.toml."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench metrics", "  runbench metrics miss", "  runbench sample --metrics page_fault_rate,cpu_utilisation -- make"})
public final class MetricsCommand implements Callable<Integer> {
    /** @param estimate why the result is an estimate; null when it is none */
    record Way(String formula, List<String> events, String note, String estimate) {
    }

    /**
     * @param computable whether its events can be counted here; null when nobody asked
     * @param formula    the one that would be used here; null when none can
     * @param reason     why it cannot be computed; null when it can
     * @param remedy     what to type; null when there is nothing to do
     */
    record Row(String name, String title, String unit, String explanation, List<Way> ways, Boolean computable, String formula,
               String reason, String remedy) {
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1", description = "Only those with this in name, title, unit or formula.")
    private String word;

    @Option(names = "--no-probe", description = "Do not try whether their events count here.")
    private boolean noProbe;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        MetricTable table = Metrics.table();
        List<Metric> metrics = table.all().stream().filter(this::matches).toList();
        if (metrics.isEmpty()) {
            String near = NearestNames.didYouMean(word, table.all().stream().map(Metric::name).toList());
            throw RunbenchException.badInput("no metric has '" + word + "' in its name, title, unit or formula")
                    .remedy(near.isEmpty() ? "runbench metrics lists all" : near);
        }
        List<Row> rows = rows(metrics);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(rows));
            return 0;
        }
        rows.forEach(row -> print(row, out));
        obstacles(rows).forEach((obstacle, names) -> {
            out.printf("%nnot computable here: %s%n    because %s%n", String.join(", ", names), obstacle.reason());
            if (obstacle.remedy() != null) {
                out.printf("    -> %s%n", obstacle.remedy());
            }
        });
        return 0;
    }

    private record Obstacle(String reason, String remedy) {
    }

    /** One missing PMU stands in the way of most metrics: each reason is said once, with the metrics that it prevents. */
    private static Map<Obstacle, List<String>> obstacles(List<Row> rows) {
        Map<Obstacle, List<String>> names = new LinkedHashMap<>();
        rows.stream().filter(r -> r.reason() != null).forEach(r -> names.computeIfAbsent(new Obstacle(
                r.reason().substring(r.reason().indexOf(": ") + 2), r.remedy()), o -> new ArrayList<>()).add(r.name()));
        return names;
    }

    private boolean matches(Metric m) {
        return word == null || (m.name() + " " + m.title() + " " + m.unit() + " " + m.ways()).toLowerCase(Locale.ROOT)
                .contains(word.toLowerCase(Locale.ROOT));
    }

    private List<Row> rows(List<Metric> metrics) {
        ThisMachine machine = noProbe ? null : ThisMachine.read();
        Map<String, Countability> known = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Metric m : metrics) {
            List<Way> ways = m.ways().stream().map(w -> new Way(w.formula().toString(), w.events(),
                    w.note().isEmpty() ? null : w.note(), w.estimate().isEmpty() ? null : w.estimate())).toList();
            rows.add(machine == null ? new Row(m.name(), m.title(), m.unit(), m.explanation(), ways, null, null, null, null)
                    : tried(m, ways, machine, known));
        }
        return rows;
    }

    private static Row tried(Metric m, List<Way> ways, ThisMachine machine, Map<String, Countability> known) {
        Countability obstacle = null;
        String culprit = null;
        for (Way way : ways) {
            boolean all = true;
            for (String event : way.events()) {
                Countability c = known.computeIfAbsent(event, e -> ask(machine, e));
                if (!c.usable()) {
                    all = false;
                    culprit = obstacle == null ? event : culprit;
                    obstacle = obstacle == null ? c : obstacle;
                }
            }
            if (all) {
                return new Row(m.name(), m.title(), m.unit(), m.explanation(), ways, true, way.formula(), null, null);
            }
        }
        return new Row(m.name(), m.title(), m.unit(), m.explanation(), ways, false, null, culprit + ": " + obstacle.detail(),
                obstacle.remedy().isEmpty() ? null : obstacle.remedy());
    }

    private static Countability ask(ThisMachine machine, String event) {
        try {
            return machine.probe(p -> p.probe(event));
        } catch (RunbenchException e) {
            return new Countability(Countability.Verdict.NO, e.getMessage(), e.remedy().orElse(""));
        }
    }

    private static void print(Row row, PrintWriter out) {
        String here = row.computable() == null ? "" : row.computable() ? "  - computable here" : "  - not computable here";
        out.printf("%s: %s, in %s%s%n", row.name(), row.title(), row.unit(), here);
        for (Way way : row.ways()) {
            out.printf("    %s%s%s%n", way.formula(), way.note() == null ? "" : "   (" + way.note() + ")",
                    way.estimate() == null ? "" : "   (an estimate: " + way.estimate() + ")");
        }
        out.printf("    %s%n", row.explanation());
    }
}
