package runbench.pas2p.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The ratios of all strata. A stratum without samples takes the ratio of its phase, or else of all phases, with a
 * greater error.
 */
final class StratumRatios {
    /**
     * Standard deviation of ratios within a phase and between phases, as a share, if too few were measured to estimate
     * it.
     */
    private static final double WITHIN_PHASE = 0.05;
    private static final double BETWEEN_PHASES = 0.10;

    private static final double CHANCE = 2;

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

    StratumRatios(MeasuredSignature m) {
        signature = m.signature();
        observed = ObservedOccurrence.of(m);
        for (int p = 0; p < signature.phases().size(); p++) {
            units.addAll(unitsOf(p, signature.phases().get(p).strata()));
        }
        lateness = lateness();
        ratio = units.isEmpty() ? Double.NaN : mean(u -> true);
        stray = stray(u -> true, ratio, BETWEEN_PHASES);
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
                .allMatch(c -> c.fit().ratio() < CHANCE * mean && mean < CHANCE * c.fit().ratio());
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
                return StratumRatio.measured(u, stratum, shrunk(u));
            }
        }
        if (units.stream().anyMatch(u -> u.phase() == phase)) {
            double own = mean(u -> u.phase() == phase);
            return StratumRatio.borrowed(phase, stratum, own, stray(u -> u.phase() == phase, own, WITHIN_PHASE),
                    StratumRatio.Source.PHASE);
        }
        return StratumRatio.borrowed(phase, stratum, ratio, stray, StratumRatio.Source.ALL);
    }

    /**
     * Returns a weighted mean of a unit's own ratio and that of all samples, weighted by their certainty (empirical
     * Bayes; Efron and Morris 1975). A few occurrences prolonged by chance then do not determine a phase's ratio.
     */
    double shrunk(RatioUnit u) {
        double error = Math.pow(u.fit().error(), 2);
        double apart = Math.max(Math.pow(BETWEEN_PHASES * ratio, 2), Math.pow(u.fit().ratio() - ratio, 2) - error);
        return ratio + (u.fit().ratio() - ratio) * apart / (apart + error);
    }

    private double mean(Predicate<RatioUnit> of) {
        return mean(units.stream().filter(of).toList());
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
                squares += u.tracedS() * Math.pow(u.fit().ratio() - mean, 2);
            }
        }
        return Math.max(least * mean, Math.sqrt(squares / time));
    }
}
