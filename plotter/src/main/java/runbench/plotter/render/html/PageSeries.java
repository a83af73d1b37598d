package runbench.plotter.render.html;

import java.util.List;

/**
 * The data over time: all metrics and phases, in equal bins.
 *
 * @param axis name of the axis, such as "time since the start of the run"
 * @param unit unit of the axis, "s" for times; "seconds" below are in this unit
 * @param start start of the first bin in seconds
 * @param binWidth width of a bin in seconds
 * @param end end of the run in seconds; the last bin may extend beyond
 * @param lanes rows
 * @param metrics metrics, each with the same lanes and bins
 * @param phases phases over time
 * @param states states of the program over time, in one row
 * @param onOtherAxis the same lanes and metrics over the axis to which a reader can change; null if there is none. It
 *     has no phases.
 * @param ofPrograms the lanes are different programs, which the page shows one by one; otherwise ranks or a run
 */
public record PageSeries(String axis, String unit, double start, double binWidth, double end, List<Lane> lanes,
        List<PageMetric> metrics, PagePhases phases, PagePhases states, PageSeries onOtherAxis, boolean ofPrograms) {
    /** The series of a page without data over time. */
    public static final PageSeries NONE = new PageSeries("", "", 0, 1, 0, List.of(), List.of(), PagePhases.NONE,
            PagePhases.NONE, null, false);

    /** Creates a series of ranks or of a run. */
    public PageSeries(String axis, String unit, double start, double binWidth, double end, List<Lane> lanes,
            List<PageMetric> metrics, PagePhases phases, PagePhases states, PageSeries onOtherAxis) {
        this(axis, unit, start, binWidth, end, lanes, metrics, phases, states, onOtherAxis, false);
    }

    /** Creates a series without states and without another axis. */
    public PageSeries(String axis, String unit, double start, double binWidth, double end, List<Lane> lanes,
            List<PageMetric> metrics, PagePhases phases) {
        this(axis, unit, start, binWidth, end, lanes, metrics, phases, PagePhases.NONE, null);
    }

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
        if (onOtherAxis != null
                && (onOtherAxis.metrics.size() != metrics.size() || onOtherAxis.phases.codes().length > 0)) {
            throw new IllegalArgumentException("the other axis has other metrics, or phases");
        }
    }

    /** Returns the series of all axes that a reader can select, the first one first. */
    List<PageSeries> axes() {
        return onOtherAxis == null ? List.of(this) : List.of(this, onOtherAxis);
    }

    public int bins() {
        return metrics.isEmpty() ? phases.codes().length == 0 ? 0 : phases.codes()[0].length : metrics.get(0).bins();
    }

    /** Returns a copy in bins {@code k} times as wide, without its other axis. */
    PageSeries coarsened(int k) {
        return k == 1 ? this
                : new PageSeries(axis, unit, start, binWidth * k, end, lanes,
                        metrics.stream().map(m -> m.coarsened(k)).toList(), phases.coarsened(k), states.coarsened(k),
                        null, ofPrograms);
    }

    /** Returns whether there are no data over time, as in {@link #NONE}. */
    boolean isEmpty() {
        return axis.isEmpty() && metrics.isEmpty();
    }

    /**
     * A row of the page: a rank or a node.
     *
     * @param name name, such as "rank 3"
     * @param detail additional text, such as its host; may be empty
     * @param caveat why its position in time is unknown, so that it is drawn in grey; empty if it is known
     */
    public record Lane(String name, String detail, String caveat) {}

    /**
     * The durations of a phase's occurrences in each lane.
     *
     * @param phase index of the phase in the page's phases
     * @param low lower edge of the first bin in seconds
     * @param step width of a bin in powers of ten
     * @param counts number of occurrences, {@code [lane][bin]}
     * @param medians median duration in each lane in seconds; NaN if the lane has no occurrence
     */
    public record Stays(int phase, double low, double step, int[][] counts, double[] medians) {}
}
