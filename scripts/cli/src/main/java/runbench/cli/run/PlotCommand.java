package runbench.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.align.clock.RecordingClock;
import runbench.align.run.ClusterRun;
import runbench.align.view.ViewRequest;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.PageOptions.ClusterPageOptions;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.cli.output.Terminal;
import runbench.cli.run.RecordingOptions.WindowOptions;
import runbench.measure.PartAnalysis;
import runbench.measure.RunAnalysis;
import runbench.measure.cluster.ClusterResults;
import runbench.measure.profile.PeriodStudy;
import runbench.measure.profile.SustainedTraffic;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.plotter.figure.Figure;
import runbench.report.PeriodsChart;
import runbench.report.ReferenceLane;
import runbench.report.RunCharts;
import runbench.report.text.ClusterPhasesText;
import runbench.report.text.ProgramsText;
import runbench.report.text.PrintedJson;
import runbench.report.text.TextTable;
import runbench.sync.model.ModelFiles;

/** {@code runbench plot}: the chart of a recording. */
@Command(name = "plot", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Draws the chart of a recording: one panel per event on a common axis, rates per second. Of "
                + "a run "
                + "on many nodes (runbench cluster): phases, a lane per rank or a heat map, and the errors of the "
                + "clocks.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench plot results/403.gcc/20260131T021011Z --svg",
                "  runbench plot samples.rec -o wall.png --axis wall_time --scale 2",
                "  runbench plot results/403.gcc/20260131T021011Z --phase B --from 2s --to 5s",
                "  runbench plot 403.gcc --periods 1ms,100ms,5s",
                "  runbench plot results/403.gcc/20260131T021011Z --clock-model clocks/ --node node1      on the time "
                        + "axis of the reference",
                "  runbench plot results/cluster/app/20260131T021011Z --from 2 --to 2.1 --messages -e "
                        + "page-faults"})
public final class PlotCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RecordingOptions from;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
            description = "The chart (default: chart.png in the folder of the recording; of a part chart-part.png).")
    private Path file;

    @Option(names = "--svg", description = "Draw the chart as SVG too.")
    private boolean svg;

    @Option(names = "--axis", paramLabel = "AXIS",
            description = "run_time or wall_time. Default: run_time; wall_time for CPUs, and if the program waited for "
                    + "more than 10 %% of it.")
    private Axis axis;

    @Option(names = "--clock-model", paramLabel = "FILE",
            description = "Draw the chart on the time axis of a reference clock: the model of the node's clock "
                    + "(NODE.model.json of runbench sync), or a folder with models; repeat for gateways, from the node "
                    + "upwards. The chart shows the maximum error, and marks predicted times.")
    private List<Path> models = List.of();

    @Option(names = "--node", paramLabel = "NAME",
            description = "Name of the recorded node in --clock-model, if it differs from the machine's own name.")
    private String node;

    @Option(names = "--by-task", paramLabel = "N", defaultValue = "0",
            description = "Add panels with one line for each of the N tasks (threads, CPUs) with the longest "
                    + "running times.")
    private int byTask;

    @Option(names = "--periods", split = ",", paramLabel = "TIME", converter = Nanos.class,
            description = "Draw the rates at these sampling periods in one chart, with the peak against the period: "
                    + "1ms,100ms,5s. With -e: only these events and metrics.")
    private List<Long> periods = List.of();

    @Mixin
    private WindowOptions window = new WindowOptions();

    @Mixin
    private ClusterPlot cluster = new ClusterPlot();

    @Mixin
    private ClusterPageOptions page = new ClusterPageOptions();

    @Option(names = "--scale", paramLabel = "N", defaultValue = "1",
            description = "Multiply width and height in pixels by N (default: 1).")
    private double scale;

    @Override
    public Integer call() throws Exception {
        if (from.isCluster()) {
            return drawCluster();
        }
        if (!periods.isEmpty()) {
            return drawPeriods();
        }
        cluster.rejectForOne();
        if (page.isPredicted()) {
            throw RunbenchException
                    .badInput("--predicted is for a run on many nodes; this is the recording of one program")
                    .remedy("leave it out");
        }
        if (page.asked() && !models.isEmpty()) {
            throw RunbenchException.badInput("--page: with --clock-model only the chart is drawn")
                    .remedy("leave out --clock-model, or --page");
        }
        if (node != null && models.isEmpty()) {
            throw RunbenchException.badInput("--node " + node + ": --clock-model is missing")
                    .remedy("add --clock-model " + node + ".model.json");
        }
        Recording recording = recording();
        Path png = file != null ? file
                : window.asked() ? RecordingOptions.folder(recording, null).path().resolve("chart-part.png")
                        : RecordingOptions.folder(recording, null).chart();
        Path vector = svg ? vector(png) : null;
        PrintWriter out = spec.commandLine().getOut();
        boolean written;
        if (window.asked()) {
            return drawPart(recording, png, vector);
        }
        try (Terminal terminal = from.terminal()) {
            RunAnalysis analysis = new RunAnalysis(terminal, recording, from.metrics(recording));
            // A chart in another place leaves the run's folder unchanged.
            Path usual = file == null && models.isEmpty() ? RecordingOptions.folder(recording, null).page() : null;
            if (page.to(usual) != null) {
                analysis.withPage(axis);
            }
            Figure figure = (models.isEmpty() ? analysis.withChart(axis, RunCharts.BUCKETS)
                    : analysis.withReferenceChart(lane(recording), RunCharts.BUCKETS)).figure(byTask);
            RunAnalysis.draw(figure, png, vector, scale);
            terminal.close();
            if (from.isText()) {
                out.println("chart: " + png);
            }
            written = page.write(usual, to -> analysis.page(to, from.record()), from.isText() ? out : null,
                    spec.commandLine().getErr());
            if (from.isJson()) {
                out.println(PrintedJson.text(OutputFormat.CHART_FILES,
                        files(png, vector, page.to(usual) != null && written ? page.to(usual) : null)));
            }
        }
        return written ? 0 : ExitCode.MACHINE.code();
    }

    private Recording recording() {
        Recording recording = from.open();
        recording.damage().ifPresent(d -> from.note("the recording is " + d.words()));
        return recording;
    }

    private int drawPart(Recording recording, Path png, Path vector) {
        if (!models.isEmpty() || byTask > 0 || page.to(null) != null) {
            throw RunbenchException.badInput(
                    "--from, --to and --phase draw a part on the recording's own axis, of all tasks together, and "
                            + "no page")
                    .remedy("leave --clock-model, --by-task and --page out");
        }
        try (Terminal terminal = from.terminal()) {
            Figure part = new PartAnalysis(terminal, recording, from.metrics(recording), axis, window.from(),
                    window.to(), window.phase()).figure(RunCharts.BUCKETS);
            RunAnalysis.draw(part, png, vector, scale);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (from.isJson()) {
            out.println(PrintedJson.text(OutputFormat.CHART_FILES, files(png, vector, null)));
        } else if (!from.isQuiet()) {
            out.println("chart: " + png);
        }
        return 0;
    }

    private int drawPeriods() throws IOException {
        if (window.asked() || !models.isEmpty() || byTask > 0 || page.to(null) != null) {
            throw RunbenchException.badInput("--periods draws the whole run on its own axis, and no page")
                    .remedy("leave --from, --to, --phase, --clock-model, --by-task and --page out");
        }
        Recording recording = recording();
        Path png = file != null ? file : RecordingOptions.folder(recording, null).path().resolve("chart-periods.png");
        Path vector = svg ? vector(png) : null;
        PeriodStudy study;
        try (Terminal terminal = from.terminal()) {
            study = new PeriodStudy(terminal, recording, from.metrics(recording), axis, periods, cluster.eventsOfOne(),
                    SustainedTraffic.of(recording.metadata(), terminal));
            RunAnalysis.draw(study.figure(RunCharts.BUCKETS), png, vector, scale);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (from.isJson()) {
            Map<String, Object> json = new LinkedHashMap<>(files(png, vector, null));
            json.put("rates", study.rates());
            out.println(PrintedJson.text(OutputFormat.CHART_FILES, json));
        } else if (!from.isQuiet()) {
            out.println(TextTable.text(PeriodsChart.rows(study.rates())));
            study.notes().forEach(n -> out.println("note: " + n));
            out.println("chart: " + png);
        }
        return 0;
    }

    private static Map<String, String> files(Path png, Path svg, Path page) {
        Map<String, String> files = new LinkedHashMap<>(Map.of("png", png.toString()));
        if (svg != null) {
            files.put("svg", svg.toString());
        }
        if (page != null) {
            files.put("page", page.toString());
        }
        return files;
    }

    private int drawCluster() {
        if (axis != null || !models.isEmpty() || node != null || byTask > 0) {
            throw RunbenchException.badInput(
                    "--axis, --clock-model, --node and --by-task are for the recording of one program; this is a run "
                            + "on " + "many nodes, on its reference's time")
                    .remedy("leave them out, or draw one rank: runbench plot RUN/ranks/RANK/samples.rec");
        }
        ClusterRun run = from.cluster();
        Path png = file == null ? run.folder().chart() : file;
        Path vector = svg ? vector(png) : null;
        PrintWriter out = spec.commandLine().getOut();
        boolean written = true;
        try (Terminal terminal = from.terminal()) {
            ViewRequest request = cluster.request(RunCharts.BUCKETS, window).beside(page.predicted());
            ClusterResults results = ClusterResults.of(run, request, terminal);
            results.chart(png, vector, scale);
            if (request.isWhole()) {
                results.tables();
                written = page.write(run.folder().page(), results::page, from.isText() ? out : null,
                        spec.commandLine().getErr());
            }
            terminal.close();
            if (from.isJson()) {
                out.println(results.view().json());
            } else if (!from.isQuiet()) {
                out.println(results.view().alignment().words() + ".");
                if (results.view().isOfPrograms()) {
                    ProgramsText.print(results.view(), out);
                } else {
                    ClusterPhasesText.print(results.view(), out);
                }
                out.println("chart: " + png);
            }
        }
        return written ? 0 : ExitCode.MACHINE.code();
    }

    private static Path vector(Path png) {
        return png.resolveSibling(png.getFileName().toString().replaceFirst("(\\.png)?$", ".svg"));
    }

    private LongFunction<ReferenceLane> lane(Recording recording) throws IOException {
        if (axis != null && axis != Axis.WALL_TIME) {
            throw RunbenchException
                    .badInput("--clock-model places wall time on a reference clock's; " + axis.label()
                            + " has no place there")
                    .remedy("leave --axis out, or --clock-model");
        }
        RecordingClock clock = RecordingClock.of(recording, ModelFiles.read(models), node, false);
        return startNanos -> ReferenceLane.alone(clock, startNanos);
    }

    /** Options for the chart of a run on many nodes. */
    @OptionSection("Runs on many nodes")
    static final class ClusterPlot {
        private static final String MESSAGES = "500";

        @Option(names = {"-e", "--events"}, split = ",", paramLabel = "LIST",
                description = "Events and metrics to draw (default: the most informative ones).")
        private List<String> events = List.of();

        @Option(names = "--messages", arity = "0..1", paramLabel = "N", fallbackValue = MESSAGES, defaultValue = "0",
                description = "Draw the N messages of the window with most bytes (default of N: " + MESSAGES + ").")
        private int messages;

        ViewRequest request(int buckets, WindowOptions window) {
            window.rejectPhase("phases of a run on many nodes are found in its trace, and have no letters");
            if (messages < 0) {
                throw RunbenchException.badInput("--messages " + messages + ": so many cannot be drawn")
                        .remedy("give a number above 0");
            }
            return new ViewRequest(window.from(), window.to(), buckets, events, messages);
        }

        /** Returns the events and metrics of a single recording; empty for all. */
        List<String> eventsOfOne() {
            if (messages != 0) {
                throw RunbenchException.badInput("--messages is for a run on many nodes").remedy("leave it out");
            }
            return events;
        }

        /** @throws RunbenchException (bad input) an option was given that a single recording does not support */
        void rejectForOne() {
            if (!events.isEmpty() || messages != 0) {
                throw RunbenchException.badInput(
                        "--events and --messages are for a run on many nodes; this is the recording of one program")
                        .remedy("leave them out, name the folder that runbench cluster left, or add --periods to "
                                + "--events");
            }
        }
    }
}
