package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import runbench.pas2p.phase.OccurrenceTimes;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.trace.MpiTrace;

/** What a signature says of the traced run. */
final class SignedTrace {
    private static final double NANOS = 1e9;

    private SignedTrace() {
    }

    static Signature.Trace of(MpiTrace trace, PhaseAnalysis analysis, SamplingPlan plan) {
        OccurrenceTimes times = analysis.occurrences();
        double tea = analysis.runNanos() / NANOS;
        double covered = 0;
        double compute = 0;
        double mpi = 0;
        for (Phase p : analysis.relevantPhases()) {
            covered += p.frontierNanos() / NANOS;
            compute += p.computeNanos() / NANOS;
            mpi += p.mpiNanos() / NANOS;
        }
        double prefix = (times.endNanos(plan.stop) - analysis.runStartNanos()) / NANOS;
        double behind = plan.strata.stream().mapToDouble(s -> s.nanosBehind(plan.stop)).sum() / NANOS;
        return new Signature.Trace(tea, (times.startNanos(0) - analysis.runStartNanos()) / NANOS,
                (analysis.runEndNanos() - times.endNanos(times.size() - 1)) / NANOS, covered, tea - covered, prefix,
                Math.max(0, tea - prefix - behind), plan.stretches.spread(), plan.stretches.count(), compute, mpi, trace.sends() + trace.collectives(), "phases");
    }

    static Signature.SignedPhase phase(PhaseAnalysis analysis, Phase p, SamplingPlan plan) {
        List<Signature.Stratum> strata = new ArrayList<>();
        for (StratumDraft s : plan.strata) {
            if (s.phase == p.id()) {
                strata.add(stratum(s, plan.stop));
            }
        }
        return new Signature.SignedPhase(p.label(), p.name(), p.shape(), p.description(), p.weight(), p.frontierNanos() / NANOS,
                p.frontierMeanNanos() / NANOS, p.frontierDeviationNanos() / NANOS, analysis.relevant(p), strata);
    }

    static Signature.Stratum stratum(StratumDraft s, int stop) {
        double longest = 0;
        for (double d : s.durations) {
            longest = Math.max(longest, d);
        }
        return new Signature.Stratum(s.id, s.fromNanos / NANOS, Math.min(s.toNanos, longest) / NANOS, s.places.length, s.nanos / NANOS,
                s.mean() / NANOS, s.deviation() / NANOS, s.spread,
                s.countBehind(stop), s.nanosBehind(stop) / NANOS, s.mpiShareBehind(), s.wanted, s.measured);
    }

    static List<Signature.Wanted> wanted(PhaseAnalysis analysis, SamplingPlan plan, OccurrenceCuts cuts) {
        int[] place = new int[analysis.phases().size()];
        int n = 0;
        for (Phase p : analysis.phases()) {
            place[p.id()] = analysis.relevant(p) ? n++ : -1;
        }
        List<Signature.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < plan.chosen.length; i++) {
            StratumDraft s = plan.stratumOf[i];
            int at = java.util.Arrays.binarySearch(s.places, plan.chosen[i]);
            wanted.add(new Signature.Wanted(place[s.phase], s.id, s.serials[at], analysis.occurrences().nanos(plan.chosen[i]) / NANOS,
                    cuts.mpiShare(i), cuts.start(i), cuts.end(i)));
        }
        return wanted;
    }
}
