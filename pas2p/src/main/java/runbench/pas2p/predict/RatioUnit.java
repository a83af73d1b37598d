package runbench.pas2p.predict;

import java.util.List;
import java.util.function.ToDoubleFunction;
import runbench.pas2p.signature.Signature;

/**
 * Strata of a phase with a common ratio: one duration class, or all classes if those of the trace were chance.
 *
 * @param strata strata of the phase
 * @param samples at least one, in order of time
 */
record RatioUnit(int phase, List<Signature.Stratum> strata, List<ObservedOccurrence> samples, RatioFit fit) {
    /**
     * Creates the unit of one duration class.
     *
     * @param stretches standard deviation, as a share, of stretches of the traced run as long as the measured one; 0:
     *     not known
     */
    static RatioUnit ofClass(int phase, Signature.Stratum stratum, List<ObservedOccurrence> samples, double stretches) {
        return of(phase, List.of(stratum), samples, ObservedOccurrence::trendS, stretches);
    }

    static RatioUnit ofPhase(int phase, List<Signature.Stratum> strata, List<ObservedOccurrence> samples,
            double stretches) {
        return of(phase, strata, samples, ObservedOccurrence::phaseTrendS, stretches);
    }

    private static RatioUnit of(int phase, List<Signature.Stratum> strata, List<ObservedOccurrence> samples,
            ToDoubleFunction<ObservedOccurrence> trend, double stretches) {
        return new RatioUnit(phase, strata, samples, RatioFit.of(samples, trend, spread(strata), stretches));
    }

    private static double spread(List<Signature.Stratum> strata) {
        double time = strata.stream().mapToDouble(Signature.Stratum::traceS).sum();
        return strata.stream().mapToDouble(s -> s.traceS() * s.spread()).sum() / time;
    }

    /** Returns the standard deviation of one traced occurrence as a share, without the trend. */
    double spread() {
        return spread(strata);
    }

    RatioUnit paced(double pace) {
        return new RatioUnit(phase, strata, samples, fit.paced(pace));
    }

    boolean has(int phase, int stratum) {
        return phase == this.phase && strata.stream().anyMatch(s -> s.id() == stratum);
    }

    /** Returns the traced time after the stop, s. */
    double behindS() {
        return strata.stream().mapToDouble(Signature.Stratum::behindS).sum();
    }

    double tracedS() {
        return strata.stream().mapToDouble(Signature.Stratum::traceS).sum();
    }

    double measuredS() {
        return fit.ratio() * fit.sumS();
    }

    double meanS() {
        return samples.stream().mapToDouble(ObservedOccurrence::measuredS).average().orElseThrow();
    }

    double deviationS() {
        double mean = meanS();
        double squares = samples.stream().mapToDouble(o -> Math.pow(o.measuredS() - mean, 2)).sum();
        return samples.size() < 2 ? 0 : Math.sqrt(squares / (samples.size() - 1));
    }
}
