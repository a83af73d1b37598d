package runbench.report.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.align.view.ClusterView;
import runbench.align.view.Quantity;
import runbench.align.view.RankView;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;

/** The panel of one quantity as a heat map of ranks over time. */
final class HeatPanel {
    private static final double MAX_PIXELS = 420;
    private static final double ROW_PIXELS = 7;
    /** Quantile of the brightest colour, so that outliers do not compress the scale of all other values. */
    private static final double CLIP_QUANTILE = 0.99;

    /** Relative range below which all values are drawn as one, because colours would suggest a difference. */
    private static final double MIN_RELATIVE_RANGE = 0.005;

    private HeatPanel() {
    }

    static Panel of(ClusterView view, Quantity quantity) {
        int buckets = view.axis().buckets();
        double[][] cells = new double[view.ranks().size()][];
        for (int r = 0; r < cells.length; r++) {
            Quantity.RankRates rates = quantity.ranks().get(r);
            cells[r] = rates.present() ? rates.mean().clone() : new double[buckets];
            if (!rates.present()) {
                Arrays.fill(cells[r], Double.NaN);
            }
        }
        double[] sorted = Stream.of(cells).flatMapToDouble(Arrays::stream).filter(Double::isFinite).sorted().toArray();
        String clipped = "";
        if (sorted.length > 0
                && sorted[sorted.length - 1] - sorted[0] < MIN_RELATIVE_RANGE * Math.abs(sorted[sorted.length - 1])) {
            double one = sorted[sorted.length / 2];
            Stream.of(cells).forEach(row -> Arrays.setAll(row, i -> Double.isNaN(row[i]) ? row[i] : one));
        }
        if (sorted.length > 0) {
            double clip = sorted[(int) ((sorted.length - 1) * CLIP_QUANTILE)];
            if (clip > 0 && sorted[sorted.length - 1] > 2 * clip) {
                clipped = "above " + Numbers.si(clip, 3, "") + " (up to " + Numbers.si(sorted[sorted.length - 1], 3, "")
                        + "): brightest colour";
                for (double[] row : cells) {
                    Arrays.setAll(row, i -> Math.min(row[i], clip));
                }
            }
        }
        List<String> names = view.ranks().stream().map(r -> Integer.toString(r.rank())).toList();
        long missing = view.ranks()
                .stream()
                .map(RankView::rank)
                .filter(r -> !quantity.ranks().get(r).present())
                .count();
        return Panel.of(quantity.name(), Scale.names("rank", names))
                .detail(quantity.unit() + " · " + quantity.countedAs())
                .remark((missing == 0 ? "" : missing + " without data" + (clipped.isEmpty() ? "" : " · ")) + clipped)
                .heat(new Heat(cells, view.axis().fromS(), view.axis().bucketS(),
                        quantity.kind() == Quantity.Kind.RATE ? "" : null)
                        .grey(IntStream.range(0, cells.length)
                                .filter(i -> view.ranks().get(i).incomparable() != null)
                                .toArray()))
                .height(Math.max(120, Math.min(MAX_PIXELS, ROW_PIXELS * cells.length)));
    }
}
