package runbench.pas2p.workload;

/**
 * A phase at the requested workload. Times are seconds.
 *
 * @param label label in the first analysis
 * @param key shape by which it was matched
 * @param weight growth of its weight
 * @param meanS growth of the traced time of an occurrence
 * @param ratio ratio of the measured machine to the traced one
 * @param ofAll true: the ratio is that of all phases, as this one was not measured
 * @param timeS time of all its occurrences there
 */
public record WorkloadPhase(String label, String key, String description, Growth weight, Growth meanS, double ratio,
        boolean ofAll, double timeS) {
    /** Returns the variance of the time by source: weight and mean. */
    double[] variances() {
        return new double[]{square(weight.deviation() * meanS.value() * ratio),
                square(weight.value() * meanS.deviation() * ratio)};
    }

    private static double square(double x) {
        return x * x;
    }
}
