package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * A run as occurrences of the phases of its signature: the phases of the trace, or those of a level of the hierarchy.
 * The two differ only in the number of the trace's phases per occurrence.
 */
public final class SignedLevel implements OccurrenceTimes {
    /** The {@link Signature.Trace#level} of individual phases of the trace. */
    public static final String PHASES = "phases";
    /** The level of the iteration and the phases next to it. */
    public static final String TOP = "top";
    private static final String NUMBERED = "level ";
    /** Minimum improvement of the expected error, as a share of the run, for selecting a coarser level. */
    private static final double MIN_ERROR_IMPROVEMENT = 0.005;
    /** Standard deviation of ratios between phases, as a share: the error of a phase that is not measured itself. */
    private static final double BORROWED_RATIO_DEVIATION = 0.10;
    private static final double TWO_SIGMA = 1.96;
    private static final double NORMAL_QUANTILE_LEVEL = 0.975;

    /**
     * A phase.
     *
     * @param events mean number of sends and collectives of all ranks in one occurrence
     * @param nanos time of all occurrences, by the frontier
     * @param cpuNanos CPU time outside MPI, all ranks
     * @param mpiNanos wall time inside MPI, all ranks
     */
    record Kind(int id, String label, String name, String shape, String description, long weight, int events,
            long nanos, double meanNanos, double deviationNanos, double cpuNanos, double mpiNanos, boolean relevant) {}

    private final PhaseAnalysis analysis;
    private final String name;
    private final OccurrenceTimes times;
    /** The index of an occurrence's first occurrence of a phase of the trace. */
    private final IntUnaryOperator first;
    private final int ids;
    private final List<Kind> kinds = new ArrayList<>();
    private final Repeatability repeatability;

    private SignedLevel(PhaseAnalysis analysis, String name, OccurrenceTimes times, IntUnaryOperator first, int ids) {
        this(analysis, name, times, first, ids, Repeatability.NOT_KNOWN);
    }

    private SignedLevel(PhaseAnalysis analysis, String name, OccurrenceTimes times, IntUnaryOperator first, int ids,
            Repeatability repeatability) {
        this.analysis = analysis;
        this.name = name;
        this.times = times;
        this.first = first;
        this.ids = ids;
        this.repeatability = repeatability;
    }

    /** Returns the same level without occurrences that do not repeat in other runs. */
    public SignedLevel repeating(Repeatability runs) {
        SignedLevel level = new SignedLevel(analysis, name, times, first, ids, runs);
        level.kinds.addAll(kinds);
        return level;
    }

    /** Returns the option for a level of this name: {@code runbench pas2p signature build --level}. */
    public static String option(String name) {
        return "--level "
                + (name.equals(PHASES) ? "all" : name.startsWith(NUMBERED) ? name.substring(NUMBERED.length()) : name);
    }

    /** Returns the level of individual phases of the trace. */
    public static SignedLevel ofPhases(PhaseAnalysis analysis) {
        PhaseOccurrences all = analysis.occurrences();
        SignedLevel level = new SignedLevel(analysis, PHASES, all, i -> i, analysis.phases().size());
        for (Phase p : analysis.phases()) {
            level.kinds.add(new Kind(p.id(), p.label(), p.name(), p.shape(), p.description(), p.weight(), p.events(),
                    p.frontierNanos(), p.frontierMeanNanos(), p.frontierDeviationNanos(), p.computeNanos(),
                    p.mpiNanos(), analysis.relevant(p)));
        }
        return level;
    }

    /** Returns the level of the iteration and the phases next to it. */
    public static SignedLevel top(PhaseHierarchy hierarchy) {
        return of(hierarchy, TOP, hierarchy.top());
    }

    /**
     * Returns a level of the hierarchy.
     *
     * @param number from 1, the outermost; greater numbers mean the deepest
     */
    public static SignedLevel numbered(PhaseHierarchy hierarchy, int number) {
        return of(hierarchy, NUMBERED + Math.min(number, Math.max(1, hierarchy.depth())), hierarchy.level(number));
    }

    /**
     * Returns the level with the least expected error. The finer level wins unless the coarser one is clearly better:
     * more of its occurrences are within the permitted stretch. A coarser level is better if a phase of the trace
     * recurs only after its volumes have drifted.
     */
    public static SignedLevel best(PhaseHierarchy hierarchy, int locations, SignatureOptions options) {
        return best(hierarchy, locations, options, Repeatability.NOT_KNOWN);
    }

    /** Returns the level with the least expected error, given a comparison with other runs. */
    public static SignedLevel best(PhaseHierarchy hierarchy, int locations, SignatureOptions options,
            Repeatability runs) {
        List<SignedLevel> finestFirst = new ArrayList<>(List.of(ofPhases(hierarchy.analysis())));
        for (int n = hierarchy.depth(); n >= 1; n--) {
            finestFirst.add(numbered(hierarchy, n));
        }
        finestFirst.add(top(hierarchy));
        List<SignedLevel> levels = finestFirst.stream().map(l -> l.repeating(runs)).toList();
        return best(levels, locations, options.fixed(), true).or(() -> best(levels, locations, options, true))
                .or(() -> best(levels, locations, options, false))
                .orElse(levels.get(0));
    }

    /**
     * Returns the best level; empty: no level has an occurrence within the permitted share.
     *
     * @param enough true: levels with too little of the time within that share do not count
     */
    private static Optional<SignedLevel> best(List<SignedLevel> levels, int locations, SignatureOptions options,
            boolean enough) {
        SignedLevel best = null;
        double least = Double.POSITIVE_INFINITY;
        for (SignedLevel level : levels) {
            SamplingPlan plan = level.plan(locations, options);
            double error = enough && !plan.reachesEnough() ? Double.POSITIVE_INFINITY : level.expectedError(plan);
            if (error < least - (best == null ? 0 : MIN_ERROR_IMPROVEMENT)) {
                best = level;
                least = error;
            }
        }
        return Optional.ofNullable(best);
    }

    private static SignedLevel of(PhaseHierarchy hierarchy, String name, PhaseLevel level) {
        List<PhaseGroup> groups = hierarchy.groups();
        SignedLevel signed = new SignedLevel(hierarchy.analysis(), name, level, level::start, groups.size());
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
     * Distributes the processor time and the time inside MPI of a phase of the trace among several phases of this
     * level, in proportion to wall time.
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

    /** Returns the expected standard error of the prediction, as a share of the run. */
    double expectedError(SamplingPlan plan) {
        double run = analysis.runNanos();
        double borrowed = run;
        double squares = 0;
        for (StratumDraft s : plan.strata) {
            if (s.measured > 0) {
                borrowed -= s.nanos;
                // Both the traced and the measured run scatter.
                squares += 2 * Math.pow(s.nanos * s.spread * smallSampleFactor(s.measured), 2) / s.measured;
            }
        }
        double measured = run - borrowed;
        // A borrowed ratio also has the error of its source.
        return measured <= 0 ? Double.POSITIVE_INFINITY
                : Math.sqrt(squares * Math.pow(run / measured, 2) + Math.pow(BORROWED_RATIO_DEVIATION * borrowed, 2))
                        / run;
    }

    /** Returns the factor by which an interval from a small number of samples is wider than one from many. */
    private static double smallSampleFactor(int samples) {
        return new TDistribution(Math.max(1, samples - 1)).inverseCumulativeProbability(NORMAL_QUANTILE_LEVEL)
                / TWO_SIGMA;
    }

    Repeatability repeatability() {
        return repeatability;
    }

    /** Returns true if an occurrence can be found in another run. */
    boolean repeats(int i) {
        return repeatability.repeats(startTick(i), endTick(i));
    }

    /** Returns the logical time of the first event after an occurrence. */
    int endTick(int i) {
        return i + 1 < size() ? startTick(i + 1) : Integer.MAX_VALUE;
    }

    /** Returns the relevant phases with measurable occurrences. */
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

    /** Returns the share of the run in relevant phases, 0..1. */
    double coverage() {
        return analysis.runNanos() <= 0 ? 0
                : (double) relevant().stream().mapToLong(Kind::nanos).sum() / analysis.runNanos();
    }

    /** Returns the sends and collectives of all ranks up to the end of an occurrence, as a share of all. */
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

    /** Returns the logical time of the first event of an occurrence. */
    int startTick(int i) {
        return analysis.occurrences().startTick(first.applyAsInt(i));
    }

    /** Returns the first tick from which the events of a location belong to an occurrence or a later one. */
    int startTick(int i, int location) {
        return analysis.occurrences().startTick(first.applyAsInt(i), location);
    }

    /** Returns the first tick from which the events of a location follow an occurrence. */
    int endTick(int i, int location) {
        return i + 1 < size() ? startTick(i + 1, location) : Integer.MAX_VALUE;
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

    @Override
    public long starvedNanos(int i) {
        if (!(times instanceof PhaseLevel level)) {
            return analysis.starvedNanos(i);
        }
        long sum = 0;
        for (int k = level.start(i); k < level.end(i); k++) {
            sum += analysis.starvedNanos(k);
        }
        return sum;
    }
}
