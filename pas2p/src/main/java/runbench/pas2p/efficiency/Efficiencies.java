package runbench.pas2p.efficiency;

/**
 * The efficiencies of a run or of a part of it, as shares 0..1 (NaN: nothing was measured).
 * {@link EfficiencyDefinitions} documents each. {@code parallel = loadBalance x communication} and
 * {@code communication =
 * serialisation x transfer} hold by construction.
 *
 * @param elapsedNanos wall time
 * @param idealNanos wall time if messages took no time; at least the greatest useful time, at most the elapsed time
 * @param meanUsefulNanos time outside MPI, mean over locations
 * @param maxUsefulNanos greatest time outside MPI of a location
 * @param criticalRank rank of that location; -1: no rank computed
 */
public record Efficiencies(long elapsedNanos, long idealNanos, double meanUsefulNanos, long maxUsefulNanos,
        int criticalRank) {
    /**
     * Computes the efficiencies.
     *
     * @param usefulNanos useful time per location; negative: the location does not exist
     * @param rankOf rank of each location
     */
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
