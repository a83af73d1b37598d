package runbench.cli.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CsvOption;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.compare.MedianRuns;
import runbench.measure.compare.NamedComparison;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.compare.RunValues;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.compare.ComparisonChart;
import runbench.report.compare.ComparisonCsv;
import runbench.report.compare.ComparisonPage;
import runbench.report.compare.ComparisonText;
import runbench.report.compare.OtavaSeries;
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
        Comparison first = all.get(0).comparison();
        options.csv.write(to -> ComparisonCsv.write(first, to));
        if (options.chart != null) {
            Charts.write(ComparisonChart.figure(first), options.chart);
        }
        if (options.page != null) {
            HtmlPage.write(ComparisonPage.of(first, MedianRuns.beside(first)), options.page);
        }
        if (options.otava != null) {
            Map<String, List<RunValues>> series = new LinkedHashMap<>();
            all.forEach(c -> series.put(c.kind(), c.runs()));
            OtavaSeries.write(series, options.otava);
        }
        if (options.isJson()) {
            out.println(all.size() == 1 ? json(first)
                    : PrintedJson.text(OutputFormat.COMPARISON,
                            all.stream().map(c -> content(c.comparison())).toList()));
        } else if (!options.isQuiet() && !options.csv.isPrinted()) {
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
        List<MetricComparison> primaries = all.stream().map(c -> c.comparison().primary()).toList();
        if (limit != null && primaries.stream().anyMatch(m -> m.worseByMoreThan(limit))) {
            return ExitCode.WORSE.code();
        }
        boolean open = primaries.stream().anyMatch(m -> m.verdict() == RatioVerdict.INCONCLUSIVE);
        return failIfInconclusive && open ? ExitCode.BENCHMARK_FAILED.code() : ExitCode.OK.code();
    }

    private static String json(Comparison c) {
        return PrintedJson.text(OutputFormat.COMPARISON, content(c));
    }

    private static Map<String, Object> content(Comparison c) {
        return Map.of("comparison", c);
    }

    /** Options for the output of a comparison. */
    @OptionSection("Results")
    static final class ResultOptions extends PrintedOptions {
        @Mixin
        CsvOption csv = new CsvOption();

        @Option(names = "--chart", paramLabel = "FILE", order = 41, description = "Draw a chart: FILE.png or FILE.svg.")
        Path chart;

        @Option(names = "--page", paramLabel = "FILE", order = 41,
                description = "Write the comparison as one self-contained HTML page.")
        Path page;

        @Option(names = "--otava", paramLabel = "DIR", order = 42,
                description = "Write the runs of A and B as a series for Apache Otava: CSV and otava.yaml.")
        Path otava;
    }
}
