package runbench.parser.series;

import runbench.parser.record.EventInfo;

/**
 * The counts of one event in equal bins along an axis that begins at 0. The width of a bin is a multiple of the
 * recording's nominal period; the last bin may reach beyond the end.
 *
 * @param info the event
 * @param rateUnit unit of its rates, for example "page faults/s"
 * @param axis quantity of the positions
 * @param binWidth width of a bin, in the axis' unit; positive
 * @param end position at which the run ends, in the axis' unit
 * @param scale units of a rate per count, for example 64 bytes per cache line
 * @param shareMeasured share of the running time in which the event was counted, 0..1
 * @param counts events counted in each bin, at least 0
 * @param measured length in each bin during which the event was counted, in the axis' unit; 0 if it was not counted
 */
public record BinnedCounts(EventInfo info, String rateUnit, Axis axis, double binWidth, double end, double scale,
        double shareMeasured, double[] counts, double[] measured) {
    public int bins() {
        return counts.length;
    }
}
