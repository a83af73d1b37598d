package runbench.pas2p.predict;

import runbench.pas2p.signature.Signature;

/**
 * How much longer the occurrences of one stratum take on the machine that was measured ({@link RatioFit}), taken of the
 * parts outside and inside MPI where their proportion in the trace changes behind the stop ({@link MpiShares}).
 *
 * @param phase index into the signature's phases
 * @param stratum of that phase
 * @param samples measured occurrences; 0: the ratio was taken from elsewhere
 * @param ratio measured to traced time
 * @param error standard error of the ratio, taken by itself
 * @param shareError standard error that comes of not knowing the parts outside and inside MPI better
 * @param scatterS standard deviation of the difference between an occurrence and its traced time x ratio
 * @param reproduced what part of how traced occurrences differ from each other came again, 0..1
 * @param meanS mean measured time of an occurrence; NaN without samples
 * @param deviationS standard deviation of the measured times
 * @param source where the ratio comes from
 */
public record StratumRatio(int phase, int stratum, int samples, double ratio, double error, double shareError,
        double scatterS, double reproduced, double meanS, double deviationS, Source source) {
    /** Where a ratio comes from. */
    public enum Source {
        /** Occurrences of the stratum were measured. */
        MEASURED,
        /** Occurrences of its phase were; the trace's classes of duration did not come again. */
        POOLED,
        /** Others of its phase were. */
        PHASE,
        /** Other phases were. */
        ALL
    }

    /** @param ratio of the unit, its samples and what else is known */
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
     * Of a stratum without samples. @param stray standard deviation of such a ratio around the one that it is taken
     * from
     */
    static StratumRatio borrowed(int phase, Signature.Stratum stratum, double ratio, double stray, Source source) {
        return new StratumRatio(phase, stratum.id(), 0, ratio, stray, 0,
                ratio * stratum.spread() * stratum.meanS() * Math.sqrt(2), 0, Double.NaN, Double.NaN, source);
    }
}
