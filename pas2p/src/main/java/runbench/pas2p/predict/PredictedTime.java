package runbench.pas2p.predict;

/**
 * Execution time predicted from phases (thesis, equation 4.1): PTE = sum of TEF_i * P_i, the measured time of each
 * phase times its number of occurrences.
 */
public final class PredictedTime {
    private PredictedTime() {
    }

    /**
     * Returns the predicted time, s.
     *
     * @param phaseSeconds time of one occurrence of each phase
     * @param weights number of occurrences of each phase
     */
    public static double seconds(double[] phaseSeconds, long[] weights) {
        if (phaseSeconds.length != weights.length) {
            throw new IllegalArgumentException(phaseSeconds.length + " times, " + weights.length + " weights");
        }
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += phaseSeconds[i] * weights[i];
        }
        return sum;
    }

    /** Returns the prediction error as a share of the actual time of the application (PTE against TEA). */
    public static double error(double predictedSeconds, double actualSeconds) {
        return Math.abs(predictedSeconds - actualSeconds) / actualSeconds;
    }
}
