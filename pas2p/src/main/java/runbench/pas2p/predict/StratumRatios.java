package runbench.pas2p.predict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/** The ratios of all strata; those that were not measured take that of their phase, or else of all, and are less sure of it. */
final class StratumRatios {
    /** Standard deviation, as a share, of ratios within a phase and between phases where too few were measured to tell. */
    private static final double WITHIN_PHASE = 0.05;
    private static final double BETWEEN_PHASES = 0.10;

    private static final double CHANCE = 2;

    private final Signature signature;
    private final List<StratumRatio> measured = new ArrayList<>();
    final List<StratumRatio> all = new ArrayList<>();
    /** Of what is in no stratum: the ratio of all samples together, and how far a single ratio strays from it. */
    final double ratio;
    final double stray;

    StratumRatios(MeasuredSignature m) {
        signature = m.signature();
        for (int p = 0; p < signature.phases().size(); p++) {
            for (Signature.Stratum s : signature.phases().get(p).strata()) {
                int phase = p;
                List<MeasuredSignature.Sample> samples = m.samples().stream()
                        .filter(o -> o.phase() == phase && o.stratum() == s.id() && o.traceS() > 0).toList();
                if (!samples.isEmpty()) {
                    measured.add(StratumRatio.measured(p, s, samples, wanted(samples)));
                }
            }
        }
        ratio = mean(r -> true);
        stray = stray(r -> true, ratio, BETWEEN_PHASES);
        for (int p = 0; p < signature.phases().size(); p++) {
            for (Signature.Stratum s : signature.phases().get(p).strata()) {
                all.add(of(p, s));
            }
        }
    }

    private List<Signature.Wanted> wanted(List<MeasuredSignature.Sample> samples) {
        Map<List<Long>, Signature.Wanted> byPlace = new HashMap<>();
        signature.measure().forEach(w -> byPlace.put(List.of((long) w.phase(), w.occurrence()), w));
        return samples.stream().map(s -> byPlace.get(List.of((long) s.phase(), s.occurrence()))).toList();
    }

    boolean none() {
        return measured.isEmpty();
    }

    double freedom() {
        return Math.max(1, measured.size() - 1);
    }

    private StratumRatio of(int phase, Signature.Stratum stratum) {
        Predicate<StratumRatio> same = r -> r.phase() == phase;
        // Classes that do not come again were chance in the trace, not the program's doing: one ratio for all of the phase.
        boolean again = measured.stream().filter(same).allMatch(r -> r.ratio() < CHANCE * mean(same) && mean(same) < CHANCE * r.ratio());
        for (StratumRatio r : measured) {
            if (again && r.phase() == phase && r.stratum() == stratum.id()) {
                return r;
            }
        }
        if (measured.stream().anyMatch(same)) {
            double own = mean(same);
            return StratumRatio.borrowed(phase, stratum, own, stray(same, own, WITHIN_PHASE), StratumRatio.Source.PHASE);
        }
        return StratumRatio.borrowed(phase, stratum, ratio, stray, StratumRatio.Source.ALL);
    }

    private double traced(StratumRatio r) {
        return signature.phases().get(r.phase()).strata().get(r.stratum()).traceS();
    }

    /** Measured to traced time of all samples together: a mean of ratios would be ruled by the shortest occurrences. */
    private double mean(Predicate<StratumRatio> of) {
        double traced = 0;
        double here = 0;
        for (StratumRatio r : measured) {
            if (of.test(r)) {
                here += r.samples() * r.meanS();
                traced += r.samples() * r.meanS() / r.ratio();
            }
        }
        return here / traced;
    }

    private double stray(Predicate<StratumRatio> of, double mean, double least) {
        double time = 0;
        double squares = 0;
        for (StratumRatio r : measured) {
            if (of.test(r)) {
                time += traced(r);
                squares += traced(r) * Math.pow(r.ratio() - mean, 2);
            }
        }
        return Math.max(least * mean, Math.sqrt(squares / time));
    }
}
