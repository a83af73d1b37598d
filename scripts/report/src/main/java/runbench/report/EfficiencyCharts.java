package runbench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Numbers;
import runbench.pas2p.efficiency.Communication;
import runbench.pas2p.efficiency.Efficiencies;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyDefinitions;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;

/**
 * The charts of an efficiency analysis: efficiencies by phase, and communication by pairs of ranks, message sizes and
 * calls.
 */
public final class EfficiencyCharts {
    private static final int MAX_PHASES = 12;
    private static final int MAX_PLACES = 5;
    private static final int MAX_CALLS = 10;
    /** Maximum number of rows of a matrix; with more ranks, a row is a group of neighbouring ranks. */
    private static final int MAX_CELLS = 64;
    private static final int MAX_NAMED_RANKS = 24;
    private static final List<String> SHARES = List.of("parallel_efficiency", "load_balance",
            "communication_efficiency", "serialisation", "transfer");

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;
    private final Communication communication;

    public EfficiencyCharts(MpiTrace trace, EfficiencyAnalysis analysis) {
        this.trace = trace;
        this.analysis = analysis;
        communication = analysis.communication();
    }

    /**
     * Returns the chart of efficiencies: a column for the run and for each phase, a panel for each efficiency, and
     * computation by rank.
     */
    public Figure efficiencies() {
        List<PhaseEfficiency> phases = analysis.phases().stream().limit(MAX_PHASES).toList();
        List<String> rows = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        rows.add("run");
        values.add(shares(analysis.run()));
        for (PhaseEfficiency p : phases) {
            rows.add(p.phase().label());
            values.add(shares(p.efficiencies()));
        }
        Figure figure = heading("Efficiency of the phases of " + program()).x(Scale.names("", rows));
        for (int s = 0; s < SHARES.size(); s++) {
            EfficiencyDefinitions.Definition d = EfficiencyDefinitions.of(SHARES.get(s));
            int column = s;
            double[] bars = values.stream().mapToDouble(v -> 100 * v[column]).toArray();
            figure.add(Panel.of(d.title(), Scale.linear("%").between(0, 100))
                    .detail(d.formula())
                    .remark(String.format(Locale.ROOT, "run: %.1f %%", bars[0]))
                    .bars(List.of(""), new double[][]{bars})
                    .height(64));
        }
        figure.add(computation());
        for (PhaseEfficiency p : phases) {
            figure.note(
                    p.phase().label() + ": " + p.phase().activity() + ", " + share(p.efficiencies()) + " of the run");
        }
        return figure;
    }

    private String share(Efficiencies e) {
        return String.format(Locale.ROOT, "%.1f %%",
                100.0 * e.elapsedNanos() / Math.max(1, analysis.run().elapsedNanos()));
    }

    private static double[] shares(Efficiencies e) {
        return new double[]{e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer()};
    }

    /** Returns the panel of computation time by rank and phase, which shows the load balance. */
    private Panel computation() {
        List<PhaseEfficiency> phases = analysis.phases().stream().limit(MAX_PHASES).toList();
        List<String> names = new ArrayList<>(List.of("run"));
        phases.forEach(p -> names.add(p.phase().label()));
        int cells = Math.min(MAX_CELLS, trace.locations());
        double[][] heat = new double[names.size()][];
        heat[0] = ofElapsed(analysis.usefulNanos(), analysis.run().elapsedNanos(), cells);
        for (int i = 0; i < phases.size(); i++) {
            heat[i + 1] = ofElapsed(analysis.usefulNanos(phases.get(i)), phases.get(i).efficiencies().elapsedNanos(),
                    cells);
        }
        List<String> ranks = Arrays.stream(trace.ranksOfLocations()).mapToObj(Integer::toString).toList();
        return Panel.of("Computation by rank", Scale.names("", names))
                .x(ranks.size() <= MAX_NAMED_RANKS ? Scale.names(rankAxis(), ranks) : Scale.linear(rankAxis()))
                .detail("% of the time outside MPI" + grouped(cells))
                .heat(new Heat(heat, -0.5, rankWidth(cells), "%"))
                .height(Math.max(60, 22.0 * names.size()));
    }

    private String rankAxis() {
        return trace.locations() > trace.ranks() ? "rank, then further threads" : "rank";
    }

    private double rankWidth(int cells) {
        return (double) trace.locations() / cells;
    }

    private String grouped(int cells) {
        return cells < trace.locations() ? "; mean of neighbouring ranks" : "";
    }

    private static double[] ofElapsed(long[] useful, long elapsed, int cells) {
        double[] sum = new double[cells];
        int[] count = new int[cells];
        for (int l = 0; l < useful.length; l++) {
            int cell = (int) ((long) l * cells / useful.length);
            sum[cell] += 100.0 * useful[l] / Math.max(1, elapsed);
            count[cell]++;
        }
        return IntStream.range(0, cells).mapToDouble(c -> Math.round(sum[c] / count[c])).toArray();
    }

    /** Returns the chart of communication: matrices of bytes and waiting time, message sizes, and time by call. */
    public Figure communication() {
        Figure figure = heading("Communication of " + program()).columns(2);
        int cells = Math.min(MAX_CELLS, trace.ranks());
        figure.add(matrix("Bytes sent", "by the row's rank to the column's rank", cells, "B", byPair(cells, true)));
        figure.add(matrix("Waiting", "time that the row's rank waits for the column's rank", cells, "s",
                byPair(cells, false)));
        figure.add(sizes());
        figure.add(calls());
        figure.note(places());
        return figure.note(communication.messagesNotByPair() == 0 ? ""
                : Numbers.count(communication.messagesNotByPair())
                        + " messages are not in the matrix: too many pairs of ranks.");
    }

    /** Returns the places of the program with most time in MPI, in words; empty: the trace has no call sites. */
    private String places() {
        double all = Math.max(1, (double) analysis.run().elapsedNanos() * trace.locations()) / 100;
        return communication.sites()
                .stream()
                .limit(MAX_PLACES)
                .map(s -> String.format(Locale.ROOT, "%s at %s: %.1f %% of the ranks' time, %.1f %% waiting", s.call(),
                        s.place(), s.nanos() / all, s.waitedNanos() / all))
                .collect(Collectors.joining(" · "));
    }

    private Panel matrix(String title, String detail, int cells, String unit, double[][] values) {
        List<String> rows = IntStream.range(0, cells)
                .mapToObj(c -> Long.toString((long) c * trace.ranks() / cells))
                .toList();
        return Panel.of(title, Scale.names("rank", rows))
                .x(Scale.linear("rank"))
                .detail(detail)
                .heat(new Heat(values, -0.5, (double) trace.ranks() / cells, unit))
                .height(260);
    }

    /** Returns a matrix by pairs of ranks; pairs without values are NaN. */
    private double[][] byPair(int cells, boolean bytes) {
        double[][] values = new double[cells][cells];
        for (double[] row : values) {
            Arrays.fill(row, Double.NaN);
        }
        if (bytes) {
            communication.pairs().forEach(p -> add(values, p.from(), p.to(), p.bytes()));
        } else {
            for (WaitPair p : analysis.waitPairs()) {
                add(values, p.waiter(), p.culprit(), p.nanos() / 1e9);
            }
        }
        return values;
    }

    private void add(double[][] values, int row, int column, double value) {
        int r = (int) ((long) row * values.length / trace.ranks());
        int c = (int) ((long) column * values.length / trace.ranks());
        values[r][c] = (Double.isNaN(values[r][c]) ? 0 : values[r][c]) + value;
    }

    private Panel sizes() {
        List<Communication.Size> sizes = communication.sizes();
        List<String> names = sizes.stream()
                .map(s -> s.fromBytes() == 0 ? "0" : Numbers.si(s.fromBytes(), 3, ""))
                .toList();
        double[] messages = sizes.stream().mapToDouble(Communication.Size::messages).toArray();
        return Panel.of("Message sizes", Scale.linear("messages").si(""))
                .x(Scale.names("bytes, each class up to twice its lower end", names))
                .remark(Numbers.count(communication.messages()) + " messages, "
                        + Numbers.si(communication.messageBytes(), 3, "B"))
                .bars(List.of(""), new double[][]{messages})
                .height(160);
    }

    private Panel calls() {
        List<Communication.Call> calls = new ArrayList<>(communication.calls());
        calls.add(new Communication.Call("other calls", 0, communication.otherCallsNanos()));
        calls.sort(Comparator.comparingLong(Communication.Call::nanos).reversed());
        List<Communication.Call> shown = calls.stream().filter(c -> c.nanos() > 0).limit(MAX_CALLS).toList();
        double all = Math.max(1, (double) analysis.run().elapsedNanos() * trace.locations()) / 100;
        return Panel.of("Time in MPI", Scale.linear("% of the ranks' time").startingAtZero())
                .x(Scale.names("",
                        shown.stream()
                                .map(c -> c.name()
                                        .replaceFirst("^completion of MPI_(.*)", "$1 (end)")
                                        .replaceFirst("^MPI_", ""))
                                .toList()))
                .bars(List.of(""), new double[][]{shown.stream().mapToDouble(c -> c.nanos() / all).toArray()})
                .height(160);
    }

    private Figure heading(String title) {
        Efficiencies run = analysis.run();
        return Figure.titled(title)
                .label(String.format(Locale.ROOT, "%d ranks · %s · parallel efficiency %.1f %%%s%s", trace.ranks(),
                        Durations.fourDigits(run.elapsedNanos()), 100 * run.parallel(),
                        run.criticalRank() < 0 ? "" : " · critical rank " + run.criticalRank(),
                        analysis.wholeRun() ? "" : " · INCOMPLETE TRACE: only its complete start is shown"))
                .provenance("message trace · " + String.join(" ", PhaseReport.hosts(trace)));
    }

    private String program() {
        String[] words = PhaseReport.program(trace).split(" ");
        return words[0].isEmpty() ? "a trace" : Path.of(words[0]).getFileName().toString();
    }
}
