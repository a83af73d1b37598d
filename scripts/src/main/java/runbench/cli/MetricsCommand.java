package runbench.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
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
import runbench.report.text.MetricsText;
import runbench.sampler.probe.ComputableMetric;

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
        List<ComputableMetric> found = ComputableMetric.of(metrics, !noProbe);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(found));
        } else {
            MetricsText.print(found, out);
        }
        return 0;
    }

    private boolean matches(Metric m) {
        return word == null || (m.name() + " " + m.title() + " " + m.unit() + " " + m.ways()).toLowerCase(Locale.ROOT)
                .contains(word.toLowerCase(Locale.ROOT));
    }
}
