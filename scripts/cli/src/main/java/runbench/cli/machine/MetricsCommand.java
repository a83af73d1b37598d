package runbench.cli.machine;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption;
import runbench.cli.option.PrintTarget;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.measure.check.MetricCheck;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricAvailability;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.SavedSets;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.report.text.CheckText;
import runbench.report.text.MetricsText;
import runbench.report.text.MetricsText.MetricsDocument;
import runbench.report.text.PrintedJson;
import runbench.sampler.probe.ComputableMetric;

/** {@code runbench metrics}: lists and checks metrics. */
@Command(name = "metrics", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Lists metrics and groups of metrics: the formula for this processor with its source, unit, "
                        + "explanation, and whether this machine counts the required events.",
                "Your own metrics go into ~/.config/runbench/metrics.d/*.toml, your named lists (--metrics @NAME) into "
                        + "~/.config/runbench/sets.toml."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench metrics", "  runbench metrics miss", "  runbench metrics --processor zen5 topdown",
                "  runbench metrics --processor all", "  runbench metrics --processor all --csv",
                "  runbench metrics --check --for 20s",
                "  runbench sample --metrics page_fault_rate,cpu_utilisation -- make"})
public final class MetricsCommand implements Callable<Integer> {
    private static final long DEFAULT_CHECK_NS = 10_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORD", arity = "0..1",
            description = "Only metrics with this text in name, title, unit, formula or group; or a group of another "
                    + "tool (FLOPS_DP), or the tool (LIKWID).")
    private String word;

    @Option(names = "--processor", paramLabel = "ID",
            description = "Show the formulas of another processor: zen5, icelake, neoverse-n1, ...; all: "
                    + "availability of metrics on all processors.")
    private String processor;

    @Option(names = "--no-probe", description = "Do not test whether the events of the metrics count.")
    private boolean noProbe;

    @Mixin
    private JsonOption printed;

    @Option(names = "--csv", paramLabel = "FILE", arity = "0..1", converter = PrintTarget.Converter.class,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "With --processor all: print the result as CSV, one row per metric and processor, or write "
                    + "it to FILE.")
    private PrintTarget csv;

    @Option(names = "--markdown", paramLabel = "FILE", arity = "0..1", converter = PrintTarget.Converter.class,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "With --processor all: print a document with the sources of all formulas, or write it to "
                    + "FILE.")
    private PrintTarget markdown;

    @Mixin
    private CheckOptions check;

    /** Options of a check. */
    static final class CheckOptions {
        @Option(names = "--check",
                description = "Compare events and metrics with kernels of known counts: expected, measured, "
                        + "verdict. The result "
                        + "is kept for this processor, microcode and kernel, and shown in later summaries.")
        private boolean asked;

        @Option(names = "--for", paramLabel = "TIME", converter = Nanos.class,
                description = "With --check: approximate total time of all kernels (default: 10s).")
        private Long limit;

        @Option(names = "--emulate",
                description = "With --check: check the counts of the emulator (sample --emulate) instead of the "
                        + "machine's counters.")
        private boolean emulated;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (!check.asked && (check.limit != null || check.emulated)) {
            throw RunbenchException.badInput((check.emulated ? "--emulate" : "--for") + " needs --check")
                    .remedy("add --check");
        }
        if (MetricTable.ALL.equals(processor)) {
            everywhere(out);
            return 0;
        }
        if (csv != null || markdown != null) {
            throw RunbenchException.badInput("--csv and --markdown need --processor all").remedy("add --processor all");
        }
        Microarchitecture of = check.emulated ? Microarchitectures.emulated()
                : processor == null ? Metrics.processor() : Microarchitectures.named(processor);
        MetricTable table = Metrics.on(of);
        Metrics.Selection selected = Metrics.matching(table, word);
        if (check.asked) {
            if (processor != null) {
                throw RunbenchException.badInput("--check checks this machine, not --processor " + processor)
                        .remedy("leave --processor out");
            }
            return check(selected.metrics(), out);
        }
        List<ComputableMetric> found = ComputableMetric.of(selected.metrics(), processor == null && !noProbe);
        printed.print(OutputFormat.METRICS, () -> found, text -> {
            MetricsText.print(of.title(), selected.groups(), found, text);
            MetricsText.aliases(selected.aliases(), table, text);
            if (word == null) {
                MetricsText.sets(SavedSets.ofUser(), SavedSets.Kind.METRICS, text);
            }
        });
        return 0;
    }

    private void everywhere(PrintWriter out) {
        List<MetricAvailability> cells = Metrics.everywhere(word);
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.METRIC_AVAILABILITY, cells));
        } else if (csv != null) {
            MetricsDocument.csv(cells, out);
        } else if (markdown != null) {
            MetricsDocument.markdown(cells, out);
        } else {
            MetricsText.matrix(cells, out);
        }
    }

    private int check(List<Metric> metrics, PrintWriter out) throws IOException {
        long limit = check.limit == null ? DEFAULT_CHECK_NS : Range.time("--for", check.limit, 1, 3_600_000_000_000L);
        MetricCheck.Outcome outcome = new MetricCheck(metrics, limit / 1e9, check.emulated).run(printed.progress());
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.METRIC_CHECK, outcome.report()));
        } else {
            CheckText.print(outcome.report(), out);
            out.printf("%nkept in %s%n", outcome.file());
        }
        return 0;
    }
}
