package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.pas2p.efficiency.Communication;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.RunCalls;
import runbench.pas2p.efficiency.RunTimeline;
import runbench.pas2p.efficiency.RunTimeline.State;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.render.html.PageCalls;
import runbench.plotter.render.html.PageCalls.CallSite;
import runbench.plotter.render.html.PageCalls.SingleCalls;
import runbench.plotter.render.html.PageMatrix;

/** Converts the timeline of a trace to the calls of a page, and its pairs of ranks to matrices. */
final class TraceCalls {
    /** Maximum number of rows of a matrix; with more ranks, a row is a group of neighbouring ranks. */
    private static final int MAX_CELLS = 64;
    private static final List<State> STATES = List.of(State.MESSAGES, State.COLLECTIVES, State.OTHER_CALLS,
            State.WAITING);
    private static final List<String> NAMES = List.of("messages", "collectives", "other MPI calls",
            "waiting for another rank");

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;
    private final RunTimeline timeline;
    private final long origin;
    private final IntUnaryOperator shownPhase;

    /**
     * @param origin reference time of 0 on the page's axis, ns
     * @param shownPhase converts the number of a phase to its index in the page's phases; -1: not shown
     */
    TraceCalls(MpiTrace trace, EfficiencyAnalysis analysis, RunTimeline timeline, long origin,
            IntUnaryOperator shownPhase) {
        this.trace = trace;
        this.analysis = analysis;
        this.timeline = timeline;
        this.origin = origin;
        this.shownPhase = shownPhase;
    }

    PageCalls calls() {
        int columns = timeline.columns();
        double[][][] shares = new double[trace.locations()][STATES.size()][columns];
        for (int l = 0; l < shares.length; l++) {
            for (int s = 0; s < STATES.size(); s++) {
                long[] nanos = timeline.nanos(l, STATES.get(s));
                for (int c = 0; c < columns; c++) {
                    shares[l][s][c] = (double) nanos[c] / Math.max(1, timeline.edge(c + 1) - timeline.edge(c));
                }
            }
        }
        return new PageCalls(seconds(timeline.edge(0)), seconds(timeline.edge(columns)), NAMES, shares, single(),
                matrices());
    }

    private double seconds(long nanos) {
        return (nanos - origin) / 1e9;
    }

    private SingleCalls single() {
        RunCalls all = timeline.calls();
        int[] order = IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparingInt(all::location))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] place = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        Map<CallSite, Integer> sites = new LinkedHashMap<>();
        int[] site = Arrays.stream(order).map(i -> sites.computeIfAbsent(site(all, i), s -> sites.size())).toArray();
        long detail = timeline.detailFromNanos();
        int[] send = Arrays.stream(order).map(i -> all.send(i) < 0 ? -1 : place[all.send(i)]).toArray();
        PhaseOccurrences phases = analysis.phaseAnalysis().occurrences();
        int[] shown = IntStream.range(0, phases.size())
                .filter(i -> phases.endNanos(i) > detail && phases.startNanos(i) < timeline.detailToNanos())
                .toArray();
        long[] edges = new long[shown.length + 1];
        Arrays.setAll(edges, i -> shown.length == 0 ? 0
                : (i < shown.length ? phases.startNanos(shown[i]) : phases.endNanos(shown[i - 1])) - detail);
        return new SingleCalls(seconds(detail), seconds(timeline.detailToNanos()), detail - origin,
                List.copyOf(sites.keySet()), Arrays.stream(order).map(all::location).toArray(),
                Arrays.stream(order).mapToLong(i -> all.startNanos(i) - detail).toArray(),
                Arrays.stream(order).mapToLong(i -> all.endNanos(i) - detail).toArray(), site,
                Arrays.stream(order).map(i -> all.send(i) < 0 ? all.peer(i) : all.location(all.send(i))).toArray(),
                Arrays.stream(order).mapToLong(all::bytes).toArray(), Arrays.stream(order).map(all::tag).toArray(),
                send, Arrays.stream(order).mapToLong(all::waitedNanos).toArray(),
                Arrays.stream(order).map(all::awaited).toArray(), edges,
                Arrays.stream(shown).map(i -> shownPhase.applyAsInt(phases.phase(i))).toArray());
    }

    private CallSite site(RunCalls all, int i) {
        if (!all.hasEvent(i)) {
            return new CallSite("MPI calls without an event", "", STATES.indexOf(State.OTHER_CALLS));
        }
        CallSites sites = trace.callSites();
        int state = STATES.indexOf(all.isCollective(i) ? State.COLLECTIVES : State.MESSAGES);
        return all.site(i) < 0 ? new CallSite(all.op(i).mpiName(), "", state)
                : new CallSite(sites.all().get(all.site(i)).op().mpiName(), sites.text(all.site(i)), state);
    }

    private List<PageMatrix> matrices() {
        Communication communication = analysis.communication();
        List<PageMatrix> matrices = new ArrayList<>();
        double[][] bytes = matrix();
        communication.pairs().forEach(p -> add(bytes, p.from(), p.to(), p.bytes()));
        double[][] waits = matrix();
        analysis.waitPairs().forEach(p -> add(waits, p.waiter(), p.culprit(), p.nanos() / 1e9));
        matrices.add(named("Waiting time: ", "row: the rank that waits", "column: the rank that it waits for", waits,
                s -> Durations.fourDigits(s * 1e9)));
        matrices.add(named("Bytes sent in messages: ", "row: the sender", "column: the receiver", bytes,
                b -> Numbers.si(b, 3, "B")));
        return matrices;
    }

    private PageMatrix named(String title, String rows, String columns, double[][] values,
            DoubleFunction<String> text) {
        List<String> names = IntStream.range(0, values.length).mapToObj(this::group).toList();
        double sum = Arrays.stream(values).flatMapToDouble(Arrays::stream).sum();
        return new PageMatrix(title + text.apply(sum), rows, columns, names, values, text);
    }

    private String group(int cell) {
        int cells = Math.min(MAX_CELLS, trace.ranks());
        int first = (int) (((long) cell * trace.ranks() + cells - 1) / cells);
        int last = (int) (((long) (cell + 1) * trace.ranks() + cells - 1) / cells) - 1;
        return first == last ? String.valueOf(first) : first + "-" + last;
    }

    private double[][] matrix() {
        int cells = Math.min(MAX_CELLS, trace.ranks());
        return new double[cells][cells];
    }

    private void add(double[][] values, int row, int column, double value) {
        values[(int) ((long) row * values.length / trace.ranks())][(int) ((long) column * values.length
                / trace.ranks())] += value;
    }
}
