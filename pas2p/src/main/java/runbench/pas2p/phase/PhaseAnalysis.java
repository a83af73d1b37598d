package runbench.pas2p.phase;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalRows;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.phase.RankPhases.PartCollector;
import runbench.pas2p.phase.TimeBalance.EarlyArrivals;
import runbench.pas2p.trace.MpiTrace;

/** The phases of a traced run. All times are nanoseconds; "reference" is the trace's common time. */
public final class PhaseAnalysis {
    private final MpiTrace trace;
    private final PhaseOptions options;
    private final SweepReport sweep;
    private final List<Phase> phases;
    private final PhaseOccurrences occurrences;
    private final long runStartNanos;
    private final long runEndNanos;
    private final long cappedPhases;
    private final long limitedSearches;
    private final TimeBalance balance;
    /** Parts of the ranks and ticks of their events; null: not in ticks. */
    private final PartCollector parts;
    /** The phases of each rank and the ranks that lacked CPU time; null: not computed yet. */
    private RankPhases rankPhases;
    private List<CpuShortage> shortages;
    private Map<Integer, Double> waitShares = Map.of();
    /** {@link StarvedTimes}; null: not computed yet. */
    private long[] starved;

    PhaseAnalysis(MpiTrace trace, PhaseOptions options, SweepReport sweep, List<Phase> phases,
            PhaseOccurrences occurrences, long cappedPhases, long limitedSearches, EarlyArrivals early,
            PartCollector parts) {
        this.parts = parts;
        this.trace = trace;
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
                phases.stream().mapToLong(Phase::eventsOfAll).sum(), early.count(), early.maxNanos());
    }

    /**
     * Analyses a trace.
     *
     * @param progress receives the number of ordered events
     */
    public static PhaseAnalysis of(MpiTrace trace, PhaseOptions options, Progress progress) {
        if (!options.method().inTicks()) {
            LogicalTrace logical = LogicalTrace.of(trace, options.rule(), progress);
            return BlockPhases.analyse(trace, logical, LogicalRows.of(logical, false), options);
        }
        return streamed(trace, options, null, progress);
    }

    /**
     * Analyses a trace and passes the walk to a follower; not for {@link PhaseOptions.Method#BLOCKS}, which are known
     * only after the walk.
     */
    public static PhaseAnalysis followed(MpiTrace trace, PhaseOptions options, PhaseFollower follower,
            Progress progress) {
        if (!options.method().inTicks()) {
            throw new IllegalArgumentException("only phases are found on the way");
        }
        return streamed(trace, options, follower, progress);
    }

    private static PhaseAnalysis streamed(MpiTrace trace, PhaseOptions options, PhaseFollower follower,
            Progress progress) {
        PartCollector parts = PartCollector.of(trace);
        PhaseFinder finder = new PhaseFinder(trace.locations(), options.similarity(),
                options.method() == PhaseOptions.Method.TICKS, options.maxPhaseTicks(), trace.communicators(),
                trace.countedEvents().size(), trace.runStartNanos(), parts);
        RowRelay rows = new RowRelay(trace, finder, parts.ticks(), follower);
        SweepReport sweep;
        try {
            sweep = LogicalSweep.run(trace, options.rule(), rows, follower, progress);
        } finally {
            rows.close();
        }
        return new PhaseAnalysis(trace, options, sweep, finder.named(trace.ranksOfLocations(), trace.callSites()),
                finder.occurrences(), finder.cappedPhases(), finder.limitedSearches(), rows.early(), parts);
    }

    public PhaseOptions options() {
        return options;
    }

    public SweepReport sweep() {
        return sweep;
    }

    /** Returns the phases in order of first occurrence. */
    public List<Phase> phases() {
        return phases;
    }

    public PhaseOccurrences occurrences() {
        return occurrences;
    }

    /** Returns the last exit of a rank from MPI_Init. */
    public long runStartNanos() {
        return runStartNanos;
    }

    /** Returns the last entry of a rank into MPI_Finalize. */
    public long runEndNanos() {
        return runEndNanos;
    }

    public long runNanos() {
        return runEndNanos - runStartNanos;
    }

    /** Returns the time in no phase, ns: before the first one and after the last one. */
    public long residualNanos() {
        return balance.residualNanos();
    }

    /** Returns the parts of the run time and their consistency. */
    public TimeBalance balance() {
        return balance;
    }

    /** Returns the time of all occurrences by the selected rule, ns. */
    public long nanosOf(Phase phase) {
        return options.thesisTime() ? phase.slowestProcessNanos() : phase.frontierNanos();
    }

    public double meanNanosOf(Phase phase) {
        return (double) nanosOf(phase) / phase.weight();
    }

    /** Returns the share of the run time, 0..1; by the thesis's rule, the sum of all shares may exceed 1. */
    public double shareOf(Phase phase) {
        return runNanos() <= 0 ? 0 : (double) nanosOf(phase) / runNanos();
    }

    public boolean relevant(Phase phase) {
        return shareOf(phase) >= options.relevantShare();
    }

    /** Returns the relevant phases by descending share. */
    public List<Phase> relevantPhases() {
        return phases.stream()
                .filter(this::relevant)
                .sorted(Comparator.comparingDouble(this::shareOf).reversed())
                .toList();
    }

    /**
     * Returns the share of the run time in relevant phases, 0..1; always by the frontier rule, whose times cover the
     * run.
     */
    public double coverage() {
        return runNanos() <= 0 ? 0
                : (double) phases.stream().filter(this::relevant).mapToLong(Phase::frontierNanos).sum() / runNanos();
    }

    /**
     * Returns the sum of the relevant phases' times by the selected rule, as a share of the run; the thesis's times
     * overlap, so it may exceed 1.
     */
    public double relevantSum() {
        return phases.stream().filter(this::relevant).mapToDouble(this::shareOf).sum();
    }

    /**
     * Returns the parts of the ranks, and the ticks of the ordered events; null with
     * {@link PhaseOptions.Method#BLOCKS}.
     */
    PartCollector parts() {
        return parts;
    }

    /**
     * Returns the phases of each rank; the first call may walk over the events of some ranks once more.
     *
     * @return empty with {@link PhaseOptions.Method#BLOCKS}, whose rows are not ticks
     */
    public synchronized Optional<RankPhases> rankPhases() {
        if (rankPhases == null && options.method().inTicks()) {
            rankPhases = RankPhases.of(trace, this, parts);
        }
        return Optional.ofNullable(rankPhases);
    }

    /**
     * Returns the time of an occurrence in which its most delayed rank waited for a processor, ns; the first call may
     * walk over the trace once more.
     */
    public synchronized long starvedNanos(int occurrence) {
        if (starved == null) {
            starved = StarvedTimes.of(trace, this);
        }
        return starved.length == 0 ? 0 : starved[occurrence];
    }

    /** Returns the ranks that ran much less than they could; empty with {@link PhaseOptions.Method#BLOCKS}. */
    public synchronized List<CpuShortage> cpuShortages() {
        if (shortages == null) {
            List<RankTime> run = rankPhases().map(r -> r.times(allPhases())).orElse(List.of());
            shortages = CpuShortage.of(trace, run);
            waitShares = shortages.stream().anyMatch(CpuShortage::ready) ? CpuShortage.waitShares(trace, run)
                    : Map.of();
        }
        return shortages;
    }

    private int[] allPhases() {
        return IntStream.range(0, phases.size()).toArray();
    }

    /**
     * Returns the ranks that still receive long after the last phase, in which the last send or collective ended; their
     * receives count in the ranks' times, not in the time of the run that phases cover.
     *
     * @param share minimum of this time as a share of the run
     */
    public List<Integer> receivingAfterPhases(double share) {
        long after = occurrences.lastEndNanos(runEndNanos) + (long) (share * runNanos());
        return rankPhases().map(p -> IntStream.range(0, p.ranks())
                .filter(r -> p.stretches(r) > 0
                        && trace.clocks().toReference(r, p.endNodeNanos(r, p.stretches(r) - 1)) > after)
                .boxed()
                .toList()).orElse(List.of());
    }

    /** Returns the distribution of a phase's time over ranks; empty with {@link PhaseOptions.Method#BLOCKS}. */
    public Optional<RankBalance> rankBalance(Phase phase) {
        return rankBalance(phase.id());
    }

    /**
     * Returns the distribution of the time of some phases together over ranks; empty with
     * {@link PhaseOptions.Method#BLOCKS}.
     *
     * @param ids numbers of the phases
     */
    public Optional<RankBalance> rankBalance(int... ids) {
        return rankPhases().map(r -> compared(r.times(ids)));
    }

    /** Returns the comparison of the ranks' times: without waits for a CPU if a rank was starved of CPU. */
    public RankBalance compared(List<RankTime> times) {
        cpuShortages();
        return new RankBalance(times, waitShares);
    }

    /** Returns the number of phases that ended because they reached the maximum length. */
    public long cappedPhases() {
        return cappedPhases;
    }

    /**
     * Returns the number of limited searches: more than a thousand phases of one length had occurred once, so only
     * repeated and recent ones were compared. 0 in all but irregular programs.
     */
    public long limitedSearches() {
        return limitedSearches;
    }

    /** Receiver of the causal relations in a trace while another thread finds its phases. */
    public interface PhaseFollower extends CausalSink {
        /**
         * Receives the occurrences found so far, occasionally, on the thread that finds phases.
         *
         * @param soFar completed occurrences; more are added later
         */
        void known(PhaseOccurrences soFar);
    }
}
