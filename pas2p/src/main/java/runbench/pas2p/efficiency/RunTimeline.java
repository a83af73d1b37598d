package runbench.pas2p.efficiency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.EfficiencyPass.LatestWait;
import runbench.pas2p.efficiency.MessageTraffic.PairTable;
import runbench.pas2p.efficiency.WaitTally.WaitCause;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.order.SweepSink.CausalSink;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiTrace;

/**
 * The states of all locations over time, for drawing. The whole run has equal columns with the exact time in each
 * state. A part of it, or the whole of a short run, has every call and message. One further walk over the trace
 * computes both; memory does not depend on the length of the trace.
 */
public final class RunTimeline implements CausalSink {
    /** Minimum and maximum number of columns of the whole run. */
    private static final int MIN_COLUMNS = 128;
    private static final int MAX_COLUMNS = 2048;
    private static final int MAX_SITES = 1 << 18;

    /** The states of a location. Time in a call is either waiting for another rank or has the state of the call. */
    public enum State {
        COMPUTING, MESSAGES, COLLECTIVES, OTHER_CALLS, WAITING
    }

    /**
     * The size of a timeline.
     *
     * @param cells maximum number of columns of all locations together
     * @param calls maximum number of single calls
     */
    public record Limits(int cells, int calls) {}

    /**
     * The calls of one location at one call site in one phase. Calls without an event are missing.
     *
     * @param phase index among the relevant phases; -1: another phase, or none
     * @param rank rank of the location
     * @param site index in the trace's call sites
     * @param nanos time in the calls
     * @param waitedNanos part of it spent waiting for another rank
     */
    public record SiteTime(int phase, int rank, int site, long calls, long nanos, long waitedNanos) {}

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;
    private final EfficiencyPass pass;
    private final int words;
    private final int maxCalls;
    private final long from;
    private final long to;
    private final int columns;
    /** Time by location, state and column. */
    private final long[][][] nanos;
    private final long[] last;
    private final long[] inMpi;
    /** The call with the drawn time of a location's latest event; -1: it is not stored. */
    private final int[] latestCall;
    private final PairTable siteTimes = new PairTable(3, MAX_SITES);
    private final RunCalls calls = new RunCalls();
    private final long detailFrom;
    private long detailTo;

    private RunTimeline(MpiTrace trace, EfficiencyAnalysis analysis, Limits limits) {
        this.trace = trace;
        this.analysis = analysis;
        pass = analysis.newPass();
        words = pass.carriedWords();
        maxCalls = limits.calls();
        from = Math.min(trace.firstInitEndNanos(), trace.runStartNanos());
        to = Math.max(from + 1, trace.runEndNanos());
        int locations = trace.locations();
        columns = (int) Math.min(to - from,
                Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, limits.cells() / Math.max(1, locations))));
        nanos = new long[locations][State.values().length][columns];
        last = new long[locations];
        inMpi = new long[locations];
        latestCall = new int[locations];
        Arrays.fill(latestCall, -1);
        for (int l = 0; l < locations; l++) {
            last[l] = trace.present(l) ? trace.initEndNanos(l) : from;
        }
        long[] detail = trace.events() <= maxCalls ? new long[]{from, to}
                : around(analysis.phaseAnalysis(), (double) trace.events() / Math.max(1, sends()), maxCalls);
        detailFrom = detail[0];
        detailTo = detail[1];
    }

    private long sends() {
        return trace.sends() + trace.collectives();
    }

    /**
     * Computes the timeline of a run.
     *
     * @param analysis the efficiencies of this trace
     * @param progress receives the number of events read
     */
    public static RunTimeline of(MpiTrace trace, EfficiencyAnalysis analysis, Limits limits, Progress progress) {
        RunTimeline timeline = new RunTimeline(trace, analysis, limits);
        boolean ordered = LogicalSweep
                .run(trace, analysis.phaseAnalysis().options().rule(), SweepSink.NONE, timeline, progress)
                .stoppedAt() == null;
        for (int l = 0; ordered && l < trace.locations(); l++) {
            if (trace.ended(l)) {
                timeline.idle(l, trace.endNanos(l), trace.mpiNanosAtEnd(l));
            }
        }
        return timeline;
    }

    /**
     * Returns the part of a run that is shown in full: phase occurrences around the middle of the run.
     *
     * @param eventsPerSend all events by sends and collectives, which are the events of phases
     */
    private static long[] around(PhaseAnalysis analysis, double eventsPerSend, int maxCalls) {
        PhaseOccurrences all = analysis.occurrences();
        if (all.size() == 0) {
            return new long[]{analysis.runStartNanos(), analysis.runStartNanos()};
        }
        int first = all.size() / 2;
        int end = first;
        double events = 0;
        while (first > 0 || end < all.size()) {
            boolean later = first == 0 || end < all.size() && end + first <= all.size();
            int next = later ? end : first - 1;
            events += eventsPerSend * analysis.phases().get(all.phase(next)).events();
            if (events > maxCalls) {
                break;
            }
            first = later ? first : next;
            end = later ? next + 1 : end;
        }
        return end == first ? new long[]{all.startNanos(first), all.startNanos(first)}
                : new long[]{all.startNanos(first), all.endNanos(end - 1)};
    }

    @Override
    public int carriedWords() {
        return words + 1;
    }

    @Override
    public Object newOperation() {
        return pass.newOperation();
    }

    @Override
    public void sent(int l, EventCursor e, long[] carried, int at) {
        pass.sent(l, e, carried, at);
        carried[at + words] = call(l, e, State.MESSAGES, -1);
    }

    @Override
    public void received(int l, EventCursor e, long[] carried, int at) {
        pass.received(l, e, carried, at);
        int send = carried == null ? -1 : (int) carried[at + words];
        call(l, e, State.MESSAGES, send);
        LatestWait wait = pass.latestWait();
        if (wait.nanos > 0 && wait.cause == WaitCause.LATE_RECEIVER) {
            waited(e.peer(), State.MESSAGES, wait, send, pass.kind(l));
        } else if (wait.nanos > 0) {
            waited(l, State.MESSAGES, wait, latestCall[l], pass.kind(l));
        }
    }

    @Override
    public void entered(int l, EventCursor e, Object operation, boolean first) {
        pass.entered(l, e, operation, first);
        call(l, e, State.COLLECTIVES, -1);
    }

    @Override
    public void left(int l, EventCursor e, Object operation) {
        pass.left(l, e, operation);
        if (!e.isEvent()) {
            call(l, e, State.COLLECTIVES, -1);
        }
        if (pass.latestWait().nanos > 0) {
            waited(l, State.COLLECTIVES, pass.latestWait(), latestCall[l], pass.kind(l));
        }
    }

    /**
     * Adds a call. Several events of one call, such as the receives of a Waitall, share its time.
     *
     * @param send the call that sent the received message; -1: none
     * @return its index among the stored calls; -1: not stored
     */
    private int call(int l, EventCursor e, State state, int send) {
        long start = Math.max(last[l], trace.clocks().toReference(l, e.startNanos()));
        long end = Math.max(start, trace.clocks().toReference(l, e.endNanos()));
        idle(l, start, e.mpiNanos());
        add(l, state, start, end);
        boolean same = end == start && start == last[l];
        inMpi[l] = Math.max(inMpi[l], e.mpiNanos() + e.endNanos() - e.startNanos());
        last[l] = end;
        int site = trace.callSites().id(l, e.site());
        if (site >= 0) {
            int row = pass.kind(l) * trace.ranks() + trace.rankOf(l);
            siteTimes.add(row, site, 1, end - start);
        }
        int stored = isStored(start, end) ? calls.add(l, start, end, e, site, send) : -1;
        latestCall[l] = same && latestCall[l] >= 0 ? latestCall[l] : stored;
        return stored;
    }

    /** Returns whether a call is stored. If there are more calls than estimated, what follows is in columns only. */
    private boolean isStored(long start, long end) {
        if (end < detailFrom || start >= detailTo) {
            return false;
        }
        if (calls.size() >= 2L * maxCalls) {
            detailTo = start;
            return false;
        }
        return true;
    }

    /** Moves time of a call to the state of waiting. */
    private void waited(int l, State state, LatestWait wait, int call, int kind) {
        long begin = wait.endNanos - wait.nanos;
        add(l, State.WAITING, begin, wait.endNanos);
        addTo(nanos[l][state.ordinal()], begin, wait.endNanos, -1);
        if (wait.site >= 0) {
            siteTimes.addTo(kind * trace.ranks() + trace.rankOf(l), wait.site, 2, wait.nanos);
        }
        if (call >= 0) {
            calls.waited(call, wait.awaited, wait.nanos);
        }
    }

    /**
     * Adds the time up to the next event.
     *
     * @param mpiNanos time inside MPI up to it; calls without an event are drawn before the event
     */
    private void idle(int l, long until, long mpiNanos) {
        long other = Math.max(0, Math.min(mpiNanos - inMpi[l], until - last[l]));
        add(l, State.COMPUTING, last[l], until - other);
        add(l, State.OTHER_CALLS, until - other, until);
        if (other > 0 && isStored(until - other, until)) {
            calls.addWithoutEvent(l, until - other, until);
        }
    }

    private void add(int l, State state, long begin, long end) {
        addTo(nanos[l][state.ordinal()], begin, end, 1);
    }

    private void addTo(long[] of, long begin, long end, int sign) {
        long at = Math.max(begin, from);
        long until = Math.min(end, to);
        if (at >= until) {
            return;
        }
        int c = (int) Math.min(columns - 1, (long) ((at - from) * (double) columns / (to - from)));
        while (c > 0 && edge(c) > at) {
            c--;
        }
        for (; at < until; c++) {
            long next = Math.min(until, edge(c + 1));
            if (next > at) {
                of[c] += sign * (next - at);
                at = next;
            }
        }
    }

    /** Returns the start of a column, or the end of the run. */
    public long edge(int column) {
        return column >= columns ? to : from + Math.round((to - from) * ((double) column / columns));
    }

    public int columns() {
        return columns;
    }

    /** Returns the time of a location in a state in each column, ns. */
    public long[] nanos(int location, State state) {
        return nanos[location][state.ordinal()].clone();
    }

    /** Returns the start of the part with every call, reference time. */
    public long detailFromNanos() {
        return detailFrom;
    }

    /** Returns the end of the part with every call, reference time; equal to the start: no single calls. */
    public long detailToNanos() {
        return detailTo;
    }

    /** Returns the single calls of that part. */
    public RunCalls calls() {
        return calls;
    }

    /** Returns the time by phase, rank and call site, the longest waits first. */
    public List<SiteTime> siteTimes() {
        List<SiteTime> all = new ArrayList<>();
        int relevant = analysis.phases().size();
        siteTimes.forEach((row, site, v, at) -> {
            int kind = row / trace.ranks() - 1;
            all.add(new SiteTime(kind >= 0 && kind < relevant ? kind : -1, row % trace.ranks(), site, v[at], v[at + 1],
                    v[at + 2]));
        });
        return sorted(all);
    }

    /** Returns the time of a rank in the whole run by call site, the longest waits first; the phases are -1. */
    public List<SiteTime> siteTimes(int rank) {
        Map<Integer, SiteTime> bySite = new HashMap<>();
        siteTimes().stream()
                .filter(s -> s.rank() == rank)
                .forEach(s -> bySite.merge(s.site(),
                        new SiteTime(-1, rank, s.site(), s.calls(), s.nanos(), s.waitedNanos()),
                        (a, b) -> new SiteTime(-1, rank, a.site(), a.calls() + b.calls(), a.nanos() + b.nanos(),
                                a.waitedNanos() + b.waitedNanos())));
        return sorted(new ArrayList<>(bySite.values()));
    }

    private static List<SiteTime> sorted(List<SiteTime> times) {
        times.sort(Comparator.comparingLong(SiteTime::waitedNanos)
                .thenComparingLong(SiteTime::nanos)
                .reversed()
                .thenComparingInt(SiteTime::site));
        return times;
    }
}
