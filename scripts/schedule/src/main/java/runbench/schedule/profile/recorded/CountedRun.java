package runbench.schedule.profile.recorded;

/** The counts of a run in fine bins, and what they come to in parts of it. */
final class CountedRun {
    /** Less of a part than this says nothing of all of it. */
    private static final double LEAST_MEASURED = 0.02;

    private final CountBins bins;
    private final int events;
    private final int[] timeOf;
    private final int leading;
    private final double[] totals;

    /**
     * @param bins a series of counts for each event, one of the time in which it was measured for each, then the
     *     running times
     * @param timeOf per event the series of its running time
     * @param leading series of the running time of the run
     * @param totals per event its count in the whole run; NaN where it was not counted
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

    /** Running time of all threads in a part, ns; instructions where these are the abscissa. */
    double run(int from, int to) {
        return bins.sum(leading, from, to);
    }

    /**
     * Per part and event what it counted there. A part in which an event was not measured, or hardly, is taken to have
     * the rate of the one before it, and the whole is scaled so that the parts add up to the count of the run.
     *
     * @param edges of the parts, ascending: one more than there are parts
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

    /** Per ns of running time. */
    private double[] rates(int event, int[] edges) {
        double[] rate = new double[edges.length - 1];
        double known = Double.NaN;
        int unknown = 0;
        for (int p = 0; p < rate.length; p++) {
            double measured = bins.sum(events + event, edges[p], edges[p + 1]);
            boolean told = measured > LEAST_MEASURED * time(event, edges[p], edges[p + 1]);
            if (told) {
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
