package runbench.cli.machine;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;
import runbench.measure.check.MetricCheck;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricAvailability;
import runbench.parser.metrics.MetricGroup;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.report.text.CheckText;
import runbench.report.text.MetricsDocument;
import runbench.report.text.MetricsText;
import runbench.sampler.probe.ComputableMetric;

/** {@code runbench metrics}: what can be computed from counts, and which of it on this machine. */
@Command(name = "metrics", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Lists the metrics and groups of them: the formula for this processor and its source, unit, explanation, and whether "
                + "this machine counts what they need.",
        "Metrics of your own go into ~/.config/runbench/metrics.d/*.toml."}, footerHeading = "%nExamples:%n",
        footer = {"  runbench metrics", "  runbench metrics miss", "  runbench metrics --processor zen5 topdown",
                "  runbench metrics --processor all", "  runbench metrics --processor all --csv",
                "  runbench metrics --check --seconds 20",
                "  runbench sample --metrics page_fault_rate,cpu_utilisation -- make"})
public final class MetricsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1",
            description = "Only those with this in name, title, unit, formula or group.")
    private String word;

    @Option(names = "--processor", paramLabel = "ID",
            description = "As another processor computes them: zen5, icelake, neoverse-n1, ...; "
                    + "all: which metric is available on which.")
    private String processor;

    @Option(names = "--no-probe", description = "Do not try whether their events count here.")
    private boolean noProbe;

    @Option(names = "--json", description = "Print as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "With --processor all: print as CSV, a row for each metric and processor.")
    private boolean csv;

    @Option(names = "--markdown",
            description = "With --processor all: print as a document, with the sources of all formulas.")
    private boolean markdown;

    @ArgGroup(exclusive = false)
    private Check check;

    /** What belongs to a check. */
    static final class Check {
        @Option(names = "--check", required = true,
                description = "Hold events and metrics against kernels of known counts: expected, seen, verdict. "
                        + "Kept for this processor, microcode and kernel; later summaries say what came of it.")
        private boolean asked;

        @Option(names = "--seconds", paramLabel = "N", defaultValue = "10",
                description = "About how long all kernels together run (default: ${DEFAULT-VALUE}).")
        private double seconds;

        @Option(names = "--emulate",
                description = "Check what emulation counts (sample --emulate) instead of the machine's counters.")
        private boolean emulated;

        @Option(names = {"-q", "--quiet"}, description = "No progress.")
        private boolean quiet;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (MetricTable.ALL.equals(processor)) {
            everywhere(out);
            return 0;
        }
        if (csv || markdown) {
            throw RunbenchException.badInput("--csv and --markdown are of all processors")
                    .remedy("add --processor all");
        }
        Microarchitecture of = check != null && check.emulated ? Microarchitectures.emulated()
                : processor == null ? Metrics.processor() : Microarchitectures.named(processor);
        MetricTable table = Metrics.on(of);
        List<MetricGroup> groups = table.groups()
                .stream()
                .filter(g -> word == null || g.name().equalsIgnoreCase(word))
                .toList();
        List<Metric> metrics = table.all()
                .stream()
                .filter(m -> word != null && !groups.isEmpty() ? groups.get(0).metrics().contains(m.name())
                        : matches(m))
                .toList();
        if (metrics.isEmpty()) {
            String near = NearestNames.didYouMean(word, table.all().stream().map(Metric::name).toList());
            throw RunbenchException.badInput("no metric has '" + word + "' in its name, title, unit, formula or group")
                    .remedy(near.isEmpty() ? "runbench metrics lists all" : near);
        }
        if (check != null) {
            if (processor != null) {
                throw RunbenchException.badInput("--check checks this machine, not --processor " + processor)
                        .remedy("leave --processor out");
            }
            return check(metrics, out);
        }
        List<ComputableMetric> found = ComputableMetric.of(metrics, processor == null && !noProbe);
        if (json) {
            out.println(PrintedJson.text(OutputFormat.METRICS, found));
        } else {
            MetricsText.print(of.title(), groups, found, out);
        }
        return 0;
    }

    private void everywhere(PrintWriter out) {
        List<MetricAvailability> cells = MetricAvailability.everywhere()
                .stream()
                .filter(c -> word == null || c.metric().contains(word.toLowerCase(Locale.ROOT)))
                .toList();
        if (json) {
            out.println(PrintedJson.text(OutputFormat.METRIC_AVAILABILITY, cells));
        } else if (csv) {
            MetricsDocument.csv(cells, out);
        } else if (markdown) {
            MetricsDocument.markdown(cells, out);
        } else {
            MetricsText.matrix(cells, out);
        }
    }

    private int check(List<Metric> metrics, PrintWriter out) throws IOException {
        if (!(check.seconds > 0 && check.seconds <= 3600)) {
            throw RunbenchException.badInput("--seconds " + check.seconds + " is not between 0 and 3600")
                    .remedy("write e.g. --seconds 10");
        }
        MetricCheck.Outcome outcome = new MetricCheck(metrics, check.seconds, check.emulated)
                .run(Terminal.of(check.quiet || json));
        if (json) {
            out.println(PrintedJson.text(OutputFormat.METRIC_CHECK, outcome.report()));
        } else {
            CheckText.print(outcome.report(), out);
            out.printf("%nkept in %s%n", outcome.file());
        }
        return 0;
    }

    private boolean matches(Metric m) {
        return word == null || (m.name() + " " + m.title() + " " + m.unit() + " " + m.ways()).toLowerCase(Locale.ROOT)
                .contains(word.toLowerCase(Locale.ROOT));
    }
}
