package runbench.plotter.render.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Call stacks for a flame graph: a tree of functions, of which each node is a function with all its callers.
 *
 * @param label event, period and method of the stacks, as sentences
 * @param frames distinct functions
 * @param callerOf index of each node's caller, smaller than that of the node; -1: none
 * @param frameOf index of each node's function
 * @param weights what the widths represent
 */
public record PageStacks(String label, List<Frame> frames, int[] callerOf, int[] frameOf, Weights weights) {
    /** The content of a page without call stacks. */
    public static final PageStacks NONE = new PageStacks("", List.of(), new int[0], new int[0],
            new Samples(new int[0], new int[0], List.of()));
    /** Resolution of positions, per second. */
    private static final double UNITS = 1e6;

    public PageStacks {
        frames = List.copyOf(frames);
    }

    /**
     * A function.
     *
     * @param function its name
     * @param library name of its library; may be empty
     * @param kernel whether it is code of the kernel
     */
    public record Frame(String function, String library, boolean kernel) {}

    /** The quantity of the widths. */
    public sealed interface Weights permits Samples, Shares {}

    /**
     * Samples of one run.
     *
     * @param nodeOf node of the innermost function of each entry
     * @param countOf number of samples of each entry
     * @param positions position of each entry on each axis of the page, in seconds of that axis
     */
    public record Samples(int[] nodeOf, int[] countOf, List<double[]> positions) implements Weights {
        public Samples {
            positions = List.copyOf(positions);
        }
    }

    /**
     * Shares of two programs.
     *
     * @param a share of the first program's samples in each node itself, 0 to 1
     * @param b share of the second program's samples
     * @param different whether the difference of a node with all that it calls is significant
     * @param nameA name of the first program
     * @param nameB name of the second program
     */
    public record Shares(double[] a, double[] b, boolean[] different, String nameA, String nameB) implements Weights {}

    boolean isEmpty() {
        return callerOf.length == 0;
    }

    Map<String, Object> model() {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("label", label);
        model.put("frames", frames.stream().map(f -> List.of(f.function, f.library, f.kernel ? 1 : 0)).toList());
        model.put("nodes", callerOf.length);
        model.put("units", UNITS);
        if (weights instanceof Samples s) {
            model.put("entries", s.nodeOf.length);
            model.put("axes", s.positions.size());
        } else if (weights instanceof Shares s) {
            model.put("nameA", s.nameA);
            model.put("nameB", s.nameB);
        }
        return model;
    }

    /** Returns the encoded columns: callers and functions of the nodes, then nodes and positions, or the shares. */
    String encoded() {
        Varints columns = new Varints();
        for (int n = 0; n < callerOf.length; n++) {
            columns.add(n - callerOf[n]);
        }
        columns.add(frameOf);
        if (weights instanceof Samples s) {
            columns.add(s.nodeOf).add(s.countOf);
            for (double[] axis : s.positions) {
                long before = 0;
                for (double position : axis) {
                    long now = Math.round(position * UNITS);
                    columns.add(now - before);
                    before = now;
                }
            }
        } else if (weights instanceof Shares s) {
            for (int n = 0; n < callerOf.length; n++) {
                columns.add(Math.round(s.a[n] * UNITS));
                columns.add(Math.round(s.b[n] * UNITS));
                columns.add(s.different[n] ? 1 : 0);
            }
        }
        return columns.text();
    }
}
