package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Durations;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.MessageStages.Stage;
import runbench.sync.model.ModelFile.ExactNanos;
import runbench.sync.session.ClockPrediction;
import runbench.sync.session.ClockPrediction.PredictedWindow;
import runbench.sync.session.EstimateSession;
import runbench.sync.session.EstimateSession.FileEstimates;
import runbench.sync.session.EstimateSession.MethodErrors;
import runbench.sync.session.EstimateSession.MethodEstimate;
import runbench.sync.session.EstimateSession.WindowEstimates;
import runbench.sync.session.WindowJson.EstimateJson;

/** Formats the result of {@code runbench sync estimate} as a table and as JSON. */
public final class EstimateText {
    private EstimateText() {
    }

    public static List<String[]> rows(List<FileEstimates> all) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("node", "window", "method", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us",
                "hi_us", "error_us", "truth"));
        for (FileEstimates file : all) {
            String node = file.source().recording().node();
            file.windows().forEach(w -> w.estimates().forEach(e -> rows.add(row(node, w, e))));
            if (file.windows().size() > 1) {
                file.errors().forEach(errors -> rows.add(row(node, errors)));
            }
        }
        return rows;
    }

    private static String[] row(String node, WindowEstimates w, MethodEstimate m) {
        Estimate e = m.estimate();
        return TextTable.row(node, w.number(), e.method(), e.stamps().name().toLowerCase(Locale.ROOT),
                ExactNanos.of(e.baseNanos(), e.offsetNanos()).toPlainString(),
                String.format(Locale.ROOT, "%.4f", e.slope() * 1e6), Durations.micros(e.errStatNanos()),
                Durations.micros(e.loNanos()), Durations.micros(e.hiNanos()),
                m.truth() == null ? "" : Durations.micros(m.truth().errorNanos()),
                m.truth() == null ? "" : m.truth().inside() ? "inside" : "OUTSIDE");
    }

    private static String[] row(String node, MethodErrors errors) {
        return TextTable.row(node, "all " + errors.windows(), errors.method(), "",
                "rms_us " + Durations.micros(errors.rmsNanos()), "", "", "", "max_us",
                Durations.micros(errors.maxNanos()), errors.inside() + "/" + errors.windows());
    }

    /** Returns the table of the delays of each node's messages by stage, over all its files. */
    public static List<String[]> stageRows(List<FileEstimates> all) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("node", "direction", "stage", "stamps", "n", "min_us", "mode_us", "p50_us", "p99_us",
                "max_us"));
        EstimateSession.byNode(all)
                .forEach((node, files) -> EstimateSession.stages(files)
                        .stream()
                        .filter(s -> s.sorted().length > 0)
                        .forEach(s -> rows.add(row(node, s))));
        return rows;
    }

    private static String[] row(String node, Stage s) {
        return TextTable.row(node, lower(s.direction()), lower(s.part()), s.from() + "-" + s.to(), s.sorted().length,
                Durations.micros(s.quantile(0)), Durations.micros(s.mode()), Durations.micros(s.quantile(0.5)),
                Durations.micros(s.quantile(0.99)), Durations.micros(s.quantile(1)));
    }

    /** Returns the table of the errors of predictions, one row for each node. */
    public static List<String[]> predictionRows(List<ClockPrediction> predictions) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("node", "learned windows", "learned_s", "rate_ppm", "predicted windows", "rms_us",
                "worst_us", "worst_after_s"));
        for (ClockPrediction p : predictions) {
            rows.add(TextTable.row(p.node(), p.learned(), seconds(p.learnedSeconds()),
                    String.format(Locale.ROOT, "%.4f", p.rate() * 1e6), p.predicted().size(),
                    Durations.micros(p.rmsNanos()), Durations.micros(p.worst().errorNanos()),
                    seconds(p.worst().seconds())));
        }
        return rows;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static ObjectNode json(ClockPrediction p) {
        ObjectNode node = JsonText.object()
                .put("learned_windows", p.learned())
                .put("learned_s", p.learnedSeconds())
                .put("rate_ppm", p.rate() * 1e6)
                .put("rms_ns", p.rmsNanos())
                .put("worst_ns", p.worst().errorNanos())
                .put("worst_after_s", p.worst().seconds());
        ArrayNode windows = node.putArray("windows");
        for (PredictedWindow w : p.predicted()) {
            windows.addObject()
                    .put("after_s", w.seconds())
                    .put("error_ns", w.errorNanos())
                    .put("lo_ns", JsonText.number(w.loNanos()))
                    .put("hi_ns", JsonText.number(w.hiNanos()));
        }
        return node;
    }

    private static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    private static ArrayNode stages(FileEstimates file) {
        ArrayNode all = JsonText.object().arrayNode();
        for (Stage s : EstimateSession.stages(List.of(file))) {
            ObjectNode node = all.addObject()
                    .put("direction", lower(s.direction()))
                    .put("stage", lower(s.part()))
                    .put("from", s.from())
                    .put("to", s.to())
                    .put("n", s.sorted().length);
            if (s.sorted().length > 0) {
                node.put("min_ns", s.quantile(0))
                        .put("mode_ns", s.mode())
                        .put("p50_ns", s.quantile(0.5))
                        .put("p99_ns", s.quantile(0.99))
                        .put("max_ns", s.quantile(1));
            }
        }
        return all;
    }

    /**
     * Returns the estimates as JSON.
     *
     * @param predictions predictions of nodes, each of which the first file of its node contains; may be empty
     */
    public static ArrayNode json(List<FileEstimates> all, List<ClockPrediction> predictions) {
        ArrayNode json = JsonText.object().arrayNode();
        List<ClockPrediction> rest = new ArrayList<>(predictions);
        for (FileEstimates file : all) {
            ObjectNode node = json.addObject();
            node.put("file", file.source().recording().name());
            node.put("node", file.source().recording().node());
            node.put("complete", file.source().recording().complete())
                    .put("left_out", file.source().recording().impossible());
            node.put("offset_means", "node minus reference at x0_ns");
            ArrayNode windows = node.putArray("windows");
            for (WindowEstimates w : file.windows()) {
                ArrayNode results = windows.addObject().put("window", w.number()).putArray("results");
                w.estimates()
                        .forEach(e -> results.add(EstimateJson.of(e.estimate(), e.method(), file.source().known())));
            }
            node.set("stages", stages(file));
            rest.stream().filter(p -> p.node().equals(file.source().recording().node())).findFirst().ifPresent(p -> {
                node.set("prediction", json(p));
                rest.remove(p);
            });
            if (file.source().known() != null) {
                ArrayNode summary = node.putArray("summary");
                file.errors()
                        .forEach(errors -> summary.addObject()
                                .put("method", errors.method())
                                .put("windows", errors.windows())
                                .put("error_rms_ns", errors.rmsNanos())
                                .put("error_max_ns", errors.maxNanos())
                                .put("slope_error_max_ppm", errors.slopeMax() * 1e6)
                                .put("truth_inside", errors.inside()));
            }
        }
        return json;
    }
}
