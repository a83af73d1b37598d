package runbench.report.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.align.log.RankRegions;
import runbench.align.view.TimeAxis;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/** The panel of the regions that ranks logged, one row per rank. */
final class LoggedPanel {
    private static final int MAX_ROWS = 64;
    private static final double ROW_PIXELS = 18;

    private LoggedPanel() {
    }

    /** Returns the panel; empty if no region overlaps the window. */
    static Optional<Panel> of(List<RankRegions> ranks, TimeAxis axis) {
        Map<String, Integer> kinds = new LinkedHashMap<>();
        List<int[]> rowAndKind = new ArrayList<>();
        List<double[]> spans = new ArrayList<>();
        List<RankRegions> shown = ranks.stream().limit(MAX_ROWS).toList();
        for (int row = 0; row < shown.size(); row++) {
            RankRegions r = shown.get(row);
            for (int i = 0; i < r.names().size(); i++) {
                double from = Math.max(axis.fromS(), r.startS()[i]);
                double to = Math.min(axis.toS(), r.endS()[i]);
                if (from <= to) {
                    rowAndKind.add(new int[]{row, kinds.computeIfAbsent(r.names().get(i), n -> kinds.size())});
                    spans.add(new double[]{from, to});
                }
            }
        }
        if (spans.isEmpty()) {
            return Optional.empty();
        }
        Strip strip = new Strip(rowAndKind.stream().mapToInt(r -> r[0]).toArray(),
                spans.stream().mapToDouble(s -> s[0]).toArray(), spans.stream().mapToDouble(s -> s[1]).toArray(),
                rowAndKind.stream().mapToInt(r -> r[1]).toArray(), List.copyOf(kinds.keySet()));
        return Optional.of(
                Panel.of("Regions", Scale.names("rank", shown.stream().map(r -> Integer.toString(r.rank())).toList()))
                        .detail("as each rank logged them" + (shown.size() < ranks.size()
                                ? "; the first " + shown.size() + " of " + ranks.size() + " ranks"
                                : ""))
                        .strip(strip)
                        .height(Math.max(46, Math.min(420, ROW_PIXELS * shown.size()))));
    }
}
