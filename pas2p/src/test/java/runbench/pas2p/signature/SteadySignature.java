package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Signatures of programs whose phases have durations that a test chooses, and their measurements. */
public final class SteadySignature {
    private static final int SAMPLES = 20;

    private SteadySignature() {
    }

    /**
     * A phase of the program.
     *
     * @param meanS mean duration of its occurrences, s
     */
    public record Part(String shape, long weight, double meanS) {}

    /**
     * @param residualS time in no phase, s
     */
    public static Signature of(int ranks, double residualS, Part... parts) {
        return of(ranks, 0.03, residualS, parts);
    }

    /**
     * @param error requested error
     */
    public static Signature of(int ranks, double error, double residualS, Part... parts) {
        List<Signature.SignedPhase> phases = new ArrayList<>();
        List<Signature.Wanted> wanted = new ArrayList<>();
        double all = residualS;
        double prefix = 0;
        for (int p = 0; p < parts.length; p++) {
            Part part = parts[p];
            double time = part.weight() * part.meanS();
            all += time;
            prefix += SAMPLES * part.meanS();
            phases.add(new Signature.SignedPhase("P" + (p + 1), part.shape(), part.shape(), "", part.weight(), time,
                    part.meanS(), 0, true,
                    List.of(new Signature.Stratum(0, 0, part.meanS(), part.weight(), time, part.meanS(), 0, 0,
                            part.weight() - SAMPLES, time - SAMPLES * part.meanS(), 0, SAMPLES, SAMPLES))));
            for (int i = 0; i < SAMPLES; i++) {
                wanted.add(new Signature.Wanted(p, 0, i, part.meanS(), 0, new long[0], new long[0]));
            }
        }
        Signature.Trace trace = new Signature.Trace(all, 0, 0, all - residualS, residualS, prefix, residualS, 0, 0, 0,
                0, 0, "phases");
        return new Signature(Signature.FORMAT, Signature.VERSION, new Signature.Made("here", "", "", "run1"),
                new Signature.Program(List.of("./app", "in.txt"), "", "", null, List.of(), List.of(), null), "", ranks,
                List.of(), false, trace, phases, wanted, new long[0], prefix / all, error, 0.95, 0.05, List.of());
    }

    /**
     * Returns the measurement on a machine where everything takes {@code ratio} times as long.
     *
     * @param noise deviation of occurrences, as a share; it alternates up and down in a pattern that does not average
     *     out early
     * @param full whether the run continues to its end, which has the same ratio
     */
    public static MeasuredSignature measured(Signature s, double ratio, double noise, boolean full,
            List<String> command) {
        List<MeasuredSignature.Sample> samples = new ArrayList<>();
        double at = 0;
        int[] pattern = {1, -1, -1, 1, -1, 1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, 1, -1};
        for (Signature.Wanted w : s.measure()) {
            double time = w.traceS() * ratio * (1 + noise * pattern[(int) w.occurrence()]);
            samples.add(new MeasuredSignature.Sample(w.phase(), w.stratum(), w.occurrence(), w.traceS(), at, time, 0, 0,
                    0, List.of()));
            at += time;
        }
        double all = s.trace().teaS() * ratio;
        return new MeasuredSignature(MeasuredSignature.FORMAT, MeasuredSignature.VERSION,
                String.format(Locale.ROOT, "%08x", s.hashCode()), s, command, List.of("here"), "", null, false,
                List.of(), full ? all + 0.1 : at + 0.1, 0.0, at, !full, full ? (Double) all : null,
                full ? (Double) (all - at) : null, samples, List.of(), new MeasuredSignature.Clock(1, "node", 0.0, 0.0),
                List.of());
    }
}
