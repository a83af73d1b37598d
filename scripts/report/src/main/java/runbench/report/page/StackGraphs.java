package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.parser.record.Metadata.CallGraph;
import runbench.parser.series.Axis;
import runbench.parser.symbols.StackProfile;
import runbench.plotter.render.html.PageStacks;
import runbench.plotter.render.html.PageStacks.Frame;
import runbench.plotter.render.html.PageStacks.Samples;

/** Builds the flame graph of a run's page. */
public final class StackGraphs {
    /** Up to this number each sample has its own position, to a microsecond. */
    private static final int MAX_EXACT = 200_000;
    /** Positions on an axis if there are more samples, which are then counted by position and node. */
    private static final int BINS = 2000;

    private StackGraphs() {
    }

    /**
     * Returns the call stacks of a page.
     *
     * @param stacks call stacks; null: none were recorded
     * @param periodNanos sampling period, ns of running time
     * @param axes axes of the page
     */
    static PageStacks of(StackProfile stacks, long periodNanos, List<Axis> axes) {
        if (stacks == null) {
            return PageStacks.NONE;
        }
        int[] nodes = IntStream.range(0, stacks.nodes()).toArray();
        return new PageStacks(label(stacks, periodNanos), frames(stacks),
                Arrays.stream(nodes).map(stacks::caller).toArray(), Arrays.stream(nodes).map(stacks::frame).toArray(),
                samples(stacks, axes));
    }

    /** Returns the functions of a profile. */
    private static List<Frame> frames(StackProfile stacks) {
        return stacks.frames().stream().map(f -> new Frame(f.function(), f.library(), f.kernel())).toList();
    }

    /** Returns event, period, method and its limits, as sentences. */
    private static String label(StackProfile stacks, long periodNanos) {
        StringBuilder label = new StringBuilder("Event task-clock: one sample per ").append(Numbers.nanos(periodNanos))
                .append(" of running time. ")
                .append(method(stacks.graph()));
        if (stacks.cut() > 0) {
            label.append(' ')
                    .append(samples(stacks, stacks.cut()))
                    .append(" have more than ")
                    .append(stacks.graph().maxFrames())
                    .append(stacks.graph().stackBytes() > 0 ? " frames, or a longer stack" : " frames")
                    .append(": their outermost callers are missing.");
        }
        if (stacks.notUnwound() > 0) {
            label.append(' ')
                    .append(samples(stacks, stacks.notUnwound()))
                    .append(" could not be unwound to the end: no call frame information leads to their callers.");
        }
        if (stacks.missing() > 0) {
            label.append(' ')
                    .append(samples(stacks, stacks.missing()))
                    .append(" have no stack: only their own function is shown.");
        }
        return label.toString();
    }

    /** Returns a number of samples with its share. */
    private static String samples(StackProfile stacks, int count) {
        return Numbers.count(count) + " samples (" + Numbers.percent((double) count / stacks.samples()) + ")";
    }

    /** Returns how call stacks were found, as a sentence. */
    public static String method(CallGraph graph) {
        return graph.stackBytes() > 0
                ? "Call stacks by call frame information (dwarf), " + graph.stackBytes() + " bytes of stack."
                : "Call stacks by frame pointers: functions compiled without them are missing, or hide their callers.";
    }

    private static Samples samples(StackProfile stacks, List<Axis> axes) {
        int n = stacks.samples();
        long[][] positions = new long[axes.size()][n];
        for (int a = 0; a < positions.length; a++) {
            Axis axis = axes.get(a);
            Arrays.setAll(positions[a], i -> stacks.nanos(axis, i));
            if (n > MAX_EXACT) {
                long width = Math.max(1, Arrays.stream(positions[a]).max().orElse(0) / BINS);
                long[] exact = positions[a];
                Arrays.setAll(exact, i -> exact[i] / width * width + width / 2);
            }
        }
        List<Integer> order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> positions[0][i]).thenComparingInt(stacks::innermost))
                .toList();
        // On its other axes a counted sample has the position of the first one.
        List<Integer> first = new ArrayList<>();
        int[] counts = new int[n];
        for (int i : order) {
            int last = first.isEmpty() ? -1 : first.get(first.size() - 1);
            if (last < 0 || positions[0][last] != positions[0][i] || stacks.innermost(last) != stacks.innermost(i)) {
                first.add(i);
            }
            counts[first.size() - 1]++;
        }
        return new Samples(first.stream().mapToInt(stacks::innermost).toArray(), Arrays.copyOf(counts, first.size()),
                Arrays.stream(positions)
                        .map(axis -> first.stream().mapToDouble(i -> axis[i] / 1e9).toArray())
                        .toList());
    }
}
