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

/** One quantity, rank by time, as colours. */
final class HeatPanel {
    private static final double MOST_PIXELS = 420;
    private static final double ROW_PIXELS = 7;
    /** What is above the rest by far would leave one colour to all others. */
    private static final double ALMOST_ALL = 0.99;

    /** Less is one value, as far as anybody can read it off; colours would make it look like a difference. */
    private static final double SAME = 0.005;

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
        if (sorted.length > 0 && sorted[sorted.length - 1] - sorted[0] < SAME * Math.abs(sorted[sorted.length - 1])) {
            double one = sorted[sorted.length / 2];
            Stream.of(cells).forEach(row -> Arrays.setAll(row, i -> Double.isNaN(row[i]) ? row[i] : one));
        }
        if (sorted.length > 0) {
            double most = sorted[(int) ((sorted.length - 1) * ALMOST_ALL)];
            if (most > 0 && sorted[sorted.length - 1] > 2 * most) {
                clipped = "above " + Numbers.si(most, 3, "") + " (up to " + Numbers.si(sorted[sorted.length - 1], 3, "")
                        + "): the brightest colour";
                for (double[] row : cells) {
                    Arrays.setAll(row, i -> Math.min(row[i], most));
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
                .height(Math.max(120, Math.min(MOST_PIXELS, ROW_PIXELS * cells.length)));
    }
}
