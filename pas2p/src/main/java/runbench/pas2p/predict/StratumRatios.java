package runbench.pas2p.predict;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import runbench.pas2p.predict.RatioFit.ObservedOccurrence;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The ratios of all strata. A stratum without samples takes the ratio of its phase, or else of all phases, with a
 * greater error.
 */
public final class StratumRatios {
    /**
     * Standard deviation of ratios within a phase and between phases, as a share, if too few were measured to estimate
     * it.
     */
    private static final double DEVIATION_WITHIN_PHASE = 0.05;
    private static final double DEVIATION_BETWEEN_PHASES = 0.10;

    private static final double SIGNIFICANT_ERRORS = 2;

    private final Signature signature;
    /** All samples in order of time. */
    final List<ObservedOccurrence> observed;
    final List<RatioUnit> units = new ArrayList<>();
    final List<StratumRatio> all = new ArrayList<>();
    /** The ratio of all samples together, for time in no stratum, and the scatter of a single ratio about it. */
    final double ratio;
    final double stray;
    /**
     * The lateness of a program that compensates for lost time, whose pace is included in all ratios; null: it does not
     * compensate.
     */
    final Lateness lateness;
    /** The combined estimate of each unit. */
    private final IdentityHashMap<RatioUnit, CombinedEstimate> combined = new IdentityHashMap<>();

    StratumRatios(MeasuredSignature m) {
        signature = m.signature();
        observed = ObservedOccurrence.of(m);
        for (int p = 0; p < signature.phases().size(); p++) {
            units.addAll(unitsOf(p, signature.phases().get(p).strata()));
        }
        lateness = lateness();
        units.forEach(u -> combined.put(u, CombinedEstimate.of(u, stretchSpread())));
        ratio = units.isEmpty() ? Double.NaN : mean(u -> true);
        stray = stray(u -> true, ratio, DEVIATION_BETWEEN_PHASES);
        for (int p = 0; p < signature.phases().size(); p++) {
            for (Signature.Stratum s : signature.phases().get(p).strata()) {
                all.add(of(p, s));
            }
        }
    }

    private List<RatioUnit> unitsOf(int phase, List<Signature.Stratum> strata) {
        List<ObservedOccurrence> samples = observed.stream().filter(o -> o.of(phase)).toList();
        List<RatioUnit> classes = new ArrayList<>();
        for (Signature.Stratum s : strata) {
            List<ObservedOccurrence> own = samples.stream().filter(o -> o.of(phase, s.id())).toList();
            // A ratio to a traced time of 0 is undefined.
            if (own.stream().mapToDouble(ObservedOccurrence::trendS).sum() > 0) {
                classes.add(RatioUnit.ofClass(phase, s, own, stretchSpread()));
            }
        }
        if (classes.isEmpty()) {
            return classes;
        }
        double mean = mean(classes);
        // Duration classes that do not repeat were chance in the trace: one ratio for the whole phase.
        boolean again = classes.stream()
                .allMatch(c -> c.fit().ratio() < SIGNIFICANT_ERRORS * mean
                        && mean < SIGNIFICANT_ERRORS * c.fit().ratio());
        return again ? classes : List.of(RatioUnit.ofPhase(phase, strata, samples, stretchSpread()));
    }

    private Lateness lateness() {
        double[] expected = new double[observed.size()];
        for (RatioUnit u : units) {
            for (int i = 0; i < u.samples().size(); i++) {
                expected[observed.indexOf(u.samples().get(i))] = u.fit().ratio() * u.fit().expectedS()[i];
            }
        }
        Lateness late = Lateness.of(observed.stream().mapToDouble(ObservedOccurrence::measuredS).toArray(), expected);
        if (late != null) {
            units.replaceAll(u -> u.paced(late.pace()));
        }
        return late;
    }

    /** Returns the scatter of occurrences relative to the trace. */
    double more() {
        double here = units.stream().mapToDouble(u -> u.tracedS() * u.fit().strays()).sum();
        double traced = units.stream().mapToDouble(u -> u.tracedS() * u.spread()).sum();
        return traced <= 0 ? 1 : here / traced;
    }

    CombinedEstimate combined(RatioUnit u) {
        return combined.get(u);
    }

    /** Returns the predicted time of a unit after the stop, s. */
    double behindS(RatioUnit u) {
        return u.behindS() * u.fit().ratio() * combined.get(u).factor();
    }

    /** Returns the predicted time of all units after the stop, s. */
    double behindS() {
        return units.stream().mapToDouble(this::behindS).sum();
    }

    /** Returns the standard error of that time due to the choice of estimators, s: a common cause in all units. */
    double combinedErrorS() {
        return units.stream().mapToDouble(u -> behindS(u) * combined.get(u).error()).sum();
    }

    /** Returns the weight of an estimator in the predicted time, 0..1. */
    double weight(Prediction.Estimator estimator) {
        double all = behindS();
        return all <= 0 ? estimator == Prediction.Estimator.RATIO ? 1 : 0
                : units.stream().mapToDouble(u -> behindS(u) * combined.get(u).weights()[estimator.ordinal()]).sum()
                        / all;
    }

    double stretchSpread() {
        return signature.trace().stretchSpread();
    }

    boolean none() {
        return units.isEmpty();
    }

    double freedom() {
        return Math.max(1, units.size() - 1);
    }

    private StratumRatio of(int phase, Signature.Stratum stratum) {
        for (RatioUnit u : units) {
            if (u.has(phase, stratum.id())) {
                return StratumRatio.measured(u, stratum, shrunk(u), combined.get(u).factor());
            }
        }
        if (units.stream().anyMatch(u -> u.phase() == phase)) {
            double own = mean(u -> u.phase() == phase);
            double needed = neededFactor(stratum, u -> u.phase() == phase);
            return StratumRatio.borrowed(phase, stratum, own * needed,
                    needed * stray(u -> u.phase() == phase, own, DEVIATION_WITHIN_PHASE), StratumRatio.Source.PHASE);
        }
        double needed = neededFactor(stratum, u -> true);
        return StratumRatio.borrowed(phase, stratum, ratio * needed, stray * needed, StratumRatio.Source.ALL);
    }

    /**
     * Returns the factor on a ratio for a stratum that waited for processors less or more than the ratio's source in
     * the traced run; 1 if waits are not known.
     */
    private double neededFactor(Signature.Stratum stratum, Predicate<RatioUnit> source) {
        List<Signature.Stratum> from = units.stream().filter(source).flatMap(u -> u.strata().stream()).toList();
        double own = neededShare(List.of(stratum));
        double theirs = neededShare(from);
        return own > 0 && theirs > 0 ? own / theirs : 1;
    }

    /** Returns the share of the traced time after the stop without waits for a processor; 0: not known. */
    private static double neededShare(List<Signature.Stratum> strata) {
        double traced = strata.stream().mapToDouble(Signature.Stratum::behindS).sum();
        return traced <= 0 || strata.stream().anyMatch(s -> s.behindNeededS() == null) ? 0
                : strata.stream().mapToDouble(Signature.Stratum::behindNeededS).sum() / traced;
    }

    /**
     * Returns a weighted mean of a unit's own ratio and that of all samples, weighted by their certainty (empirical
     * Bayes; Efron and Morris 1975). A few occurrences prolonged by chance then do not determine a phase's ratio.
     */
    double shrunk(RatioUnit u) {
        double error = Math.pow(u.fit().error(), 2);
        double plain = mean(units);
        double apart = Math.max(Math.pow(DEVIATION_BETWEEN_PHASES * plain, 2),
                Math.pow(u.fit().ratio() - plain, 2) - error);
        return plain + (u.fit().ratio() - plain) * apart / (apart + error);
    }

    /** Returns the ratio of samples, corrected as the combined estimates of their units are. */
    private double mean(Predicate<RatioUnit> of) {
        List<RatioUnit> chosen = units.stream().filter(of).toList();
        double behind = chosen.stream().mapToDouble(u -> u.behindS() * u.fit().ratio()).sum();
        return mean(chosen) * (behind <= 0 ? 1 : chosen.stream().mapToDouble(this::behindS).sum() / behind);
    }

    /**
     * Returns measured to expected time of all samples together; the shortest occurrences would dominate a mean of
     * ratios.
     */
    private static double mean(List<RatioUnit> of) {
        return of.stream().mapToDouble(RatioUnit::measuredS).sum() / of.stream().mapToDouble(u -> u.fit().sumS()).sum();
    }

    private double stray(Predicate<RatioUnit> of, double mean, double least) {
        double time = 0;
        double squares = 0;
        for (RatioUnit u : units) {
            if (of.test(u)) {
                time += u.tracedS();
                squares += u.tracedS() * Math.pow(u.fit().ratio() * combined.get(u).factor() - mean, 2);
            }
        }
        return Math.max(least * mean, Math.sqrt(squares / time));
    }

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
         * @param stretches standard deviation, as a share, of stretches of the traced run as long as the measured one;
         *     0: not known
         */
        static RatioUnit ofClass(int phase, Signature.Stratum stratum, List<ObservedOccurrence> samples,
                double stretches) {
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
         * @param ratio ratio of the stratum, from the unit and all samples
         * @param factor {@link CombinedEstimate#factor}
         */
        static StratumRatio measured(RatioUnit u, Signature.Stratum stratum, double ratio, double factor) {
            boolean pooled = u.strata().size() > 1;
            MpiShares shares = pooled ? MpiShares.SAME
                    : MpiShares.of(stratum, u.samples().stream().map(ObservedOccurrence::sample).toList(),
                            u.samples().stream().map(ObservedOccurrence::wanted).toList(), u.fit().strays());
            return new StratumRatio(u.phase(), stratum.id(), u.samples().size(), ratio * shares.factor() * factor,
                    u.fit().error() * factor, ratio * shares.error() * factor, u.fit().scatterS(), u.fit().reproduced(),
                    u.meanS(), u.deviationS(), pooled ? Source.POOLED : Source.MEASURED);
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
}
