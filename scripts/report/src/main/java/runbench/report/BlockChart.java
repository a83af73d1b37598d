package runbench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.pas2p.block.BlockedTrace;
import runbench.pas2p.block.ParallelBlocks.BlockChains;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.LogicalTrace;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/**
 * The chart of a logical trace with its parallel basic blocks and their phases (figures 3.11 to 3.18 of the PAS2P
 * thesis): events by rank and row, messages as arrows, blocks numbered below. It shows a part of the trace, from the
 * first occurrence of the phase with most rows.
 */
public final class BlockChart {
    private static final int MAX_ROWS = 60;
    private static final int MAX_RANKS = 16;
    /** Number of rows up to which types and block numbers fit. */
    private static final int MAX_LABELLED_ROWS = 40;
    private static final double RANK_HEIGHT = 30;

    private final BlockedTrace trace;
    private final List<BlockChains.Chain> phases;
    private final int[] phaseOfBlock;
    private final int ranks;
    private final int from;
    /** The row after the last one. */
    private final int to;

    private BlockChart(BlockedTrace trace) {
        this.trace = trace;
        int[] string = trace.blocks().string();
        phases = BlockChains.of(string);
        phaseOfBlock = new int[trace.blocks().distinct()];
        for (int p = 0; p < phases.size(); p++) {
            for (int block : phases.get(p).blocks()) {
                phaseOfBlock[block] = p;
            }
        }
        ranks = Math.min(MAX_RANKS, trace.logical().ranks());
        int longest = IntStream.range(0, phases.size()).reduce((a, b) -> rows(b) > rows(a) ? b : a).orElse(0);
        int first = trace.rows().count() <= MAX_ROWS ? 0
                : IntStream.range(0, string.length)
                        .filter(i -> phaseOfBlock[string[i]] == longest)
                        .findFirst()
                        .orElse(0);
        from = Math.max(0, Math.min(first, trace.rows().count() - MAX_ROWS));
        to = Math.min(trace.rows().count(), from + MAX_ROWS);
    }

    private long rows(int phase) {
        return (long) phases.get(phase).weight() * phases.get(phase).blocks().size();
    }

    /** Returns the file of the chart: {@code blocks.png} for {@code blocks.csv}. */
    public static Path file(Path blocks) {
        return blocks.resolveSibling(blocks.getFileName().toString().replaceFirst("\\.[^.]*$", "") + ".png");
    }

    /**
     * Draws the chart.
     *
     * @param blocked at least two rows
     */
    public static Figure of(MpiTrace trace, BlockedTrace blocked) {
        return new BlockChart(blocked).figure(trace);
    }

    private Figure figure(MpiTrace mpi) {
        boolean labelled = to - from <= MAX_LABELLED_ROWS;
        Strip spans = spans();
        Panel events = Panel
                .of("Logical trace",
                        Scale.names("rank",
                                IntStream.range(0, ranks).mapToObj(l -> Integer.toString(mpi.rankOf(l))).toList()))
                .detail("ticks " + trace.rows().tick(from) + " to " + trace.rows().tick(to - 1) + ", "
                        + trace.logical().rule().name().toLowerCase(Locale.ROOT) + " order")
                .height(RANK_HEIGHT * Math.max(2, ranks))
                .spans(spans);
        messages(events);
        points(events, "send", Ink.BLUE, type -> type > 0 && !EventType.isCollective(type), labelled);
        points(events, "receive", Ink.ORANGE, type -> type < 0, labelled);
        points(events, "collective", Ink.GREEN, EventType::isCollective, false);
        Panel blocks = Panel.of("Blocks", Scale.names("", List.of(labelled ? "number" : ""))).height(46).strip(spans);
        if (labelled) {
            for (int i = from; i < to - 1; i++) {
                blocks.text(i, 0, Integer.toString(trace.blocks().string()[i] + 1), Ink.BLACK);
            }
        }
        return Figure.titled("Logical trace of " + program(mpi))
                .label(Units.counted(mpi.ranks(), "rank") + " · " + Units.counted(trace.rows().count(), "row") + " · "
                        + Units.counted(trace.blocks().distinct(), "distinct block") + " · "
                        + Units.counted(phases.size(), "phase"))
                .x(Scale.linear("row of the logical trace"))
                .add(events)
                .add(blocks)
                .note(labelled
                        ? "Types as in the PAS2P thesis, with processes from 1: +2 is a send to process 2, -1 a receive "
                                + "from process 1."
                        : "")
                .note("A block is the part between two rows; background: its phase.")
                .note(to - from < trace.rows().count()
                        ? "Shown: rows " + from + " to " + (to - 1) + " of " + Numbers.count(trace.rows().count()) + "."
                        : "")
                .note(ranks < trace.logical().ranks() ? "Shown: " + ranks + " of " + trace.logical().ranks() + " ranks."
                        : "");
    }

    /** Returns the phases of the shown rows, one interval per occurrence. */
    private Strip spans() {
        int[] string = trace.blocks().string();
        List<double[]> found = new ArrayList<>();
        for (int i = from; i < to - 1; i++) {
            int phase = phaseOfBlock[string[i]];
            boolean begins = string[i] == phases.get(phase).blocks().get(0);
            double[] last = found.isEmpty() ? null : found.get(found.size() - 1);
            if (last != null && last[2] == phase && !begins) {
                last[1] = i + 1;
            } else {
                found.add(new double[]{i, i + 1, phase});
            }
        }
        List<Integer> shown = found.stream().map(f -> (int) f[2]).distinct().toList();
        return Strip.row(found.stream().mapToDouble(f -> f[0]).toArray(),
                found.stream().mapToDouble(f -> f[1]).toArray(),
                found.stream().mapToInt(f -> shown.indexOf((int) f[2])).toArray(),
                shown.stream().map(p -> "phase " + (p + 1) + " x " + phases.get(p).weight()).toList());
    }

    /** A selection of events. */
    @FunctionalInterface
    private interface TypeTest {
        boolean test(long type);
    }

    private void points(Panel panel, String name, Ink ink, TypeTest kind, boolean labelled) {
        LogicalTrace logical = trace.logical();
        List<double[]> points = new ArrayList<>();
        for (int row = from; row < to; row++) {
            for (int e : trace.rows().row(row)) {
                if (logical.rank(e) < ranks && kind.test(logical.type(e))) {
                    points.add(new double[]{row, logical.rank(e)});
                    if (labelled) {
                        panel.text(row, logical.rank(e), EventType.text(logical.type(e)), ink);
                    }
                }
            }
        }
        if (!points.isEmpty()) {
            panel.points(name, points.stream().mapToDouble(p -> p[0]).toArray(),
                    points.stream().mapToDouble(p -> p[1]).toArray(), ink);
        }
    }

    /** Adds an arrow for each message whose ends are both shown. */
    private void messages(Panel panel) {
        LogicalTrace logical = trace.logical();
        int[] rowOf = new int[logical.size()];
        Arrays.fill(rowOf, -1);
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int row = from; row < to; row++) {
            for (int e : trace.rows().row(row)) {
                rowOf[e] = row;
                int send = logical.sendOf(e);
                if (send >= 0 && rowOf[send] >= 0 && logical.rank(send) < ranks && logical.rank(e) < ranks) {
                    x.addAll(List.of((double) rowOf[send], (double) row, (double) row));
                    y.addAll(List.of((double) logical.rank(send), (double) logical.rank(e), Double.NaN));
                }
            }
        }
        if (!x.isEmpty()) {
            panel.arrows("message", x.stream().mapToDouble(v -> v).toArray(), y.stream().mapToDouble(v -> v).toArray(),
                    Ink.GREY);
        }
    }

    private static String program(MpiTrace mpi) {
        String first = PhaseReport.program(mpi).split(" ")[0];
        return first.isEmpty() ? "a program" : Path.of(first).getFileName().toString();
    }
}
