package runbench.schedule.profile.recorded;

/** The counts of a run in fine bins, with sums over parts of the run. */
final class CountedRun {
    /** Share of a part's time that an event must have been measured; below it, the part's rate is unknown. */
    private static final double MIN_MEASURED_SHARE = 0.02;

    private final CountBins bins;
    private final int events;
    private final int[] timeOf;
    private final int leading;
    private final double[] totals;

    /**
     * Creates a counted run.
     *
     * @param bins for each event a series of counts, then for each event a series of measured time, then the running
     *     times
     * @param events number of events
     * @param timeOf series of the running time, per event
     * @param leading series of the run's running time
     * @param totals count of each event in the whole run; NaN if not counted
     */
    CountedRun(CountBins bins, int events, int[] timeOf, int leading, double[] totals) {
        this.bins = bins;
        this.events = events;
        this.timeOf = timeOf.clone();
        this.leading = leading;
        this.totals = totals.clone();
    }

    CountBins bins() {
        return bins;
    }

    /**
     * Returns the running time of all threads in a range of bins, in ns (or instructions, if these are the abscissa).
     */
    double runningTime(int from, int to) {
        return bins.sum(leading, from, to);
    }

    /**
     * Returns the counts per part and event. A part in which an event was hardly measured takes the rate of the
     * previous part. The parts are then scaled so that their sum equals the run's count.
     *
     * @param edges edges of the parts in ascending order, one more than there are parts
     */
    double[][] counts(int[] edges) {
        int parts = edges.length - 1;
        double[][] counts = new double[parts][events];
        for (int e = 0; e < events; e++) {
            double[] rate = rates(e, edges);
            double sum = 0;
            for (int p = 0; p < parts; p++) {
                counts[p][e] = rate[p] * time(e, edges[p], edges[p + 1]);
                sum += counts[p][e];
            }
            boolean exact = Math.abs(sum - totals[e]) <= 1e-12 * Math.abs(totals[e]);
            for (int p = 0; p < parts && sum > 0 && !exact; p++) {
                counts[p][e] *= totals[e] / sum;
            }
        }
        return counts;
    }

    private double time(int event, int from, int to) {
        return timeOf[event] < 0 ? 0 : bins.sum(timeOf[event], from, to);
    }

    /** Returns the rate of an event in each part, per ns of running time. */
    private double[] rates(int event, int[] edges) {
        double[] rate = new double[edges.length - 1];
        double known = Double.NaN;
        int unknown = 0;
        for (int p = 0; p < rate.length; p++) {
            double measured = bins.sum(events + event, edges[p], edges[p + 1]);
            boolean isKnown = measured > MIN_MEASURED_SHARE * time(event, edges[p], edges[p + 1]);
            if (isKnown) {
                known = bins.sum(event, edges[p], edges[p + 1]) / measured;
                for (; unknown > 0; unknown--) {
                    rate[p - unknown] = known;
                }
            } else if (Double.isNaN(known)) {
                unknown++;
            }
            rate[p] = known;
        }
        return rate;
    }
}
