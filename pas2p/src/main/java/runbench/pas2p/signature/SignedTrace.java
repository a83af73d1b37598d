package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiTrace;

/** The description of the traced run in a signature. */
final class SignedTrace {
    private static final double NANOS = 1e9;
    /** Standard deviation, as a share, of a duration that is equal in all runs by chance. */
    private static final double MIN_RELATIVE_DEVIATION = 0.05;

    private SignedTrace() {
    }

    static Signature.Trace of(MpiTrace trace, SignedLevel level, SamplingPlan plan) {
        PhaseAnalysis analysis = level.analysis();
        double tea = analysis.runNanos() / NANOS;
        double covered = 0;
        double compute = 0;
        double mpi = 0;
        for (SignedLevel.Kind p : level.relevant()) {
            covered += p.nanos() / NANOS;
            compute += p.cpuNanos() / NANOS;
            mpi += p.mpiNanos() / NANOS;
        }
        double prefix = (level.endNanos(plan.stop) - analysis.runStartNanos()) / NANOS;
        double behind = plan.strata.stream().mapToDouble(s -> s.nanosBehind(plan.stop)).sum() / NANOS;
        return new Signature.Trace(tea, (level.startNanos(0) - analysis.runStartNanos()) / NANOS,
                (analysis.runEndNanos() - level.endNanos(level.size() - 1)) / NANOS, covered, tea - covered, prefix,
                Math.max(0, tea - prefix - behind - plan.apartNanosBehind() / NANOS), plan.stretches.spread(),
                plan.stretches.count(), compute, mpi, trace.sends() + trace.collectives(), level.name(),
                plan.trendError(), trace.processorUse());
    }

    /** Returns the comparison with other runs; null: none. */
    static Signature.Repeated repeated(SignedLevel level, SamplingPlan plan, OccurrenceCuts cuts) {
        Repeatability runs = level.repeatability();
        if (runs.others().isEmpty()) {
            return null;
        }
        List<Signature.Stretch> stretches = new ArrayList<>();
        for (int l = 0; l < runs.locations(); l++) {
            for (RepeatedEvents.Stretch s : runs.of(l)) {
                stretches.add(new Signature.Stretch(l, s.from()[0], s.open() ? null : (Long) (long) s.to()[0],
                        s.open() ? null : Long.toHexString(s.hash())));
            }
        }
        double behind = plan.apartNanosBehind() / NANOS;
        double[] took = Arrays.stream(runs.toFirst(level.startTick(plan.stop))).map(r -> r * behind).toArray();
        double mean = Arrays.stream(took).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(took).map(t -> (t - mean) * (t - mean)).sum() / (took.length - 1));
        return new Signature.Repeated(runs.others(), stretches, plan.apartNanos() / NANOS, mean,
                Math.max(MIN_RELATIVE_DEVIATION * mean, deviation * Math.sqrt(1 + 1.0 / took.length)),
                runs.othersSeconds(), cuts.stopContents());
    }

    static Signature.SignedPhase phase(SignedLevel.Kind p, SamplingPlan plan) {
        List<Signature.Stratum> strata = new ArrayList<>();
        for (StratumDraft s : plan.strata) {
            if (s.phase == p.id()) {
                strata.add(stratum(s, plan.stop));
            }
        }
        return new Signature.SignedPhase(p.label(), p.name(), p.shape(), p.description(), p.weight(), p.nanos() / NANOS,
                p.meanNanos() / NANOS, p.deviationNanos() / NANOS, p.relevant(), strata);
    }

    static Signature.Stratum stratum(StratumDraft s, int stop) {
        double longest = s.longestNeeded();
        return new Signature.Stratum(s.id, s.fromNanos / NANOS, Math.min(s.toNanos, longest) / NANOS, s.places.length,
                s.nanos / NANOS, s.mean() / NANOS, s.deviation() / NANOS, s.spread, s.countBehind(stop),
                s.nanosBehind(stop) / NANOS, s.mpiShareBehind(), s.wanted, s.measured, s.neededBehind(stop) / NANOS);
    }

    static List<Signature.Wanted> wanted(SignedLevel level, SamplingPlan plan, OccurrenceCuts cuts) {
        List<Integer> phases = level.signed(plan).stream().map(SignedLevel.Kind::id).toList();
        List<Signature.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < plan.chosen.length; i++) {
            StratumDraft s = plan.stratumOf[i];
            int at = Arrays.binarySearch(s.places, plan.chosen[i]);
            wanted.add(new Signature.Wanted(phases.indexOf(s.phase), s.id, s.serials[at],
                    level.nanos(plan.chosen[i]) / NANOS, s.trend[at] / NANOS, s.phaseTrend[at] / NANOS,
                    cuts.mpiShare(i), cuts.start(i), cuts.end(i), cuts.content(i),
                    level.neededNanos(plan.chosen[i]) / NANOS));
        }
        return wanted;
    }
}
