package runbench.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.stats.EventSummary;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.Curves;
import runbench.plotter.ChartCaption;
import runbench.plotter.RunChart;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.figure.Figure;

/** The chart of a recording, with its summary's words in it. */
final class RunCharts {
    /** One bucket for about each pixel of the plot area. */
    static final int BUCKETS = 1160;

    private RunCharts() {
    }

    static Figure figure(Periods periods, List<Metric> metrics, RunSummary summary, Curves curves) {
        List<Envelope> envelopes = new ArrayList<>(curves.events());
        List<Envelope> computed = curves.metrics();
        Set<String> hidden = withoutPanel(periods, curves.axis());
        hidden.addAll(MetricEnvelopes.shownAsRates(periods, metrics));
        if (!computed.isEmpty() || hidden.size() < envelopes.size()) {
            envelopes.removeIf(e -> hidden.contains(e.event()));
        }
        Figure figure = RunChart.of(envelopes, computed, caption(summary));
        curves.schedule().ifPresent(schedule -> TaskPanels.addSchedule(figure, schedule, summary, curves.axis()));
        return figure;
    }

    /** Parts whose sum has a panel, and what is counted by the axis itself. */
    private static Set<String> withoutPanel(Periods periods, Axis axis) {
        Set<String> names = new HashSet<>();
        for (JsonNode sum : periods.recording().metadata().run().path("sums")) {
            sum.path("of").forEach(part -> names.add(part.asText()));
        }
        if (axis == Axis.INSTRUCTIONS) {
            periods.events().stream().filter(e -> e.unit().equals("instructions")).forEach(e -> names.add(e.name()));
        }
        return names;
    }

    static void draw(Figure figure, Path png, Path svg, double scale) {
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }

    private static ChartCaption caption(RunSummary s) {
        RunSummary.Provenance p = s.provenance();
        Long kept = s.period() == null ? null : s.period().p50Ns();
        return new ChartCaption(s.benchmark(), SummaryText.label(s), p.machine(), p.kernel(), SummaryText.source(s),
                s.periodNs(), kept == null ? Double.NaN : kept, s.samples(), s.lost(), s.gaps(),
                s.irregularShare() == null ? Double.NaN : s.irregularShare(), notes(s));
    }

    private static List<String> notes(RunSummary s) {
        List<String> notes = new ArrayList<>();
        for (EventSummary event : s.events()) {
            if (event.status().equals("not counted")) {
                notes.add(event.name() + ": not counted (" + event.reason() + ")");
            } else if (event.status().equals("counted") && event.reason() != null) {
                notes.add(event.name() + ": " + event.finalCount() + " (" + event.reason() + ")");
            }
        }
        List<String> missing = s.metrics().stream().filter(m -> m.value() == null).map(MetricSummary::name).toList();
        if (!missing.isEmpty()) {
            notes.add("Not computed (summary.json says why): " + String.join(", ", missing) + ".");
        }
        s.damaged().ifPresent(d -> notes.add("The recording is " + d.words() + "."));
        s.discrepancies().forEach(notes::add);
        s.notes().forEach(notes::add);
        SummaryText.ending(s).ifPresent(e -> notes.add("The run " + e + "."));
        return notes;
    }
}
