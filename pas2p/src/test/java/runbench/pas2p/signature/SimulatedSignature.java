package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Signatures of simulated runs, and their measurements in other simulated runs. */
final class SimulatedSignature {
    private SimulatedSignature() {
    }

    static Signature of(SimulatedProgram.Run traced, SignatureOptions options) {
        int phases = Arrays.stream(traced.phases()).max().orElseThrow() + 1;
        boolean[] relevant = new boolean[phases];
        Arrays.fill(relevant, true);
        int[] events = new int[phases];
        Arrays.fill(events, 8);
        SamplingPlan plan = SamplingPlan.of(traced, relevant, events, 4, options);
        IntStream.range(plan.stop + 1, traced.size()).forEach(i -> plan.behind(i, traced.mpiShares()[i]));
        List<Signature.SignedPhase> signed = IntStream.range(0, phases).mapToObj(p -> phase(plan, p)).toList();
        List<Signature.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < plan.chosen.length; i++) {
            StratumDraft s = plan.stratumOf[i];
            int at = Arrays.binarySearch(s.places, plan.chosen[i]);
            wanted.add(new Signature.Wanted(s.phase, s.id, plan.chosen[i], traced.nanos(plan.chosen[i]) / 1e9,
                    s.trend[at] / 1e9, s.phaseTrend[at] / 1e9, traced.mpiShares()[plan.chosen[i]], new long[0],
                    new long[0], null, traced.neededNanos(plan.chosen[i]) / 1e9));
        }
        double prefix = traced.endNanos(plan.stop) / 1e9;
        double behind = plan.strata.stream().mapToDouble(s -> s.nanosBehind(plan.stop)).sum() / 1e9;
        Signature.Trace whole = new Signature.Trace(traced.seconds(), 0.002, 0.003, traced.seconds() - 0.005, 0.005,
                prefix, traced.seconds() - prefix - behind, plan.stretches.spread(), plan.stretches.count(), 0, 0, 0,
                "phases", plan.trendError(), null);
        return new Signature(Signature.FORMAT, 1, null,
                new Signature.Program(List.of("simulated"), "", "", null, List.of(), List.of(), null), "", 4, List.of(),
                false, whole, signed, wanted, new long[0], prefix / traced.seconds(), options.error(),
                options.confidence(), options.within(), List.of());
    }

    private static Signature.SignedPhase phase(SamplingPlan plan, int p) {
        List<Signature.Stratum> strata = plan.strata.stream()
                .filter(s -> s.phase == p)
                .map(s -> SignedTrace.stratum(s, plan.stop))
                .toList();
        long weight = strata.stream().mapToLong(Signature.Stratum::weight).sum();
        double time = strata.stream().mapToDouble(Signature.Stratum::traceS).sum();
        return new Signature.SignedPhase("P" + (p + 1), "", "", "", weight, time, time / weight, 0, true, strata);
    }

    /** Returns the measurement of a signature in a run; occurrences are numbered through the run here. */
    static MeasuredSignature measured(Signature signature, SimulatedProgram.Run run) {
        List<MeasuredSignature.Sample> samples = signature.measure()
                .stream()
                .map(w -> new MeasuredSignature.Sample(w.phase(), w.stratum(), w.occurrence(), w.traceS(),
                        run.startNanos((int) w.occurrence()) / 1e9, run.nanos((int) w.occurrence()) / 1e9, 0, 0, 0,
                        List.of(new MeasuredSignature.RankTime(1, 1, run.mpiShares()[(int) w.occurrence()]))))
                .toList();
        MeasuredSignature.Sample last = samples.get(samples.size() - 1);
        return new MeasuredSignature(MeasuredSignature.FORMAT, 1, "", signature, List.of("simulated"), List.of("there"),
                "", null, false, List.of(), 0.1, samples.get(0).startS(), last.startS() + last.measuredS(), true,
                run.seconds(), null, samples, List.of(), new MeasuredSignature.Clock(1, "node", 0.0, 0.0), List.of());
    }
}
