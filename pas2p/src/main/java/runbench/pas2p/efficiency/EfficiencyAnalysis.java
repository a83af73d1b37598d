package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiTrace;

/**
 * What a run and its phases cost: the POP hierarchy. The ideal run is followed beside the real one, by a thread of its
 * own while phases are found, or in one further walk over the trace when they are known. Memory follows the messages in
 * flight, the ranks, the phase occurrences and the pairs that communicate.
 *
 * <p>A further thread of a rank that called MPI is taken as a processor of its own from its first call to its last;
 * what has no thread that calls MPI is not seen.
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
     * Of phases that are known: one further walk over the trace.
     *
     * @param analysis of this trace
     * @param progress receives events walked over
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
     * Phases and what they cost at once; both say the same as {@link PhaseAnalysis#of} and
     * {@link #of(MpiTrace, PhaseAnalysis, Progress)} one after the other, which is what is done where it cannot be had
     * at once.
     *
     * @param progress receives events ordered
     * @param further receives events walked over, where a further walk is needed
     */
    public static EfficiencyAnalysis withPhases(MpiTrace trace, PhaseOptions options, Progress progress,
            Supplier<Progress> further) {
        if (options.method() != PhaseOptions.Method.PHASES) {
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

    /** The phases that this is about. */
    public PhaseAnalysis phaseAnalysis() {
        return analysis;
    }

    /** Of the run; of an incomplete trace, as far as it could be ordered. */
    public Efficiencies run() {
        return Efficiencies.of(Arrays.stream(elapsed).sum(), pass.ideal.idealNanos(), present(usefulOfRun()), rankOf);
    }

    /** False for an incomplete trace: all figures are of the part that could be ordered. */
    public boolean wholeRun() {
        return wholeRun;
    }

    /** Of the relevant phases, the largest share of the run first. */
    public List<PhaseEfficiency> phases() {
        List<PhaseEfficiency> all = new ArrayList<>();
        for (int k = 0; k < relevant.size(); k++) {
            all.add(new PhaseEfficiency(relevant.get(k), kind(windows.relevantPhase(k)),
                    waits(windows.relevantPhase(k))));
        }
        return all;
    }

    /** Of this phase; empty when it is not relevant. */
    public Optional<Efficiencies> of(Phase phase) {
        int k = relevant.indexOf(phase);
        return k < 0 ? Optional.empty() : Optional.of(kind(windows.relevantPhase(k)));
    }

    /** Of all phases that are not relevant, together. */
    public Efficiencies otherPhases() {
        return kind(windows.otherPhases());
    }

    /** Before the first phase and after the last. */
    public Efficiencies noPhase() {
        return kind(Windows.NO_PHASE);
    }

    private Efficiencies kind(int k) {
        return Efficiencies.of(elapsed[k], ideal[k], present(pass.ideal.useful(k).clone()), rankOf);
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

    /** Waiting in the whole run. */
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

    /** Who waited for whom in the whole run, the longest first. */
    public List<WaitPair> waitPairs() {
        return pass.waits.pairs(-1);
    }

    /** Waiting that is in no pair because there were too many, nanoseconds. */
    public long waitsNotByPairNanos() {
        return pass.waits.notByPair();
    }

    /** What each rank computed. */
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

    /** Instructions per cycle outside MPI of this rank, or of a phase's counts; NaN: not counted. */
    public double ipc(long[] counts) {
        return new Counted(trace).ipc(counts);
    }

    /** Core clock outside MPI, Hz; NaN: not counted. @param cpuNanos CPU time in which that was counted */
    public double frequency(long[] counts, long cpuNanos) {
        return new Counted(trace).frequency(counts, cpuNanos);
    }

    /** Time outside MPI of each location in the whole run. */
    public long[] usefulNanos() {
        return usefulOfRun();
    }

    /** The same in one relevant phase. */
    public long[] usefulNanos(PhaseEfficiency phase) {
        return pass.ideal.useful(windows.relevantPhase(relevant.indexOf(phase.phase()))).clone();
    }

    /** What was communicated. */
    public Communication communication() {
        List<Communication.Call> calls = pass.traffic.calls();
        long inEvents = calls.stream().mapToLong(Communication.Call::nanos).sum();
        long inside = IntStream.range(0, trace.locations()).filter(trace::ended).mapToLong(trace::mpiNanosAtEnd).sum();
        return new Communication(pass.traffic.pairs(), pass.traffic.messagesOfOtherPairs(), pass.traffic.sizes(),
                pass.traffic.collectives(), calls, Math.max(0, inside - inEvents));
    }
}
