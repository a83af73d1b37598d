package runbench.pas2p.efficiency;

/**
 * The efficiencies of a run, or of a part of it, as shares 0..1 (NaN: nothing was measured). What each means says
 * {@link EfficiencyDefinitions}. {@code parallel = loadBalance x communication} and
 * {@code communication = serialisation x
 * transfer} hold by construction.
 *
 * @param elapsedNanos wall time
 * @param idealNanos wall time if messages took no time: at least the greatest useful time, at most the elapsed one
 * @param meanUsefulNanos time outside MPI, mean over locations
 * @param maxUsefulNanos time outside MPI of the location that has most of it
 * @param criticalRank the rank whose location that is; -1: nobody computed
 */
public record Efficiencies(long elapsedNanos, long idealNanos, double meanUsefulNanos, long maxUsefulNanos,
        int criticalRank) {
    /** @param usefulNanos of each location; negative: there is no such location */
    public static Efficiencies of(long elapsedNanos, long idealNanos, long[] usefulNanos, int[] rankOf) {
        long sum = 0;
        int counted = 0;
        int critical = -1;
        for (int l = 0; l < usefulNanos.length; l++) {
            if (usefulNanos[l] >= 0) {
                sum += usefulNanos[l];
                counted++;
                if (usefulNanos[l] > (critical < 0 ? 0 : usefulNanos[critical])) {
                    critical = l;
                }
            }
        }
        return new Efficiencies(elapsedNanos, idealNanos, counted == 0 ? 0 : (double) sum / counted,
                critical < 0 ? 0 : usefulNanos[critical], critical < 0 ? -1 : rankOf[critical]);
    }

    public double parallel() {
        return share(meanUsefulNanos, elapsedNanos);
    }

    public double loadBalance() {
        return share(meanUsefulNanos, maxUsefulNanos);
    }

    public double communication() {
        return share(maxUsefulNanos, elapsedNanos);
    }

    public double serialisation() {
        return share(maxUsefulNanos, idealNanos);
    }

    public double transfer() {
        return share(idealNanos, elapsedNanos);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }
}
