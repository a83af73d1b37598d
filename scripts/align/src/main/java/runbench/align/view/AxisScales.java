package runbench.align.view;

/**
 * The buckets in which a recording is read, and how many of these together make one of the wide ones.
 *
 * @param chartIsFine the chart has the narrower ones, else the page
 */
record AxisScales(TimeAxis fine, int times, boolean chartIsFine) {
    /** @param pageBins at most so many for the page */
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
