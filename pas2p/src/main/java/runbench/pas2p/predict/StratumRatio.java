package runbench.pas2p.predict;

import runbench.pas2p.signature.Signature;

/**
 * The ratio of one stratum on the measured machine ({@link RatioFit}). If the shares outside and inside MPI change
 * after the stop, it is composed of their ratios ({@link MpiShares}).
 *
 * @param phase index into the signature's phases
 * @param stratum stratum of that phase
 * @param samples measured occurrences; 0: the ratio comes from elsewhere
 * @param ratio measured to traced time
 * @param error standard error of the ratio alone
 * @param shareError standard error due to the uncertain shares outside and inside MPI
 * @param scatterS standard deviation of an occurrence about its traced time x ratio
 * @param reproduced reproducible share of the differences between traced occurrences, 0..1
 * @param meanS mean measured time of an occurrence; NaN without samples
 * @param deviationS standard deviation of the measured times
 * @param source origin of the ratio
 */
public record StratumRatio(int phase, int stratum, int samples, double ratio, double error, double shareError,
        double scatterS, double reproduced, double meanS, double deviationS, Source source) {
    /** The origins of a ratio. */
    public enum Source {
        /** Measured occurrences of the stratum. */
        MEASURED,
        /** Measured occurrences of its phase; the trace's duration classes did not repeat. */
        POOLED,
        /** Other strata of its phase. */
        PHASE,
        /** Other phases. */
        ALL
    }

    /**
     * Creates the ratio of a measured stratum.
     *
     * @param ratio final ratio of the stratum, from the unit and further estimates
     */
    static StratumRatio measured(RatioUnit u, Signature.Stratum stratum, double ratio) {
        boolean pooled = u.strata().size() > 1;
        MpiShares shares = pooled ? MpiShares.SAME
                : MpiShares.of(stratum, u.samples().stream().map(ObservedOccurrence::sample).toList(),
                        u.samples().stream().map(ObservedOccurrence::wanted).toList(), u.fit().strays());
        return new StratumRatio(u.phase(), stratum.id(), u.samples().size(), ratio * shares.factor(), u.fit().error(),
                ratio * shares.error(), u.fit().scatterS(), u.fit().reproduced(), u.meanS(), u.deviationS(),
                pooled ? Source.POOLED : Source.MEASURED);
    }

    /**
     * Creates the ratio of a stratum without samples.
     *
     * @param stray standard deviation of such a ratio about its source
     */
    static StratumRatio borrowed(int phase, Signature.Stratum stratum, double ratio, double stray, Source source) {
        return new StratumRatio(phase, stratum.id(), 0, ratio, stray, 0,
                ratio * stratum.spread() * stratum.meanS() * Math.sqrt(2), 0, Double.NaN, Double.NaN, source);
    }
}
