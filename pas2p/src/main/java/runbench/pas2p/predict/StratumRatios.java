package runbench.pas2p.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/**
 * The ratios of all strata; those that were not measured take that of their phase, or else of all, and are less sure of
 * it.
 */
final class StratumRatios {
    /**
     * Standard deviation, as a share, of ratios within a phase and between phases where too few were measured to tell.
     */
    private static final double WITHIN_PHASE = 0.05;
    private static final double BETWEEN_PHASES = 0.10;

    private static final double CHANCE = 2;

    private final Signature signature;
    /** All samples, in the order of time. */
    final List<ObservedOccurrence> observed;
    final List<RatioUnit> units = new ArrayList<>();
    final List<StratumRatio> all = new ArrayList<>();
    /** Of what is in no stratum: the ratio of all samples together, and how far a single ratio strays from it. */
    final double ratio;
    final double stray;
    /** Of a program that makes up for what it loses; null: it does not. Its pace is in all ratios. */
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
            // What took no time in the trace can be no multiple of it.
            if (own.stream().mapToDouble(ObservedOccurrence::trendS).sum() > 0) {
                classes.add(RatioUnit.ofClass(phase, s, own, stretchSpread()));
            }
        }
        if (classes.isEmpty()) {
            return classes;
        }
        double mean = mean(classes);
        // Classes that do not come again were chance in the trace, not the program's doing: one ratio for all of the
        // phase.
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

    /** How much more occurrences stray here than they did in the trace. */
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
     * As much of a unit's own ratio as its samples are sure of, and of all samples' for the rest (empirical Bayes;
     * Efron and Morris 1975): a few occurrences that chance has stretched do not speak for a phase.
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
     * Measured to expected time of all samples together: a mean of ratios would be ruled by the shortest occurrences.
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
