package runbench.pas2p.phase;

import java.util.Comparator;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.trace.MpiTrace;

/** The phases of a traced run. All times are nanoseconds; "reference" is the trace's common time. */
public final class PhaseAnalysis {
    private final PhaseOptions options;
    private final SweepReport sweep;
    private final List<Phase> phases;
    private final PhaseOccurrences occurrences;
    private final long runStartNanos;
    private final long runEndNanos;
    private final long cappedPhases;
    private final long limitedSearches;
    private final TimeBalance balance;

    PhaseAnalysis(MpiTrace trace, PhaseOptions options, SweepReport sweep, List<Phase> phases,
            PhaseOccurrences occurrences, long cappedPhases, long limitedSearches, EarlyArrivals early) {
        this.options = options;
        this.sweep = sweep;
        this.phases = phases;
        this.occurrences = occurrences;
        this.cappedPhases = cappedPhases;
        this.limitedSearches = limitedSearches;
        this.runStartNanos = trace.runStartNanos();
        this.runEndNanos = trace.runEndNanos();
        this.balance = balanced(early);
    }

    private TimeBalance balanced(EarlyArrivals early) {
        long runNanos = runEndNanos - runStartNanos;
        return new TimeBalance(runNanos, occurrences.firstStartNanos(runEndNanos) - runStartNanos,
                phases.stream().mapToLong(Phase::frontierNanos).sum(),
                runEndNanos - occurrences.lastEndNanos(runEndNanos),
                sweep.events() - sweep.matched() - sweep.unmatchedReceives(),
                phases.stream().mapToLong(Phase::eventsOfAll).sum(), early.count(), early.mostNanos());
    }

    /** @param progress receives events ordered */
    public static PhaseAnalysis of(MpiTrace trace, PhaseOptions options, Progress progress) {
        if (options.method() == PhaseOptions.Method.BLOCKS) {
            LogicalTrace logical = LogicalTrace.of(trace, options.rule(), progress);
            return BlockPhases.analyse(trace, logical, LogicalRows.of(logical, false), options);
        }
        return streamed(trace, options, null, progress);
    }

    /**
     * The same, with somebody who follows the walk; for {@link PhaseOptions.Method#PHASES}, as blocks are known only
     * when the walk is over.
     */
    public static PhaseAnalysis followed(MpiTrace trace, PhaseOptions options, PhaseFollower follower,
            Progress progress) {
        if (options.method() != PhaseOptions.Method.PHASES) {
            throw new IllegalArgumentException("only phases are found on the way");
        }
        return streamed(trace, options, follower, progress);
    }

    private static PhaseAnalysis streamed(MpiTrace trace, PhaseOptions options, PhaseFollower follower,
            Progress progress) {
        PhaseFinder finder = new PhaseFinder(trace.locations(), options.similarity(), options.maxPhaseTicks(),
                trace.communicators(), trace.countedEvents().size(), trace.runStartNanos());
        RowRelay rows = new RowRelay(trace, finder, follower);
        SweepReport sweep;
        try {
            sweep = LogicalSweep.run(trace, options.rule(), rows, follower, progress);
        } finally {
            rows.close();
        }
        return new PhaseAnalysis(trace, options, sweep, finder.named(trace.ranksOfLocations()), finder.occurrences(),
                finder.cappedPhases(), finder.limitedSearches(), rows.early());
    }

    public PhaseOptions options() {
        return options;
    }

    public SweepReport sweep() {
        return sweep;
    }

    /** In order of first occurrence. */
    public List<Phase> phases() {
        return phases;
    }

    public PhaseOccurrences occurrences() {
        return occurrences;
    }

    /** Exit of the last rank from MPI_Init. */
    public long runStartNanos() {
        return runStartNanos;
    }

    /** Entry of the last rank into MPI_Finalize. */
    public long runEndNanos() {
        return runEndNanos;
    }

    public long runNanos() {
        return runEndNanos - runStartNanos;
    }

    /** Before the first phase and after the last one: in no phase. */
    public long residualNanos() {
        return balance.residualNanos();
    }

    /** Where the run time went, and whether that adds up. */
    public TimeBalance balance() {
        return balance;
    }

    /** Time of all occurrences by the rule asked for. */
    public long nanosOf(Phase phase) {
        return options.thesisTime() ? phase.slowestProcessNanos() : phase.frontierNanos();
    }

    public double meanNanosOf(Phase phase) {
        return (double) nanosOf(phase) / phase.weight();
    }

    /** Share of the run time, 0..1; by the thesis's rule the shares of all phases may exceed 1. */
    public double shareOf(Phase phase) {
        return runNanos() <= 0 ? 0 : (double) nanosOf(phase) / runNanos();
    }

    public boolean relevant(Phase phase) {
        return shareOf(phase) >= options.relevantShare();
    }

    /** Relevant phases, the largest share first. */
    public List<Phase> relevantPhases() {
        return phases.stream()
                .filter(this::relevant)
                .sorted(Comparator.comparingDouble(this::shareOf).reversed())
                .toList();
    }

    /**
     * Share of the run time that is in relevant phases, 0..1: by the frontier, which tiles the run, whatever the rule
     * that phases are timed by.
     */
    public double coverage() {
        return runNanos() <= 0 ? 0
                : (double) phases.stream().filter(this::relevant).mapToLong(Phase::frontierNanos).sum() / runNanos();
    }

    /**
     * What the times of relevant phases by the rule asked for sum to, of the run; the thesis's overlap, so may exceed
     * 1.
     */
    public double relevantSum() {
        return phases.stream().filter(this::relevant).mapToDouble(this::shareOf).sum();
    }

    /** How many phases ended only because they reached the greatest length allowed. */
    public long cappedPhases() {
        return cappedPhases;
    }

    /**
     * How many stretches were compared with the phases that had come again and the latest others only, because more
     * than a thousand phases of their length had come once; 0 in all programs but irregular ones.
     */
    public long limitedSearches() {
        return limitedSearches;
    }
}
