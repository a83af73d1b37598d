package runbench.pas2p.predict;

import java.util.List;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * How much longer the occurrences of one stratum take on the machine that was measured: r = sum of measured times / sum of the traced
 * times of the same occurrences (ratio estimator; Cochran, Sampling Techniques, 3rd ed., chapter 6). It is taken of the parts outside
 * and inside MPI where their proportion in the trace changes behind the stop ({@link MpiShares}).
 *
 * @param phase      index into the signature's phases
 * @param stratum    of that phase
 * @param samples    measured occurrences; 0: the ratio was taken from elsewhere
 * @param ratio      measured to traced time
 * @param error      standard error of the ratio, taken by itself
 * @param shareError standard error that comes of not knowing the parts outside and inside MPI better
 * @param scatterS   standard deviation of the difference between an occurrence and its traced time x ratio
 * @param meanS      mean measured time of an occurrence; NaN without samples
 * @param deviationS standard deviation of the measured times
 * @param source     where the ratio comes from
 */
public record StratumRatio(int phase, int stratum, int samples, double ratio, double error, double shareError, double scatterS, double meanS,
        double deviationS, Source source) {
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
    static final int FEW = 4;

    static StratumRatio measured(int phase, Signature.Stratum stratum, List<MeasuredSignature.Sample> samples, List<Signature.Wanted> wanted) {
        int n = samples.size();
        double measured = samples.stream().mapToDouble(MeasuredSignature.Sample::measuredS).sum();
        double traced = samples.stream().mapToDouble(MeasuredSignature.Sample::traceS).sum();
        double plain = measured / traced;
        double squares = 0;
        double deviation = 0;
        for (MeasuredSignature.Sample s : samples) {
            squares += Math.pow(s.measuredS() - plain * s.traceS(), 2);
            deviation += Math.pow(s.measuredS() - measured / n, 2);
        }
        // Both the measured and the traced occurrence stray.
        double ofTrace = plain * stratum.spread() * stratum.meanS() * Math.sqrt(2);
        double scatter = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
        scatter = n < FEW ? Math.max(scatter, ofTrace) : scatter;
        MpiShares shares = MpiShares.of(stratum, samples, wanted);
        return new StratumRatio(phase, stratum.id(), n, plain * shares.factor(), scatter / Math.sqrt(n) / (traced / n), plain * shares.error(),
                scatter, measured / n, n < 2 ? 0 : Math.sqrt(deviation / (n - 1)), Source.MEASURED);
    }

    /** Of a stratum without samples. @param stray standard deviation of such a ratio around the one that it is taken from */
    static StratumRatio borrowed(int phase, Signature.Stratum stratum, double ratio, double stray, Source source) {
        return new StratumRatio(phase, stratum.id(), 0, ratio, stray, 0, ratio * stratum.spread() * stratum.meanS() * Math.sqrt(2), Double.NaN,
                Double.NaN, source);
    }
}
