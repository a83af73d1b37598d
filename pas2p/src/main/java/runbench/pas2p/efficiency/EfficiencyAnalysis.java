package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.WaitTally.WaitCause;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/**
 * The efficiencies of a run and of its phases (POP hierarchy). The ideal run is computed in step with the real one: on
 * a separate thread while phases are found, or in one further walk over the trace if the phases are known. Memory is
 * proportional to the messages in flight, the ranks, the phase occurrences and the communicating pairs.
 *
 * <p>A further thread of a rank that calls MPI counts as a processor of its own from its first call to its last.
 * Threads that never call MPI are not visible.
 */
public final class EfficiencyAnalysis {
    private final MpiTrace trace;
    private final PhaseAnalysis analysis;
    private final List<Phase> relevant;
    private final Windows windows;
    private final EfficiencyPass pass;
    private final int[] rankOf;
    private final long[] elapsed;
    private final long[] ideal;
    private final boolean wholeRun;

    private EfficiencyAnalysis(MpiTrace trace, PhaseAnalysis analysis, Windows windows, EfficiencyPass pass,
            boolean wholeRun) {
        this.trace = trace;
        this.analysis = analysis;
        this.windows = windows;
        this.pass = pass;
        this.wholeRun = wholeRun;
        relevant = analysis.relevantPhases();
        rankOf = trace.ranksOfLocations();
        elapsed = new long[windows.kinds()];
        ideal = new long[windows.kinds()];
        for (int w = 0; w < windows.count(); w++) {
            elapsed[windows.kind(w)] += windows.end(w) - windows.start(w);
            ideal[windows.kind(w)] += pass.ideal.idealOfWindow(w);
        }
    }

    /**
     * Computes the efficiencies of known phases in one further walk over the trace.
     *
     * @param analysis the phases of this trace
     * @param progress receives the number of events read
     */
    public static EfficiencyAnalysis of(MpiTrace trace, PhaseAnalysis analysis, Progress progress) {
        Windows windows = Windows.of(analysis, analysis.relevantPhases());
        EfficiencyPass pass = new EfficiencyPass(trace, windows);
        boolean wholeRun = LogicalSweep.run(trace, analysis.options().rule(), SweepSink.NONE, pass, progress)
                .stoppedAt() == null;
        pass.finish(wholeRun);
        return new EfficiencyAnalysis(trace, analysis, windows, pass, wholeRun);
    }

    /**
     * Finds phases and computes their efficiencies in the same walk. The results equal those of
     * {@link PhaseAnalysis#of} followed by {@link #of(MpiTrace, PhaseAnalysis, Progress)}, which is the fallback if one
     * walk does not suffice.
     *
     * @param progress receives the number of ordered events
     * @param further receives the number of events of the second walk, if one is needed
     */
    public static EfficiencyAnalysis withPhases(MpiTrace trace, PhaseOptions options, Progress progress,
            Supplier<Progress> further) {
        if (!options.method().inTicks()) {
            return of(trace, PhaseAnalysis.of(trace, options, progress), further.get());
        }
        return of(trace, new TrailingPass(trace, options, progress), further);
    }

    static EfficiencyAnalysis of(MpiTrace trace, TrailingPass trailing, Supplier<Progress> further) {
        PhaseAnalysis analysis = trailing.analysis();
        boolean wholeRun = analysis.sweep().stoppedAt() == null;
        EfficiencyPass pass = trailing.finish(analysis.relevantPhases(), wholeRun);
        return pass == null ? of(trace, analysis, further.get())
                : new EfficiencyAnalysis(trace, analysis, trailing.windows(), pass, wholeRun);
    }

    /** Returns the analysed phases. */
    public PhaseAnalysis phaseAnalysis() {
        return analysis;
    }

    /** Returns the efficiencies of the run; of an incomplete trace, those of its ordered part. */
    public Efficiencies run() {
        long nanos = Arrays.stream(elapsed).sum();
        List<RankTime> times = ranks().stream()
                .map(r -> new RankTime(r.rank(), nanos, nanos - r.usefulNanos(), r.computeNanos(), 0, 0, 0))
                .toList();
        return Efficiencies.of(nanos, pass.ideal.idealNanos(), present(usefulOfRun()))
                .withCriticalRank(analysis.compared(times).criticalRank());
    }

    /** Returns false for an incomplete trace: all values then concern the ordered part. */
    public boolean wholeRun() {
        return wholeRun;
    }

    /** Returns the relevant phases, by descending share of the run. */
    public List<PhaseEfficiency> phases() {
        List<PhaseEfficiency> all = new ArrayList<>();
        for (int k = 0; k < relevant.size(); k++) {
            all.add(new PhaseEfficiency(relevant.get(k), ofRelevant(k), waits(windows.relevantPhase(k))));
        }
        return all;
    }

    /** Returns the efficiencies of a phase; empty if the phase is not relevant. */
    public Optional<Efficiencies> of(Phase phase) {
        int k = relevant.indexOf(phase);
        return k < 0 ? Optional.empty() : Optional.of(ofRelevant(k));
    }

    /** Returns the efficiencies of a relevant phase; its critical rank is that of all outputs. */
    private Efficiencies ofRelevant(int k) {
        return withCriticalRank(kind(windows.relevantPhase(k)), relevant.get(k).id());
    }

    private Efficiencies withCriticalRank(Efficiencies e, int... ids) {
        return analysis.rankBalance(ids).map(b -> e.withCriticalRank(b.criticalRank())).orElse(e);
    }

    /** Returns the efficiencies of all irrelevant phases together. */
    public Efficiencies otherPhases() {
        int[] ids = analysis.phases().stream().filter(p -> !relevant.contains(p)).mapToInt(Phase::id).toArray();
        return withCriticalRank(kind(windows.otherPhases()), ids);
    }

    /** Returns the efficiencies of the time before the first phase and after the last one, without a critical rank. */
    public Efficiencies noPhase() {
        return kind(Windows.NO_PHASE);
    }

    private Efficiencies kind(int k) {
        return Efficiencies.of(elapsed[k], ideal[k], present(pass.ideal.useful(k).clone()));
    }

    private long[] usefulOfRun() {
        long[] useful = new long[rankOf.length];
        for (int k = 0; k < windows.kinds(); k++) {
            long[] part = pass.ideal.useful(k);
            for (int l = 0; l < useful.length; l++) {
                useful[l] += part[l];
            }
        }
        return useful;
    }

    private long[] present(long[] useful) {
        for (int l = 0; l < useful.length; l++) {
            useful[l] = trace.present(l) ? useful[l] : -1;
        }
        return useful;
    }

    /** Returns the waiting times of the whole run. */
    public WaitSums waits() {
        return waits(-1);
    }

    private WaitSums waits(int kind) {
        long[] sums = new long[WaitCause.values().length];
        for (WaitCause cause : WaitCause.values()) {
            for (int k = Math.max(0, kind); k < (kind < 0 ? windows.kinds() : kind + 1); k++) {
                sums[cause.ordinal()] += pass.waits.nanos(k, cause);
            }
        }
        List<WaitPair> pairs = pass.waits.pairs(kind);
        return new WaitSums(sums[0], sums[1], sums[2], pairs.isEmpty() ? null : pairs.get(0));
    }

    /** Returns the waiting times of the whole run by pair of ranks, the longest first. */
    public List<WaitPair> waitPairs() {
        return pass.waits.pairs(-1);
    }

    /** Returns the waiting times in one relevant phase by pair of ranks, the longest first. */
    public List<WaitPair> waitPairs(PhaseEfficiency phase) {
        return pass.waits.pairs(windows.relevantPhase(relevant.indexOf(phase.phase())));
    }

    /** Returns a new walk over the trace that sums up the same windows. */
    EfficiencyPass newPass() {
        return new EfficiencyPass(trace, windows);
    }

    /** Returns the waiting time of pairs beyond the table's limit, ns. */
    public long waitsNotByPairNanos() {
        return pass.waits.notByPair();
    }

    /** Returns the computation of each rank. */
    public List<RankComputation> ranks() {
        long[] useful = usefulOfRun();
        int events = trace.countedEvents().size();
        List<RankComputation> ranks = new ArrayList<>();
        for (int r = 0; r < trace.ranks(); r++) {
            if (!trace.present(r)) {
                continue;
            }
            int rank = r;
            int[] own = IntStream.range(0, rankOf.length).filter(l -> rankOf[l] == rank && trace.present(l)).toArray();
            long[] counts = new long[events];
            for (int i = 0; i < events; i++) {
                int event = i;
                counts[i] = IntStream.of(own).mapToLong(l -> pass.totals.count(event, l)).sum();
            }
            ranks.add(new RankComputation(r, IntStream.of(own).mapToLong(l -> useful[l]).sum(),
                    IntStream.of(own).mapToLong(pass.totals::computeNanos).sum(), counts));
        }
        return ranks;
    }

    /**
     * Returns the instructions per cycle outside MPI; NaN: not counted.
     *
     * @param counts counts of a rank or of a phase
     */
    public double ipc(long[] counts) {
        return new Counted(trace).ipc(counts);
    }

    /**
     * Returns the core clock outside MPI, Hz; NaN: not counted.
     *
     * @param cpuNanos CPU time of the counts, ns
     */
    public double frequency(long[] counts, long cpuNanos) {
        return new Counted(trace).frequency(counts, cpuNanos);
    }

    /** Returns the time outside MPI of each location in the whole run, ns. */
    public long[] usefulNanos() {
        return usefulOfRun();
    }

    /** Returns the time outside MPI of each location in one relevant phase, ns. */
    public long[] usefulNanos(PhaseEfficiency phase) {
        return pass.ideal.useful(windows.relevantPhase(relevant.indexOf(phase.phase()))).clone();
    }

    /** Returns the communication of the run. */
    public Communication communication() {
        // Calls of traces with call sites have their names, also those without an event.
        List<Communication.Call> calls = trace.callSites().counted() ? callsOfSites() : pass.traffic.calls();
        long inEvents = calls.stream().mapToLong(Communication.Call::nanos).sum();
        long inside = IntStream.range(0, trace.locations()).filter(trace::ended).mapToLong(trace::mpiNanosAtEnd).sum();
        return new Communication(pass.traffic.pairs(), pass.traffic.messagesOfOtherPairs(), pass.traffic.sizes(),
                pass.traffic.collectives(), calls, Math.max(0, inside - inEvents), sites());
    }

    private List<Communication.Call> callsOfSites() {
        Map<MpiOp, Communication.Call> calls = new EnumMap<>(MpiOp.class);
        trace.callSites()
                .all()
                .forEach(s -> calls.merge(s.op(), new Communication.Call(s.op().mpiName(), s.calls(), s.nanos()),
                        (a, b) -> new Communication.Call(a.name(), a.calls() + b.calls(), a.nanos() + b.nanos())));
        List<Communication.Call> all = new ArrayList<>(calls.values());
        trace.notOrdered().forEach(c -> all.add(new Communication.Call(c.name(), c.calls(), c.nanos())));
        all.sort(Comparator.comparingLong(Communication.Call::nanos).reversed());
        return all;
    }

    private List<Communication.Site> sites() {
        CallSites sites = trace.callSites();
        return !sites.counted() ? List.of()
                : sites.all()
                        .stream()
                        .map(s -> new Communication.Site(s.id(), s.op().mpiName(), sites.text(s.id()), s.calls(),
                                s.nanos(), pass.waitedAt[s.id()]))
                        .sorted(Comparator.comparingLong(Communication.Site::nanos).reversed())
                        .toList();
    }

    /**
     * The efficiencies of all occurrences of one phase together.
     *
     * @param waits waiting times inside MPI for other ranks; a wait counts where it ends
     */
    public record PhaseEfficiency(Phase phase, Efficiencies efficiencies, WaitSums waits) {}

    /**
     * The computation of one rank, including its further threads.
     *
     * @param usefulNanos wall time outside MPI within the run
     * @param computeNanos CPU time outside MPI since MPI_Init; less than the useful time if the rank shared a
     *     processor, slept or waited for input
     * @param counts counts outside MPI, in the order of the trace's counted events
     */
    public record RankComputation(int rank, long usefulNanos, long computeNanos, long[] counts) {}

    /**
     * Waiting time of one rank for another, by cause.
     *
     * @param waiter the waiting rank
     * @param culprit the awaited rank; in a collective operation, the last one that was needed
     */
    public record WaitPair(int waiter, int culprit, long lateSenderNanos, long lateReceiverNanos,
            long collectiveNanos) {
        public long nanos() {
            return lateSenderNanos + lateReceiverNanos + collectiveNanos;
        }
    }

    /**
     * Waiting time for other ranks inside MPI, nanoseconds, summed over ranks.
     *
     * @param longest the pair with the longest waiting time; null: no rank waited
     */
    public record WaitSums(long lateSenderNanos, long lateReceiverNanos, long collectiveNanos, WaitPair longest) {
        public long nanos() {
            return lateSenderNanos + lateReceiverNanos + collectiveNanos;
        }
    }
}
