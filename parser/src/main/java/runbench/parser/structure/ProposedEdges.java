package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import runbench.base.stats.Statistics;

/**
 * Possible edges between segments: more than there are, placed to a fine bin. Every column is segmented into levels on
 * several scales. Each edge is then moved to the position at which two Poisson rates fit the counts best.
 */
final class ProposedEdges {
    private static final int SCALE_STEP = 8;
    private static final int MIN_BINS = 48;
    /** Distance from the median, in standard deviations of the noise, beyond which values are compressed. */
    private static final double LINEAR_DISTANCE = 60;
    private static final double PENALTY = 20;
    private static final double PENALTY_PER_LOG_BIN = 6;
    /** Distance, in widths of the bins of the search, within which an edge may move. */
    private static final int REACH = 2;
    /** Loss of twice the log likelihood within which a position is as good as the best. */
    private static final double AS_GOOD = 4;

    private ProposedEdges() {
    }

    /**
     * @param at first fine bin after the edge
     * @param low first position that fits as well
     * @param high last position that fits as well
     */
    private record Edge(int at, int low, int high) {}

    /**
     * Returns the first fine bins after the edges, ascending, without 0.
     *
     * @param penaltyFactor factor on the penalty of an edge; 1 except in comparisons
     */
    static List<Integer> of(List<RateColumn> columns, double penaltyFactor) {
        List<Edge> edges = new ArrayList<>();
        for (RateColumn column : columns) {
            for (int width : widths(column)) {
                search(column, width, penaltyFactor, edges);
            }
        }
        // Of edges that may be the same one, the one with the best known position remains.
        edges.sort(Comparator.comparingInt((Edge e) -> e.high() - e.low()).thenComparingInt(Edge::at));
        TreeSet<Integer> kept = new TreeSet<>();
        for (Edge e : edges) {
            if (kept.subSet(e.low() - 1, true, e.high() + 1, true).isEmpty()) {
                kept.add(e.at());
            }
        }
        return List.copyOf(kept);
    }

    private static NavigableSet<Integer> widths(RateColumn column) {
        TreeSet<Integer> widths = new TreeSet<>();
        int width = column.minWidth();
        while (widths.isEmpty() || column.bins() / width >= MIN_BINS) {
            widths.add(width);
            width *= SCALE_STEP;
        }
        widths.add(column.grain());
        return widths;
    }

    private static void search(RateColumn column, int width, double penaltyFactor, List<Edge> edges) {
        double[] logs = column.logs(width);
        double noise = column.noise(logs, width);
        double[] known = Arrays.stream(logs).filter(Double::isFinite).sorted().toArray();
        if (known.length < 2 * LevelSearch.SHORTEST) {
            return;
        }
        double median = Statistics.highMedianOfSorted(known);
        double[] scaled = Arrays.stream(logs).map(v -> compressed((v - median) / noise)).toArray();
        double penalty = penaltyFactor * (PENALTY + PENALTY_PER_LOG_BIN * Math.log(logs.length));
        for (int change : new LevelSearch(scaled, column.weights(width)).changes(penalty)) {
            edges.add(placed(column, change * width, width, noise));
        }
    }

    /** Returns a value whose distance grows logarithmically beyond a limit, so that far levels remain different. */
    private static double compressed(double value) {
        double beyond = Math.max(0, Math.abs(value) / LINEAR_DISTANCE - 1);
        return beyond > 0 ? Math.copySign(LINEAR_DISTANCE * (1 + Math.log1p(beyond)), value) : value;
    }

    private static Edge placed(RateColumn column, int edge, int width, double noise) {
        int from = Math.max(0, edge - 2 * REACH * width);
        int to = Math.min(column.bins(), edge + 2 * REACH * width);
        int first = Math.max(from + 1, edge - REACH * width);
        int last = Math.min(to - 1, edge + REACH * width);
        if (first >= last) {
            return new Edge(edge, edge, edge);
        }
        // Counts vary more than Poisson counts: by this factor.
        double perBin = column.count(from, to) / (to - from) * width;
        double dispersion = Math.max(1, noise * noise * perBin);
        int best = first;
        double most = Double.NEGATIVE_INFINITY;
        for (int at = first; at <= last; at++) {
            double deviance = column.deviance(from, at, to);
            if (deviance > most) {
                most = deviance;
                best = at;
            }
        }
        int low = best;
        int high = best;
        double least = most - AS_GOOD * dispersion;
        while (low > first && column.deviance(from, low - 1, to) >= least) {
            low--;
        }
        while (high < last && column.deviance(from, high + 1, to) >= least) {
            high++;
        }
        return new Edge(best, low, high);
    }
}
