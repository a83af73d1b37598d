package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.hierarchy.PhasePart;
import runbench.pas2p.phase.OccurrenceTimes;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * A run as occurrences of those phases that its signature is made of: the phases of the trace, or those of a level of
 * the hierarchy. Between the two, occurrences differ in nothing but in how many of the trace's phases one is made of.
 */
public final class SignedLevel implements OccurrenceTimes {
    /** {@link Signature.Trace#level} of the phases of the trace, one by one. */
    public static final String PHASES = "phases";
    /** Of the iteration and what stands beside it. */
    public static final String TOP = "top";
    private static final String NUMBERED = "level ";
    /** So much less error, as a share of the run, must be expected of a coarser level. */
    private static final double CLEARLY = 0.005;
    /** Standard deviation, as a share, of ratios between phases: the error of what is not measured itself. */
    private static final double BORROWED = 0.10;
    private static final double TWO_SIGMA = 1.96;
    private static final double MANY = 0.975;

    /**
     * A phase.
     *
     * @param events sends and collectives of all ranks in one occurrence, mean
     * @param nanos of all occurrences, by the frontier
     * @param cpuNanos outside MPI, all ranks
     * @param mpiNanos inside MPI, all ranks
     */
    record Kind(int id, String label, String name, String shape, String description, long weight, int events,
            long nanos, double meanNanos, double deviationNanos, double cpuNanos, double mpiNanos, boolean relevant) {}

    private final PhaseAnalysis analysis;
    private final String name;
    private final OccurrenceTimes times;
    private final IntUnaryOperator startTick;
    private final int ids;
    private final List<Kind> kinds = new ArrayList<>();
    private final Repeatability repeatability;

    private SignedLevel(PhaseAnalysis analysis, String name, OccurrenceTimes times, IntUnaryOperator startTick,
            int ids) {
        this(analysis, name, times, startTick, ids, Repeatability.NOT_KNOWN);
    }

    private SignedLevel(PhaseAnalysis analysis, String name, OccurrenceTimes times, IntUnaryOperator startTick, int ids,
            Repeatability repeatability) {
        this.analysis = analysis;
        this.name = name;
        this.times = times;
        this.startTick = startTick;
        this.ids = ids;
        this.repeatability = repeatability;
    }

    /** The same, of which what does not come again is not to be measured. */
    public SignedLevel repeating(Repeatability runs) {
        SignedLevel level = new SignedLevel(analysis, name, times, startTick, ids, runs);
        level.kinds.addAll(kinds);
        return level;
    }

    /** What to type for a level of this name: {@code runbench pas2p signature build --level}. */
    public static String option(String name) {
        return "--level "
                + (name.equals(PHASES) ? "all" : name.startsWith(NUMBERED) ? name.substring(NUMBERED.length()) : name);
    }

    /** The phases of the trace, one by one. */
    public static SignedLevel ofPhases(PhaseAnalysis analysis) {
        PhaseOccurrences all = analysis.occurrences();
        SignedLevel level = new SignedLevel(analysis, PHASES, all, all::startTick, analysis.phases().size());
        for (Phase p : analysis.phases()) {
            level.kinds.add(new Kind(p.id(), p.label(), p.name(), p.shape(), p.description(), p.weight(), p.events(),
                    p.frontierNanos(), p.frontierMeanNanos(), p.frontierDeviationNanos(), p.computeNanos(),
                    p.mpiNanos(), analysis.relevant(p)));
        }
        return level;
    }

    /** The iteration and what stands beside it. */
    public static SignedLevel top(PhaseHierarchy hierarchy) {
        return of(hierarchy, TOP, hierarchy.top());
    }

    /** @param number from 1, the outermost; deeper than there are levels is the deepest */
    public static SignedLevel numbered(PhaseHierarchy hierarchy, int number) {
        return of(hierarchy, NUMBERED + Math.min(number, Math.max(1, hierarchy.depth())), hierarchy.level(number));
    }

    /**
     * That from which the least error is to be expected. The finer one where a coarser is not clearly better: more of
     * its occurrences lie within the stretch allowed. A coarser is better where a phase of the trace does not come
     * before its volumes have drifted.
     */
    public static SignedLevel best(PhaseHierarchy hierarchy, int locations, SignatureOptions options) {
        return best(hierarchy, locations, options, Repeatability.NOT_KNOWN);
    }

    /** The same, where a second run tells what comes again. */
    public static SignedLevel best(PhaseHierarchy hierarchy, int locations, SignatureOptions options,
            Repeatability runs) {
        List<SignedLevel> finestFirst = new ArrayList<>(List.of(ofPhases(hierarchy.analysis())));
        for (int n = hierarchy.depth(); n >= 1; n--) {
            finestFirst.add(numbered(hierarchy, n));
        }
        finestFirst.add(top(hierarchy));
        SignedLevel best = null;
        double least = Double.POSITIVE_INFINITY;
        for (SignedLevel found : finestFirst) {
            SignedLevel level = found.repeating(runs);
            double error = level.expectedError(locations, options);
            if (best == null || error < least - CLEARLY) {
                best = level;
                least = error;
            }
        }
        return best;
    }

    private static SignedLevel of(PhaseHierarchy hierarchy, String name, PhaseLevel level) {
        List<PhaseGroup> groups = hierarchy.groups();
        SignedLevel signed = new SignedLevel(hierarchy.analysis(), name, level, level::startTick, groups.size());
        double[] events = new double[groups.size()];
        double[] cpu = new double[groups.size()];
        double[] mpi = new double[groups.size()];
        signed.shareOut(level, events, cpu, mpi);
        for (PhasePart part : level.phases()) {
            PhaseGroup g = part.group();
            signed.kinds.add(new Kind(g.id(), g.label(), g.name(), g.shape(), g.description(), part.count(),
                    (int) Math.round(events[g.id()] / part.count()), part.times().nanos(), part.times().meanNanos(),
                    part.times().deviationNanos(), cpu[g.id()], mpi[g.id()], hierarchy.relevant(part.times())));
        }
        return signed;
    }

    /**
     * Of a phase of the trace that is part of several phases here, processor time and time inside MPI go by wall time.
     */
    private void shareOut(PhaseLevel level, double[] events, double[] cpu, double[] mpi) {
        PhaseOccurrences all = analysis.occurrences();
        for (int i = 0; i < level.size(); i++) {
            int group = level.phase(i);
            for (int k = level.start(i); k < level.end(i); k++) {
                Phase phase = analysis.phases().get(all.phase(k));
                double share = phase.frontierNanos() == 0 ? 1.0 / phase.weight()
                        : (double) all.nanos(k) / phase.frontierNanos();
                events[group] += phase.events();
                cpu[group] += phase.computeNanos() * share;
                mpi[group] += phase.mpiNanos() * share;
            }
        }
    }

    SamplingPlan plan(int locations, SignatureOptions options) {
        boolean[] relevant = new boolean[ids];
        int[] events = new int[ids];
        for (Kind kind : kinds) {
            relevant[kind.id] = kind.relevant;
            events[kind.id] = kind.events;
        }
        return SamplingPlan.of(this, this::repeats, relevant, events, locations, options);
    }

    /** Standard error of the prediction to be expected, as a share of the run. */
    double expectedError(int locations, SignatureOptions options) {
        SamplingPlan plan = plan(locations, options);
        double run = analysis.runNanos();
        double borrowed = run;
        double squares = 0;
        for (StratumDraft s : plan.strata) {
            if (s.measured > 0) {
                borrowed -= s.nanos;
                // Both the run that was traced and the run that is measured scatter.
                squares += 2 * Math.pow(s.nanos * s.spread * few(s.measured), 2) / s.measured;
            }
        }
        double measured = run - borrowed;
        // What is borrowed carries the error of those that it is borrowed from too.
        return measured <= 0 ? Double.POSITIVE_INFINITY
                : Math.sqrt(squares * Math.pow(run / measured, 2) + Math.pow(BORROWED * borrowed, 2)) / run;
    }

    /** By how much an interval from so few samples is wider than one from many. */
    private static double few(int samples) {
        return new TDistribution(Math.max(1, samples - 1)).inverseCumulativeProbability(MANY) / TWO_SIGMA;
    }

    Repeatability repeatability() {
        return repeatability;
    }

    /** An occurrence that would be found again in another run. */
    boolean repeats(int i) {
        return repeatability.repeats(startTick(i), endTick(i));
    }

    /** Logical time of the first event behind an occurrence. */
    int endTick(int i) {
        return i + 1 < size() ? startTick(i + 1) : Integer.MAX_VALUE;
    }

    /** Relevant phases of which occurrences can be measured. */
    List<Kind> signed(SamplingPlan plan) {
        return relevant().stream().filter(k -> plan.strata.stream().anyMatch(s -> s.phase == k.id)).toList();
    }

    PhaseAnalysis analysis() {
        return analysis;
    }

    String name() {
        return name;
    }

    List<Kind> relevant() {
        return kinds.stream().filter(Kind::relevant).toList();
    }

    Kind kind(int id) {
        return kinds.stream().filter(k -> k.id == id).findFirst().orElseThrow();
    }

    /** Share of the run in relevant phases, 0..1. */
    double coverage() {
        return analysis.runNanos() <= 0 ? 0
                : (double) relevant().stream().mapToLong(Kind::nanos).sum() / analysis.runNanos();
    }

    /** Sends and collectives of all ranks up to an occurrence and in it, as a share of all. */
    double eventsThrough(int place) {
        int[] events = new int[ids];
        kinds.forEach(k -> events[k.id] = k.events);
        long before = 0;
        long all = 0;
        for (int i = 0; i < size(); i++) {
            all += events[phase(i)];
            before += i <= place ? events[phase(i)] : 0;
        }
        return (double) before / all;
    }

    /** Logical time of the first event of an occurrence. */
    int startTick(int i) {
        return startTick.applyAsInt(i);
    }

    @Override
    public int size() {
        return times.size();
    }

    @Override
    public int phase(int i) {
        return times.phase(i);
    }

    @Override
    public long startNanos(int i) {
        return times.startNanos(i);
    }

    @Override
    public long endNanos(int i) {
        return times.endNanos(i);
    }
}
