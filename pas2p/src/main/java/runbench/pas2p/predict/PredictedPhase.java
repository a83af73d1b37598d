package runbench.pas2p.predict;

import java.util.List;
import runbench.pas2p.efficiency.Efficiencies;
import runbench.pas2p.signature.MeasuredSignature.RankTime;
import runbench.pas2p.signature.MeasuredSignature.Sample;
import runbench.pas2p.signature.Signature;

/**
 * One phase on the measured machine. Times are seconds.
 *
 * @param weight number of occurrences
 * @param samples number of measured occurrences
 * @param traceMeanS mean time of an occurrence in the trace
 * @param tefS mean of the measured ones (thesis: TEFase); null: no samples
 * @param deviationS their standard deviation
 * @param thesisS tefS x weight (thesis: its part of PTE); null: no samples
 * @param ratio time here to time in the trace, all strata
 * @param oursS predicted time of all occurrences
 * @param loadBalance load balance of the measured occurrences, as POP defines it; null: not known
 * @param communication communication efficiency, likewise; null: not known
 */
public record PredictedPhase(String label, String name, String description, long weight, int samples, double traceMeanS,
        Double tefS, Double deviationS, Double thesisS, double ratio, double oursS, Double loadBalance,
        Double communication) {
    static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    static PredictedPhase of(Signature.SignedPhase p, int samples, double tef, double deviation, double ratio,
            double ours, Efficiencies e) {
        boolean any = samples > 0;
        return new PredictedPhase(p.label(), p.name(), p.description(), p.weight(), samples, p.meanS(),
                any ? tef : null, any ? deviation : null,
                any ? PredictedTime.seconds(new double[]{tef}, new long[]{p.weight()}) : null, ratio, ours,
                e == null ? null : finite(e.loadBalance()), e == null ? null : finite(e.communication()));
    }

    /**
     * Returns the efficiencies of all measured occurrences of a phase together; null: ranks were not timed. The elapsed
     * time is that of the slowest rank between its own cuts: occurrences of a pipeline overlap, and their durations by
     * the frontier rule are shorter than the work of one rank.
     */
    static Efficiencies efficiencies(List<Sample> samples, int p, int locations) {
        long[] useful = new long[locations];
        long elapsed = 0;
        for (Sample o : samples) {
            if (o.phase() != p || o.ranks() == null || o.ranks().size() != locations) {
                continue;
            }
            elapsed += Math.round(1e9 * o.ranks().stream().mapToDouble(RankTime::wallS).max().orElse(0));
            for (int l = 0; l < locations; l++) {
                useful[l] += Math.round(1e9 * Math.max(0, o.ranks().get(l).wallS() - o.ranks().get(l).mpiS()));
            }
        }
        return elapsed == 0 ? null : Efficiencies.of(elapsed, elapsed, useful);
    }

    /**
     * Execution time predicted from phases (thesis, equation 4.1): PTE = sum of TEF_i * P_i, the measured time of each
     * phase times its number of occurrences.
     */
    public static final class PredictedTime {
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
}
