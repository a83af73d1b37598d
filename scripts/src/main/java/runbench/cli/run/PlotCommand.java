package runbench.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.Json;
import runbench.cli.Terminal;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.plotter.panel.Figure;

/** {@code runbench plot}: the chart of a recording. */
@Command(
        name = "plot",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Draws the chart of a recording: one panel per event on one axis, rates per second.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench plot results/403.gcc/20260131T021011Z --svg",
            "  runbench plot samples.rec -o wall.png --axis wall_time --scale 2"})
public final class PlotCommand implements Callable<Integer> {
    /** Fewer than for one panel's band: several lines must stay apart. */
    private static final int LINE_BUCKETS = 200;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "A run's folder, or a recording (samples.rec).")
    private Path run;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "The chart (default: chart.png beside the recording).")
    private Path file;

    @Option(names = "--svg", description = "Draw it as SVG too, beside the PNG.")
    private boolean svg;

    @Option(names = "--metrics", paramLabel = "LIST", description = Metrics.OPTION)
    private String metrics;

    @Option(names = "--axis", paramLabel = "AXIS", description = "run_time (default) or wall_time.")
    private Axis axis;

    @Option(names = "--buckets", paramLabel = "N", defaultValue = "" + RunCharts.BUCKETS,
            description = "Buckets along the axis (default: ${DEFAULT-VALUE}).")
    private int buckets;

    @Option(names = "--by-task", paramLabel = "N", defaultValue = "0",
            description = "Add panels with a line for each of the N tasks (threads, CPUs) that ran longest.")
    private int byTask;

    @Option(names = "--scale", paramLabel = "N", defaultValue = "1", description = "N times as many pixels each way (default: 1).")
    private double scale;

    @Option(names = "--open", description = "Open the chart.")
    private boolean open;

    @Option(names = "--json", description = "Print the names of the files as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws Exception {
        Recording recording = Recording.open(Recordings.find(run));
        Path png = file == null ? Recordings.folder(recording, null).chart() : file;
        Path vector = svg ? png.resolveSibling(png.getFileName().toString().replaceFirst("(\\.png)?$", ".svg")) : null;
        PrintWriter out = spec.commandLine().getOut();
        try (Terminal terminal = Terminal.of(quiet)) {
            Periods periods = Periods.of(recording);
            List<Metric> chosen = Metrics.of(recording, metrics);
            RunSummary summary = RunSummary.of(periods, chosen, terminal.start("summarising", " records"));
            Figure figure = RunCharts.figure(periods, chosen, summary, axis == null ? Envelopes.defaultAxis(periods) : axis, buckets,
                    terminal.start("drawing", " records"));
            if (byTask > 0) {
                TaskPanels.addLines(figure, periods, summary, axis == null ? Envelopes.defaultAxis(periods) : axis, LINE_BUCKETS, byTask);
            }
            RunCharts.draw(figure, png, vector, scale);
        }
        if (json) {
            out.println(Json.text(vector == null ? Map.of("png", png.toString())
                    : Map.of("png", png.toString(), "svg", vector.toString())));
        } else if (!quiet) {
            out.println("chart: " + png);
        }
        if (open) {
            Opener.open(png, spec.commandLine().getErr());
        }
        return 0;
    }
}
