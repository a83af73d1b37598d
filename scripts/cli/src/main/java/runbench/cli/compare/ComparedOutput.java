package runbench.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CsvOption;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.MarkdownOption;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.compare.NamedComparison;
import runbench.measure.compare.PairedRuns;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.compare.RunValues;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.compare.ComparisonCsv;
import runbench.report.compare.ComparisonMarkdown;
import runbench.report.compare.ComparisonText;
import runbench.report.compare.JunitReport;
import runbench.report.compare.OtavaSeries;
import runbench.report.compare.RankingReport;
import runbench.report.compare.RankingText;
import runbench.report.text.PrintedJson;

/** The output of a comparison. */
final class ComparedOutput {
    private final ResultOptions options;
    private final PrintWriter out;
    private final Double limit;
    private final boolean failIfInconclusive;

    /**
     * Creates the output.
     *
     * @param limit share by which B may be worse; null: unlimited
     * @param failIfInconclusive require a verdict
     */
    ComparedOutput(ResultOptions options, PrintWriter out, Double limit, boolean failIfInconclusive) {
        this.options = options;
        this.out = out;
        this.limit = limit;
        this.failIfInconclusive = failIfInconclusive;
    }

    /** @return the exit code */
    int print(List<NamedComparison> all, IntFunction<String> further) throws IOException {
        if ((options.csv.isGiven() || options.chart != null || options.page != null) && all.size() > 1) {
            throw RunbenchException
                    .badInput("--csv, --chart and --page are of one comparison, and these are " + all.size())
                    .remedy("name the runs of one benchmark: A/BENCHMARK B/BENCHMARK");
        }
        options.markdown.write(() -> all.stream()
                .map(c -> (all.size() > 1 ? "## " + c.kind() + "\n\n" : "")
                        + ComparisonMarkdown.text(MultipleComparison.of(List.of(c.comparison()))))
                .collect(Collectors.joining("\n")), out);
        Comparison first = all.get(0).comparison();
        writeFiles(MultipleComparison.of(List.of(first)));
        if (options.otava != null) {
            Map<String, List<RunValues>> series = new LinkedHashMap<>();
            all.forEach(c -> series.put(c.kind(), c.runs()));
            OtavaSeries.write(series, options.otava);
        }
        if (options.isJson()) {
            out.println(all.size() == 1 ? PrintedJson.text(OutputFormat.COMPARISON, Map.of("comparison", first))
                    : PrintedJson.text(OutputFormat.COMPARISON,
                            all.stream().map(c -> Map.of("comparison", c.comparison())).toList()));
        } else if (!options.isQuiet() && !options.isTable()) {
            for (NamedComparison c : all) {
                if (all.size() > 1) {
                    out.println("== " + c.kind());
                }
                ComparisonText.print(c.comparison(), further, out);
                if (all.size() > 1) {
                    out.println();
                }
            }
        }
        if (options.junit != null) {
            new JunitReport(limit, failIfInconclusive).write(all.stream().map(NamedComparison::comparison).toList(),
                    options.junit);
        }
        List<MetricComparison> primaries = all.stream().map(c -> c.comparison().primary()).toList();
        return code(primaries, primaries);
    }

    /**
     * Prints the comparisons of programs that ran in rounds.
     *
     * @param all the comparison of two programs, or all comparisons of several
     * @param further returns the command that runs more rounds, given their total number
     * @return the exit code
     */
    int printRounds(List<NamedComparison> all, IntFunction<String> further) throws IOException {
        MultipleComparison m = MultipleComparison.of(all.stream().map(NamedComparison::comparison).toList());
        if (!m.hasRanking()) {
            return print(all, further);
        }
        writeFiles(m);
        options.markdown.write(() -> ComparisonMarkdown.text(m), out);
        if (options.otava != null) {
            Map<String, List<RunValues>> series = new LinkedHashMap<>();
            all.forEach(c -> series.put(c.kind() + " " + c.comparison().a().name() + "-" + c.comparison().b().name(),
                    c.runs()));
            OtavaSeries.write(series, options.otava);
        }
        if (options.junit != null) {
            new JunitReport(limit, failIfInconclusive).write(failIfInconclusive ? m.all() : m.withReference(),
                    options.junit);
        }
        if (options.isJson()) {
            out.println(PrintedJson.text(OutputFormat.COMPARISON, m));
        } else if (!options.isQuiet() && !options.isTable()) {
            RankingText.print(m, further, out);
        }
        return code(m.withReference().stream().map(Comparison::primary).toList(),
                m.all().stream().map(Comparison::primary).toList());
    }

    private void writeFiles(MultipleComparison m) throws IOException {
        options.csv.write(to -> ComparisonCsv.write(m, to));
        if (options.chart != null) {
            Charts.write(RankingReport.chart(m), options.chart);
        }
        if (options.page != null) {
            HtmlPage.write(PairedRuns.page(m), options.page);
        }
    }

    /**
     * Returns the exit code.
     *
     * @param gated primary quantities that must not be worse
     * @param decided primary quantities that must have a verdict
     */
    private int code(List<MetricComparison> gated, List<MetricComparison> decided) {
        if (limit != null && gated.stream().anyMatch(m -> m.worseByMoreThan(limit))) {
            return ExitCode.WORSE.code();
        }
        boolean open = decided.stream().anyMatch(m -> m.verdict() == RatioVerdict.INCONCLUSIVE);
        return failIfInconclusive && open ? ExitCode.BENCHMARK_FAILED.code() : ExitCode.OK.code();
    }

    /** Options for the output of a comparison. */
    @OptionSection("Results")
    static final class ResultOptions extends PrintedOptions {
        @Mixin
        CsvOption csv = new CsvOption();

        @Mixin
        MarkdownOption markdown = new MarkdownOption();

        /** Returns whether CSV or Markdown replaces the text. */
        boolean isTable() {
            return csv.isPrinted() || markdown.isPrinted();
        }

        @Option(names = "--chart", paramLabel = "FILE", order = 41, description = "Draw a chart: FILE.png or FILE.svg.")
        Path chart;

        @Option(names = "--page", paramLabel = "FILE", order = 41,
                description = "Write the comparison as one self-contained HTML page.")
        Path page;

        @Option(names = "--junit", paramLabel = "FILE", order = 42,
                description = "Write JUnit XML for the test reports of a CI system: one test case per comparison, a "
                        + "failure with the verdict if it is worse than --fail-if-worse.")
        Path junit;

        @Option(names = "--otava", paramLabel = "DIR", order = 42,
                description = "Write the runs of A and B as a series for Apache Otava: CSV and otava.yaml.")
        Path otava;
    }
}
