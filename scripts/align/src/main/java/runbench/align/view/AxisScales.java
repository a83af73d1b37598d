package runbench.align.view;

/**
 * The two bucket widths of one reading of a run.
 *
 * @param fine axis with the narrow buckets
 * @param times number of narrow buckets per wide one
 * @param chartIsFine the chart uses the narrow buckets; otherwise the page does
 */
record AxisScales(TimeAxis fine, int times, boolean chartIsFine) {
    /**
     * Selects the bucket widths.
     *
     * @param pageBins maximum number of buckets of the page
     */
    static AxisScales of(String clock, long startNs, long endNs, long periodNs, ViewRequest request, int pageBins) {
        int most = Math.max(1, Math.max(request.buckets(), pageBins));
        int least = Math.max(1, Math.min(request.buckets(), pageBins));
        TimeAxis fine = TimeAxis.of(clock, startNs, endNs, periodNs, request.withBuckets(most));
        return new AxisScales(fine, Math.max(1, (fine.buckets() + least - 1) / least), request.buckets() >= pageBins);
    }

    TimeAxis chart() {
        return chartIsFine ? fine : fine.merged(times);
    }

    TimeAxis page() {
        return chartIsFine ? fine.merged(times) : fine;
    }
}
