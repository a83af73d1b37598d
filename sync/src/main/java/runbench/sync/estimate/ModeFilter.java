package runbench.sync.estimate;

/**
 * The mean over exchanges whose round trip lies between the minimum and the most frequent one. Half of the round
 * trip is the delay. The rate follows from two distant instants (first and last burst), as in formula (1).
 */
public final class ModeFilter implements Estimator {
    private static final int BINS_TO_MEDIAN = 16;

    @Override
    public String name() {
        return "mode";
    }

    @Override
    public String source() {
        return "Tinetti, Romero, De Giusti: Synchronization of clocks for instrumentation in clusters,"
                + " sections 2.2 and 2.3 (mode of the round trip, formulas 1-4); of the paper on many cores, section 3";
    }

    @Override
    public ClockLine fit(Probes p) {
        double limit = modeLimit(p);
        int first = -1;
        int last = -1;
        double[] x = new double[p.bursts()];
        double[] y = new double[p.bursts()];
        int[] n = new int[p.bursts()];
        for (int k = 0; k < p.bursts(); k++) {
            for (int i = p.burstStart[k]; i < p.burstStart[k + 1]; i++) {
                if (p.roundTrip(i) <= limit) {
                    x[k] += p.middle(i);
                    y[k] += p.lead(i);
                    n[k]++;
                }
            }
            if (n[k] > 0) {
                x[k] /= n[k];
                y[k] /= n[k];
                first = first < 0 ? k : first;
                last = k;
            }
        }
        double slope = ClockLine.through(x[first], y[first], x[last], y[last]).slope();
        double offset = 0;
        int bursts = 0;
        for (int k = first; k <= last; k++) {
            if (n[k] > 0) {
                offset += y[k] - slope * x[k];
                bursts++;
            }
        }
        return new ClockLine(offset / bursts, slope);
    }

    /**
     * Returns the upper edge of the fullest bin, ns. The bin width is a sixteenth of the distance from minimum to
     * median, at least 10 ns.
     */
    private static double modeLimit(Probes p) {
        double[] trips = new double[p.size()];
        for (int i = 0; i < trips.length; i++) {
            trips[i] = p.roundTrip(i);
        }
        double least = p.roundTripMin();
        double width = Math.max(10, (Fits.median(trips) - least) / BINS_TO_MEDIAN);
        int[] bins = new int[4 * BINS_TO_MEDIAN];
        int fullest = 0;
        for (double trip : trips) {
            double bin = (trip - least) / width;
            if (bin < bins.length) {
                bins[(int) bin]++;
                fullest = bins[(int) bin] > bins[fullest] ? (int) bin : fullest;
            }
        }
        return least + (fullest + 1) * width;
    }
}
