package runbench.plotter.render.html;

import java.util.List;

/**
 * What is drawn over time: all metrics, and the phases if there are any, in the same bins.
 *
 * @param axis what its numbers are: "time since the start of the run"
 * @param unit of them, "s" of times; below, "seconds" are these
 * @param start of the first bin, seconds
 * @param binWidth seconds
 * @param end of the run, seconds; the last bin may reach beyond
 */
public record PageSeries(String axis, String unit, double start, double binWidth, double end, List<PageLane> lanes,
        List<PageMetric> metrics, PagePhases phases) {
    /** Of a page on which nothing is over time. */
    public static final PageSeries NONE = new PageSeries("", "", 0, 1, 0, List.of(), List.of(), PagePhases.NONE);

    public PageSeries {
        lanes = List.copyOf(lanes);
        metrics = List.copyOf(metrics);
        for (PageMetric metric : metrics) {
            if (metric.mean().length != lanes.size() || metric.bins() != metrics.get(0).bins()) {
                throw new IllegalArgumentException(
                        metric.name() + ": " + metric.mean().length + " lanes of " + metric.bins() + " bins where "
                                + lanes.size() + " of " + metrics.get(0).bins() + " are expected");
            }
        }
    }

    public int bins() {
        return metrics.isEmpty() ? phases.codes().length == 0 ? 0 : phases.codes()[0].length : metrics.get(0).bins();
    }

    /** In bins {@code k} times as wide. */
    PageSeries coarsened(int k) {
        return k == 1 ? this
                : new PageSeries(axis, unit, start, binWidth * k, end, lanes,
                        metrics.stream().map(m -> m.coarsened(k)).toList(), phases.coarsened(k));
    }
}
