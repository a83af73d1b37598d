package runbench.cli.machine;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import runbench.cli.option.ChartOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.measure.roofline.RooflineStudy;
import runbench.parser.roofline.Roofline;
import runbench.parser.roofline.Roofs;
import runbench.parser.roofline.RunPoint;
import runbench.parser.roofline.RunPoint.SuppliedQuantities;
import runbench.report.roofline.RooflineChart;
import runbench.report.roofline.RooflineText;
import runbench.report.roofline.RooflineText.RooflineCsv;
import runbench.report.text.PrintedJson;

/** {@code runbench machine roofline}: measures the limits of this machine, and compares runs with them. */
@Command(name = "roofline", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Measures the limits of this machine: floating-point operations per second, and bytes per second "
                + "from each memory level, by one thread and by all CPUs. Draws runs and their phases below these "
                + "roofs.",
        "Roofs need a clock and no counters; they are stored for this machine. A run needs counts of its "
                + "operations and bytes: record it with --metrics flops,memory."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench machine roofline",
                "  runbench sample --metrics flops,memory --groups -- ./mine && runbench machine roofline "
                        + "results/mine/20260131T021011Z",
                "  runbench machine roofline results/mine/20260131T021011Z --flops 2e11           for machines that "
                        + "cannot count operations",
                "  runbench machine roofline --point triad=2e9,24e9,1.4 --measure --for 30s"})
public final class RooflineCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..*",
            description = "Recordings (samples.rec), or runs: " + RunName.FORMS + ".")
    private List<String> names = List.of();

    private List<Path> runs;

    @Option(names = "--measure", description = "Measure the roofs again, even if they are stored.")
    private boolean again;

    @Option(names = "--for", paramLabel = "TIME", converter = Nanos.class, defaultValue = "10s",
            description = "Approximate total time of the roof measurements (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Option(names = "--roofs", paramLabel = "FILE", description = "File of roofs that were measured elsewhere.")
    private Path roofs;

    @Option(names = "--flops", paramLabel = "N",
            description = "Number of floating-point operations of the run, known by calculation; the chart says so.")
    private Double flops;

    @Option(names = "--bytes", paramLabel = "N",
            description = "Number of bytes that the run moved, known by calculation; the chart says so.")
    private Double bytes;

    @Option(names = "--point", paramLabel = "NAME=FLOPS,BYTES,SECONDS",
            description = "A kernel with known work and measured time; the chart says so.")
    private Map<String, String> points = new LinkedHashMap<>();

    @Option(names = "--float-precision", paramLabel = "WHICH", defaultValue = "double",
            description = "Draw the roofs of double or single precision (default: ${DEFAULT-VALUE}).")
    private String precision;

    @Mixin
    private ChartOptions chart;

    @Override
    public Integer call() throws IOException {
        runs = RunName.paths(names);
        check();
        Path png = chart.png("roofline", folder());
        RooflineStudy study = new RooflineStudy(chart.progress());
        List<RunPoint> byHand = points.entrySet().stream().map(e -> point(e.getKey(), e.getValue())).toList();
        Roofs known = roofs == null ? study.roofs(again, limit / 1e9) : RooflineStudy.roofs(roofs);
        Roofline roofline = study.place(known, runs, new SuppliedQuantities(flops, bytes), byHand);
        Path csv = ChartOptions.beside(png, ".csv");
        chart.draw(RooflineChart.of(roofline, precision), png);
        RooflineCsv.write(roofline, csv);
        PrintWriter out = spec.commandLine().getOut();
        if (chart.isJson()) {
            out.println(PrintedJson.text(OutputFormat.ROOFLINE, roofline));
            return 0;
        }
        RooflineText.print(roofline, precision, out);
        out.printf("%nchart: %s%ntable: %s%n", png, csv);
        if (roofs == null) {
            out.printf("roofs kept in %s%n", study.kept());
        }
        return 0;
    }

    private void check() {
        Range.time("--for", limit, 1, 3_600_000_000_000L);
        if (!precision.equals("double") && !precision.equals("single")) {
            throw RunbenchException.badInput("--float-precision " + precision + " is neither double nor single")
                    .remedy("write --float-precision double");
        }
        if ((flops != null || bytes != null) && runs.size() != 1) {
            throw RunbenchException.badInput("--flops and --bytes need exactly one run; " + runs.size() + " are given")
                    .remedy("name one run, or use --point");
        }
        if (flops != null && !positive(flops) || bytes != null && !positive(bytes)) {
            throw RunbenchException.badInput("--flops and --bytes are above 0").remedy("write e.g. --flops 2e11");
        }
        if (roofs != null && again) {
            throw RunbenchException.badInput("--roofs and --measure exclude one another")
                    .remedy("leave one of them out");
        }
    }

    private static boolean positive(double value) {
        return value > 0 && Double.isFinite(value);
    }

    private static RunPoint point(String name, String text) {
        try {
            String[] words = text.split(",", -1);
            double f = Double.parseDouble(words[0]);
            double b = Double.parseDouble(words[1]);
            double s = Double.parseDouble(words[2]);
            if (words.length == 3 && positive(f) && positive(b) && positive(s)) {
                return RunPoint.byHand(name, f, b, s);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // Reported below.
        }
        throw RunbenchException
                .badInput("--point " + name + "=" + text + ": not three numbers above 0: FLOPs, bytes, seconds")
                .remedy("write e.g. --point triad=2e9,24e9,1.4");
    }

    /** Returns the folder of the first run; null: no run was given. */
    private Path folder() {
        if (runs.isEmpty()) {
            return null;
        }
        Path first = runs.get(0).toAbsolutePath();
        return Files.isDirectory(first) ? first : first.getParent();
    }
}
