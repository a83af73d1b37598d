package runbench.pas2p.workload;

/**
 * A phase at the workload asked for. Seconds.
 *
 * @param label in the first analysis
 * @param key shape that it was matched by
 * @param weight how its weight grows
 * @param meanS how the traced time of an occurrence grows
 * @param ratio to the traced machine, where the signature was measured
 * @param ofAll the ratio is that of all phases: this one was not measured
 * @param timeS all its occurrences there
 */
public record WorkloadPhase(String label, String key, String description, Growth weight, Growth meanS, double ratio,
        boolean ofAll, double timeS) {
    /** Variance of the time, and where it comes from: its weight, its mean. */
    double[] variances() {
        return new double[]{square(weight.deviation() * meanS.value() * ratio),
                square(weight.value() * meanS.deviation() * ratio)};
    }

    private static double square(double x) {
        return x * x;
    }
}
