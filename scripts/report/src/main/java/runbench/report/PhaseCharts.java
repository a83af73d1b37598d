package runbench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.base.quantity.Durations;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.phase.RankSpans;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/** The charts of a phase analysis: ranks over time with coloured phases, phases over logical time, and shares. */
public final class PhaseCharts {
    private static final int MAX_COLOURED = 8;
    private static final int MAX_ROWS = 64;
    /** Minimum duration of a run whose axis is in seconds. */
    private static final long MIN_SECONDS_NANOS = 2_000_000_000L;
    /** Number of columns, larger than the number of pixels; shorter phases are combined by share of time. */
    private static final int COLUMNS = 4000;

    private final MpiTrace trace;
    private final PhaseAnalysis analysis;
    private final PhaseHierarchy hierarchy;
    /** The phases of the trace with the largest shares. */
    private final List<Phase> largest;
    /** The phases of the top level of the hierarchy with the largest shares. */
    private final List<PhaseGroup> top;
    private final int[] topOfOccurrence;

    public PhaseCharts(MpiTrace trace, PhaseAnalysis analysis, PhaseHierarchy hierarchy) {
        this.trace = trace;
        this.analysis = analysis;
        this.hierarchy = hierarchy;
        largest = analysis.phases()
                .stream()
                .sorted(Comparator.comparingDouble(analysis::shareOf).reversed())
                .limit(MAX_COLOURED)
                .sorted(Comparator.comparingInt(Phase::id))
                .toList();
        PhaseLevel level = hierarchy.top();
        top = level.phases()
                .stream()
                .limit(MAX_COLOURED)
                .sorted(Comparator.comparingInt(PhasePart::first))
                .map(PhasePart::group)
                .toList();
        topOfOccurrence = new int[analysis.occurrences().size()];
        for (int i = 0; i < level.size(); i++) {
            Arrays.fill(topOfOccurrence, level.start(i), level.end(i),
                    top.indexOf(hierarchy.groups().get(level.phase(i))));
        }
    }

    /** Returns the chart of ranks over real time, one iteration in detail, and phases over logical time. */
    public Figure timeline() {
        RankSpans spans = RankSpans.ofOccurrences(trace, analysis, MAX_ROWS, COLUMNS, topOfOccurrence);
        List<String> ranks = IntStream.of(spans.ranks()).mapToObj(Integer::toString).toList();
        double height = Math.max(90, Math.min(420, 26.0 * ranks.size()));
        List<String> names = top.stream().map(PhaseGroup::label).toList();
        String unit = analysis.runNanos() < MIN_SECONDS_NANOS ? "ms" : "s";
        Panel real = Panel.of("Real time", Scale.names("rank", ranks))
                .x(Scale.linear("time since MPI_Init (" + unit + ")"))
                .detail("each rank from the event before the phase to its last event in the phase; below a pixel by "
                        + "share of time")
                .strip(strip(spans, analysis.runStartNanos(), unit.equals("s") ? 1e9 : 1e6, names))
                .height(height);
        Figure figure = heading("Phases of " + shortProgram(), ofTheTop()).add(real).add(logical(names));
        IterationStrip iteration = IterationStrip.of(hierarchy);
        if (iteration != null) {
            figure = figure.add(iteration.panel());
        }
        return figure
                .note(ranks.size() < trace.ranks()
                        ? "Shown: " + ranks.size() + " of " + trace.ranks() + " ranks, evenly spaced."
                        : "")
                .note(top.stream().map(g -> g.label() + ": " + g.activity()).collect(Collectors.joining(" · ")))
                .note(iteration == null ? "" : iteration.note())
                .note(hierarchy.top().phases().size() > top.size()
                        ? "The eight phases with most time have their own colours; all others are grey."
                        : "");
    }

    private Panel logical(List<String> names) {
        boolean rows = !analysis.options().method().inTicks();
        return Panel.of("Logical time", Scale.names("", List.of("all")))
                .x(Scale.linear(rows ? "row of the logical trace" : "tick"))
                .strip(strip(RankSpans.logicalOfOccurrences(analysis, COLUMNS, topOfOccurrence), 0, 1, names))
                .height(46);
    }

    private static Strip strip(RankSpans spans, long origin, double unit, List<String> names) {
        int n = spans.size();
        int[] row = new int[n];
        int[] kind = new int[n];
        double[] start = new double[n];
        double[] end = new double[n];
        for (int i = 0; i < n; i++) {
            row[i] = spans.row(i);
            kind[i] = spans.kind(i);
            start[i] = (spans.start(i) - origin) / unit;
            end[i] = (spans.end(i) - origin) / unit;
        }
        return new Strip(row, start, end, kind, names);
    }

    /** Returns the chart of each phase's share of the run, with its computation and communication. */
    public Figure shares() {
        int n = largest.size();
        double[][] split = new double[2][n];
        for (int i = 0; i < n; i++) {
            split[0][i] = largest.get(i).computeNanos() / 1e9 / trace.ranks();
            split[1][i] = largest.get(i).mpiNanos() / 1e9 / trace.ranks();
        }
        List<String> labels = largest.stream()
                .map(p -> String.format(Locale.ROOT, "P%d %s ×%,d", p.id() + 1, p.shape(), p.weight()))
                .toList();
        return heading("Phase shares of " + shortProgram(), analysis.phases().size() + " phases")
                .x(Scale.names("", labels))
                .add(Panel.of("Share of the run", Scale.names("", List.of("")))
                        .x(Scale.linear("% of the run").between(0, Math.max(100, total())))
                        .detail(analysis.options().thesisTime() ? "slowest process of each occurrence"
                                : "frontier time")
                        .remark(String.format(Locale.ROOT, "relevant phases cover %.1f %%", 100 * analysis.coverage()))
                        .strip(stacked(largest.stream().mapToDouble(p -> 100 * analysis.shareOf(p)).toArray(), total(),
                                largest.stream().map(Phase::label).toList()))
                        .height(46))
                .add(Panel.of("Compute and communication", Scale.linear("s per rank"))
                        .bars(List.of("CPU time outside MPI", "wall time in MPI"), split))
                .note(largest.stream().map(p -> p.label() + ": " + p.activity()).collect(Collectors.joining(" · ")))
                .note("Grey: all other phases. Blank up to 100 %: outside all phases.");
    }

    /** Returns the total share of all phases in percent; above 100 if phases of different ranks overlap. */
    private double total() {
        return 100 * analysis.phases().stream().mapToDouble(analysis::shareOf).sum();
    }

    /**
     * Returns one bar with the shares in sequence.
     *
     * @param percent shares of the coloured phases
     * @param all total of all phases; the rest is drawn grey, and time outside phases stays blank
     */
    static Strip stacked(double[] percent, double all, List<String> names) {
        int n = percent.length;
        double[] start = new double[n + 1];
        double[] end = new double[n + 1];
        int[] kind = new int[n + 1];
        for (int i = 0; i < n; i++) {
            end[i] = start[i] + percent[i];
            start[i + 1] = end[i];
            kind[i] = i;
        }
        end[n] = Math.max(start[n], all);
        kind[n] = -1;
        int used = end[n] > start[n] * (1 + 1e-9) ? n + 1 : n;
        return Strip.row(Arrays.copyOf(start, used), Arrays.copyOf(end, used), Arrays.copyOf(kind, used), names);
    }

    private String ofTheTop() {
        List<PhasePart> outermost = hierarchy.top().phases();
        PhaseGroup iteration = hierarchy.iteration();
        return String.format(Locale.ROOT, "%s%d relevant phases cover %.1f %%",
                iteration == null ? ""
                        : String.format(Locale.ROOT, "iteration %s × %,d · ", iteration.label(),
                                hierarchy.iterations()),
                outermost.stream().filter(p -> hierarchy.relevant(p.times())).count(),
                100 * hierarchy.coverage(outermost));
    }

    private Figure heading(String title, String phases) {
        return Figure.titled(title)
                .label(String.format(Locale.ROOT, "%d ranks · %,d events · %s · %s%s", trace.ranks(), trace.events(),
                        Durations.fourDigits(analysis.runNanos()), phases,
                        trace.complete() ? "" : " · INCOMPLETE TRACE: only its complete start is shown"))
                .provenance(String.join(" · ", List.of("message trace, " + analysis.options().rule() + " logical order",
                        String.join(" ", PhaseReport.hosts(trace)))));
    }

    private String shortProgram() {
        String[] words = PhaseReport.program(trace).split(" ");
        return words[0].isEmpty() ? "a trace" : Path.of(words[0]).getFileName().toString();
    }

    /** One iteration in detail: a row of its parts, and below it the phases of the trace. */
    static final class IterationStrip {
        private static final int MAX_NAMED = 8;

        private final PhaseGroup iteration;
        private final long from;
        private final long to;
        private final List<Integer> row = new ArrayList<>();
        private final List<Double> start = new ArrayList<>();
        private final List<Double> end = new ArrayList<>();
        private final List<String> label = new ArrayList<>();
        private final Map<String, String> descriptions = new LinkedHashMap<>();

        private IterationStrip(PhaseHierarchy hierarchy, PhaseGroup iteration, int first, int endOccurrence) {
            this.iteration = iteration;
            PhaseOccurrences all = hierarchy.analysis().occurrences();
            from = all.startNanos(first);
            to = all.endNanos(endOccurrence - 1);
            for (PhaseHierarchy.Piece piece : hierarchy.piecesOf(first, endOccurrence, iteration)) {
                add(0, piece.group().label(), piece.group().activity(), all.startNanos(piece.start()),
                        all.endNanos(piece.end() - 1));
            }
            List<Phase> phases = hierarchy.analysis().phases();
            for (int i = first; i < endOccurrence; i++) {
                Phase phase = phases.get(all.phase(i));
                add(1, phase.label(), phase.activity(), all.startNanos(i), all.endNanos(i));
            }
        }

        /** Returns the iteration of median duration, or null if it has no parts. */
        static IterationStrip of(PhaseHierarchy hierarchy) {
            PhaseGroup iteration = hierarchy.iteration();
            if (iteration == null || !iteration.isSequence()) {
                return null;
            }
            PhaseLevel top = hierarchy.top();
            int[] occurrences = java.util.stream.IntStream.range(0, top.size())
                    .filter(i -> top.phase(i) == iteration.id())
                    .boxed()
                    .sorted((a, b) -> Long.compare(top.endNanos(a) - top.startNanos(a),
                            top.endNanos(b) - top.startNanos(b)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            int median = occurrences[occurrences.length / 2];
            return new IterationStrip(hierarchy, iteration, top.start(median), top.end(median));
        }

        private void add(int atRow, String name, String description, long begin, long finish) {
            row.add(atRow);
            start.add((begin - from) / nanosPerUnit());
            end.add((finish - from) / nanosPerUnit());
            label.add(name);
            descriptions.putIfAbsent(name, description);
        }

        /** Returns the unit of the axis, so that its numbers have at most four digits before the point. */
        private String unit() {
            return to - from < 10_000_000L ? "us" : to - from < 10_000_000_000L ? "ms" : "s";
        }

        private double nanosPerUnit() {
            return switch (unit()) {
                case "us" -> 1e3;
                case "ms" -> 1e6;
                default -> 1e9;
            };
        }

        Panel panel() {
            List<String> names = label.stream().distinct().toList();
            return Panel.of("One " + iteration.label() + " in detail", Scale.names("", List.of("parts", "phases")))
                    .x(Scale.linear("time since its start (" + unit() + ")"))
                    .detail(String.format(Locale.ROOT, "occurrence of median duration %s; mean %s",
                            Durations.fourDigits(to - from), Durations.fourDigits(iteration.times().meanNanos())))
                    .strip(new Strip(row.stream().mapToInt(Integer::intValue).toArray(), values(start), values(end),
                            label.stream().mapToInt(names::indexOf).toArray(), names))
                    .height(90);
        }

        private static double[] values(List<Double> list) {
            return list.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** Returns a note that describes the parts with most time. */
        String note() {
            double[] time = new double[label.size()];
            Arrays.setAll(time, i -> end.get(i) - start.get(i));
            Map<String, Double> sums = new LinkedHashMap<>();
            for (int i = 0; i < time.length; i++) {
                sums.merge(label.get(i), time[i], Double::sum);
            }
            return "In " + iteration.label() + ": "
                    + sums.entrySet()
                            .stream()
                            .sorted((a, b) -> Double.compare(b.getValue(), a.getValue()))
                            .limit(MAX_NAMED)
                            .map(e -> e.getKey() + ": " + descriptions.get(e.getKey()))
                            .collect(Collectors.joining(" · "));
        }
    }
}
