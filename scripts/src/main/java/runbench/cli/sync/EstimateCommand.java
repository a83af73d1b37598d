package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.plotter.figure.Figure;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.Exchanges;

/** {@code runbench sync estimate}: clocks from recorded exchanges. */
@Command(
        name = "estimate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Find a node's clock from recorded exchanges.",
            "The offset is the node's clock minus the reference's at the end of the window. Two errors stand beside it:"
                + " the statistical one, and the guaranteed interval, which holds whatever the delays were, if the clock ran straight"
                + " through the window."},
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench sync estimate node1.xchg",
            "  runbench sync estimate recorded.txt --inject 2500000,40 --method all --window 4s --json"})
final class EstimateCommand implements Callable<Integer> {
    private static final int MOST_PANELS = 8;
    private static final int MOST_DOUBTS = 6;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = ".xchg, or text with eight integer columns t1 t2 t3 t4 k1 k2 k3 k4 in ns (t user, k kernel"
                + " stamps; 1 and 4 local, 2 and 3 remote; 0: not taken).")
    private List<Path> files;

    @Mixin
    private Source source;

    @Option(names = "--chart", paramLabel = "FILE",
            description = "The windows' exchanges about the last method's line, at most eight windows (.png, .svg).")
    private Path chart;

    @Option(names = "--json", description = "Everything, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private Figure figure;
    private int panels;
    private final ArrayNode all = Output.object().arrayNode();
    private final List<String[]> rows = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    @Override
    public Integer call() {
        rows.add(Output.row("node", "window", "method", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us",
                "error_us", "truth"));
        PrintWriter out = spec.commandLine().getOut();
        for (Path file : files) {
            Source.Ready ready = source.read(file);
            ready.recording().leftOut().ifPresent(why -> spec.commandLine().getErr().println("note: " + ready.recording().name() + ": " + why));
            if (!ready.recording().complete()) {
                spec.commandLine().getErr().println("runbench: " + file + ": ends too early (killed writer, full disk);"
                        + " " + ready.recording().exchanges().size() + " exchanges are used");
            }
            estimate(ready);
        }
        if (chart != null) {
            ClocksChart.save(figure, chart);
        }
        if (json) {
            out.println(Output.json(all));
        } else {
            out.println(Output.table(rows));
            out.println("offset: node minus reference at the window's end; stat: standard error; lo, hi: guaranteed"
                    + " interval about the offset, if " + Doubts.ASSUMED_IN_WINDOW + (source.known() ? "; error: estimated minus true" : ""));
        }
        doubts.stream().limit(MOST_DOUBTS).forEach(doubt -> spec.commandLine().getErr().println("note: " + doubt));
        if (doubts.size() > MOST_DOUBTS) {
            spec.commandLine().getErr().println("note: ... and " + (doubts.size() - MOST_DOUBTS) + " more of this kind");
        }
        return 0;
    }

    private void estimate(Source.Ready ready) {
        ObjectNode file = all.addObject();
        file.put("file", ready.recording().name());
        file.put("node", ready.recording().node());
        file.put("complete", ready.recording().complete()).put("left_out", ready.recording().impossible());
        file.put("offset_means", "node minus reference at x0_ns");
        ArrayNode windows = file.putArray("windows");
        List<Summary> summaries = new ArrayList<>();
        for (Estimator method : source.methods()) {
            summaries.add(new Summary(method.name()));
        }
        for (int w = 0; w < ready.windows().size(); w++) {
            Exchanges window = ready.windows().get(w);
            ObjectNode node = windows.addObject();
            node.put("window", w);
            ArrayNode results = node.putArray("results");
            for (int m = 0; m < summaries.size(); m++) {
                Estimator method = source.methods().get(m);
                Estimate e = estimated(ready, w, method);
                results.add(EstimateJson.of(e, method, ready.known()));
                rows.add(row(ready, w, e));
                if (m == summaries.size() - 1) {
                    doubts.addAll(Doubts.of(e, Double.POSITIVE_INFINITY).stream().map(d -> ready.recording().node() + ": " + d).toList());
                }
                summaries.get(m).add(e, ready.known());
                if (m == summaries.size() - 1) {
                    draw(ready, window, e, w);
                }
            }
        }
        if (ready.known() != null) {
            ArrayNode summary = file.putArray("summary");
            for (Summary s : summaries) {
                summary.add(s.json());
                if (ready.windows().size() > 1) {
                    rows.add(s.row(ready.recording().node()));
                }
            }
        }
    }

    private static Estimate estimated(Source.Ready ready, int w, Estimator method) {
        try {
            return Estimation.of(ready.windows().get(w), ready.stamps(), method, ready.slackNanos());
        } catch (RunbenchException e) {
            RunbenchException where = RunbenchException.of(e.exitCode(), ready.recording().name() + ": window " + w + ": " + e.getMessage());
            throw e.remedy().map(where::remedy).orElse(where).causedBy(e);
        }
    }

    private void draw(Source.Ready ready, Exchanges window, Estimate e, int w) {
        if (chart == null) {
            return;
        }
        figure = figure == null ? EstimateChart.figure("Clock of " + ready.recording().node()) : figure;
        if (panels++ < MOST_PANELS) {
            figure.add(EstimateChart.panel(window, e, w));
        }
    }

    private static String[] row(Source.Ready ready, int w, Estimate e) {
        String error = "";
        String truth = "";
        if (ready.known() != null) {
            double rest = ready.known().drifted(e.x0Nanos());
            error = Nanos.micros(e.errorAgainst(ready.known().offsetNanos(), rest));
            truth = e.guarantees(ready.known().offsetNanos(), rest) ? "inside" : "OUTSIDE";
        }
        return Output.row(ready.recording().node(), w, e.method(), e.stamps().name().toLowerCase(Locale.ROOT),
                Output.nanos(e.baseNanos(), e.offsetNanos()).toPlainString(),
                String.format(Locale.ROOT, "%.4f", e.slope() * 1e6), Nanos.micros(e.errStatNanos()),
                Nanos.micros(e.loNanos()), Nanos.micros(e.hiNanos()), error, truth);
    }
}
