package runbench.pas2p.predict;

import runbench.pas2p.efficiency.Efficiencies;
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
}
