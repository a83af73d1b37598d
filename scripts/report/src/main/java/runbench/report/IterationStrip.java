package runbench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.base.quantity.Durations;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.hierarchy.PhaseLevel;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/** One iteration in detail: a row of its parts, and below it the phases of the trace. */
final class IterationStrip {
    private static final int MAX_NAMED = 8;

    private final PhaseHierarchy hierarchy;
    private final PhaseGroup iteration;
    private final long from;
    private final long to;
    private final List<Integer> row = new ArrayList<>();
    private final List<Double> start = new ArrayList<>();
    private final List<Double> end = new ArrayList<>();
    private final List<String> label = new ArrayList<>();
    private final Map<String, String> descriptions = new LinkedHashMap<>();

    private IterationStrip(PhaseHierarchy hierarchy, PhaseGroup iteration, int first, int endOccurrence) {
        this.hierarchy = hierarchy;
        this.iteration = iteration;
        PhaseOccurrences all = hierarchy.analysis().occurrences();
        from = all.startNanos(first);
        to = all.endNanos(endOccurrence - 1);
        for (PhaseHierarchy.Piece piece : hierarchy.piecesOf(first, endOccurrence, iteration)) {
            add(0, piece.group().label(), piece.group().description(), all.startNanos(piece.start()),
                    all.endNanos(piece.end() - 1));
        }
        List<Phase> phases = hierarchy.analysis().phases();
        for (int i = first; i < endOccurrence; i++) {
            Phase phase = phases.get(all.phase(i));
            add(1, phase.label(), phase.description(), all.startNanos(i), all.endNanos(i));
        }
    }

    /** Returns the iteration of median duration, or null if nothing repeats. */
    static IterationStrip of(PhaseHierarchy hierarchy) {
        PhaseGroup iteration = hierarchy.iteration();
        if (iteration == null) {
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
        start.add((begin - from) / 1e3);
        end.add((finish - from) / 1e3);
        label.add(name);
        descriptions.putIfAbsent(name, description);
    }

    Panel panel() {
        List<String> names = label.stream().distinct().toList();
        return Panel.of("One " + iteration.label() + " in detail", Scale.names("", List.of("parts", "phases")))
                .x(Scale.linear("time since its start (us)"))
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
