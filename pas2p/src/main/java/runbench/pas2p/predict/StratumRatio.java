package runbench.pas2p.predict;

import java.util.List;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * How much longer the occurrences of one stratum take on the machine that was measured: r = sum of measured times / sum of the traced
 * times of the same occurrences (ratio estimator; Cochran, Sampling Techniques, 3rd ed., chapter 6). With the residuals
 * d_i = m_i - r t_i over n samples and s^2 = sum d_i^2 / (n - 1), the variance of r is s^2 / (n' mean(t)^2) (his 6.13, without the
 * correction for a finite population, for the future is no part of it). Disturbances last longer than one occurrence: n' =
 * n (1 - a) / (1 + a), where a is the correlation of neighbouring residuals, is how many independent ones the samples are worth
 * (Bayley and Hammersley 1946). What the trace showed of disturbances that outlast the whole stretch measured is a lower bound.
 *
 * @param phase     index into the signature's phases
 * @param stratum   of that phase
 * @param samples   measured occurrences; 0: the ratio was taken from elsewhere
 * @param ratio     measured to traced time
 * @param error     standard error of the ratio
 * @param freedom   degrees of freedom of that error
 * @param scatterS  standard deviation of one occurrence's residual, long disturbances counted in
 * @param meanS     mean measured time of an occurrence; NaN without samples
 * @param deviationS standard deviation of the measured times
 * @param source    where the ratio comes from
 */
public record StratumRatio(int phase, int stratum, int samples, double ratio, double error, double freedom, double scatterS,
        double meanS, double deviationS, Source source) {
    /** Where a ratio comes from. */
    public enum Source {
        /** Occurrences of the stratum were measured. */
        MEASURED,
        /** Others of its phase were. */
        PHASE,
        /** Other phases were. */
        ALL
    }

    /** Below so many samples their own spread says too little, and that of the trace is asked too. */
    private static final int FEW = 4;

    static StratumRatio measured(int phase, Signature.Stratum stratum, List<MeasuredSignature.Sample> samples) {
        int n = samples.size();
        double measured = samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).sum();
        double traced = samples.stream().mapToDouble(MeasuredSignature.Sample::traceS).sum();
        double ratio = measured / traced;
        double[] residual = samples.stream().mapToDouble(s -> s.measuredS() - ratio * s.traceS()).toArray();
        double squares = 0;
        double products = 0;
        double deviation = 0;
        for (int i = 0; i < n; i++) {
            squares += residual[i] * residual[i];
            products += i == 0 ? 0 : residual[i] * residual[i - 1];
            deviation += Math.pow(samples.get(i).measuredS() - measured / n, 2);
        }
        double scatter = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
        // Both the measured and the traced occurrence stray.
        double ofTrace = ratio * stratum.spread() * stratum.meanS() * Math.sqrt(2);
        double correlation = n < FEW || squares == 0 ? 0 : Math.max(0, Math.min(0.9, products / squares));
        double worth = Math.max(1, n * (1 - correlation) / (1 + correlation));
        double one = n < FEW ? Math.max(scatter, ofTrace) : scatter;
        double ofScatter = one / Math.sqrt(worth) / (traced / n);
        double ofDisturbances = ratio * stratum.longRunSpread() * Math.sqrt(2);
        double freedom = ofDisturbances > ofScatter ? Math.max(1, (double) stratum.weight() / n - 1) : n < FEW ? FEW : Math.max(1, worth - 1);
        return new StratumRatio(phase, stratum.id(), n, ratio, Math.max(ofScatter, ofDisturbances), freedom,
                one * Math.sqrt((1 + correlation) / (1 - correlation)), measured / n, n < 2 ? 0 : Math.sqrt(deviation / (n - 1)), Source.MEASURED);
    }

    /** Of a stratum without samples. @param stray standard deviation of such a ratio around the one that it is taken from */
    static StratumRatio borrowed(int phase, Signature.Stratum stratum, double ratio, double stray, double freedom, Source source) {
        return new StratumRatio(phase, stratum.id(), 0, ratio, stray, freedom, ratio * stratum.spread() * stratum.meanS() * Math.sqrt(2),
                Double.NaN, Double.NaN, source);
    }
}
