package runbench.pas2p.predict;

/**
 * Execution time predicted from phases (thesis, equation 4.1): PTE = sum of TEF_i * P_i, the measured time of each
 * phase times how often it occurs.
 */
public final class PredictedTime {
    private PredictedTime() {
    }

    /**
     * @param phaseSeconds time of one occurrence of each phase
     * @param weights how often each occurs
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

    /** Prediction error as a share of the time that the application really took (PTE against TEA). */
    public static double error(double predictedSeconds, double actualSeconds) {
        return Math.abs(predictedSeconds - actualSeconds) / actualSeconds;
    }
}
