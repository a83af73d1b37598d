package runbench.parser.symbols;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import runbench.parser.record.Metadata.CallGraph;
import runbench.parser.series.Axis;
import runbench.parser.symbols.NamedPlaces.Name;

/**
 * The call stacks of a run's samples as a tree of functions. A node is a function with all its callers; parents have
 * smaller indices than their children. A sample without a recorded stack has its own function as the only frame.
 */
public final class StackProfile {
    /** Caller of the outermost function of a stack. */
    public static final int OUTERMOST = -1;

    private static final StackFrame NOT_UNWOUND = new StackFrame("[not unwound further]", "", false, false);

    private final SampledCode code;
    private final CallGraph graph;
    private final List<StackFrame> frames;
    private final int[] callerOf;
    private final int[] frameOf;
    private final int[] innermostOf;
    private final int missing;
    private final int cut;
    private final int notUnwound;

    private StackProfile(SampledCode code, CallGraph graph, List<StackFrame> frames, int[] callerOf, int[] frameOf,
            int[] innermostOf, int missing, int cut, int notUnwound) {
        this.missing = missing;
        this.cut = cut;
        this.notUnwound = notUnwound;
        this.code = code;
        this.graph = graph;
        this.frames = frames;
        this.callerOf = callerOf;
        this.frameOf = frameOf;
        this.innermostOf = innermostOf;
    }

    /**
     * A function on a stack.
     *
     * @param function name of the function; text in brackets is not a function name
     * @param library file, kernel or process that contains the function
     * @param named whether the function's name was found
     * @param kernel whether it is code of the kernel
     */
    public record StackFrame(String function, String library, boolean named, boolean kernel) {
        static StackFrame of(Name name) {
            return new StackFrame(name.function(), name.library(), name.named(), name.kernel());
        }

        // Explicit because Java links the generated methods of a record at their first call, which delays every start.
        @Override
        public boolean equals(Object other) {
            return other instanceof StackFrame f && function.equals(f.function) && library.equals(f.library)
                    && named == f.named && kernel == f.kernel;
        }

        @Override
        public int hashCode() {
            return 31 * function.hashCode() + library.hashCode();
        }
    }

    /**
     * A task.
     *
     * @param pid process id; 0 if it is unknown
     * @param tid thread id
     * @param name latest name
     */
    public record SampledTask(int pid, int tid, String name) {
        static final SampledTask UNKNOWN = new SampledTask(0, 0, "unknown task");
    }

    /**
     * Returns the profile of a run.
     *
     * @throws IllegalArgumentException no call stacks were recorded
     */
    public static StackProfile of(SampledCode code, KeptSymbols symbols) {
        CallStacks stacks = code.stacks().orElseThrow(() -> new IllegalArgumentException("no call stacks"));
        NamedPlaces names = new NamedPlaces(code, symbols);
        Map<StackFrame, Integer> numbers = new HashMap<>();
        List<StackFrame> frames = new ArrayList<>();
        int[] frameOfPlace = new int[code.places().size()];
        for (int p = 0; p < frameOfPlace.length; p++) {
            frameOfPlace[p] = number(StackFrame.of(names.name(p)), numbers, frames);
        }
        CallStacks.Tree tree = new CallStacks.Tree();
        int[] nodeOf = new int[stacks.nodes()];
        int cut = OUTERMOST;
        int notUnwound = OUTERMOST;
        for (int n = 0; n < nodeOf.length; n++) {
            int caller = stacks.caller(n);
            if (caller == CallStacks.CUT && cut == OUTERMOST) {
                cut = tree.child(OUTERMOST, number(cutFrame(stacks.graph()), numbers, frames));
            }
            if (caller == CallStacks.NOT_UNWOUND && notUnwound == OUTERMOST) {
                notUnwound = tree.child(OUTERMOST, number(NOT_UNWOUND, numbers, frames));
            }
            int parent = switch (caller) {
                case CallStacks.CUT -> cut;
                case CallStacks.NOT_UNWOUND -> notUnwound;
                case CallStacks.OUTERMOST -> OUTERMOST;
                default -> nodeOf[caller];
            };
            nodeOf[n] = tree.child(parent, frameOfPlace[stacks.place(n)]);
        }
        int[] innermostOf = new int[code.samples()];
        int missing = 0;
        for (int i = 0; i < innermostOf.length; i++) {
            int node = stacks.innermost(i);
            missing += node == CallStacks.NONE ? 1 : 0;
            innermostOf[i] = node == CallStacks.NONE ? tree.child(OUTERMOST, frameOfPlace[code.place(i)])
                    : nodeOf[node];
        }
        int[] callerOf = tree.parents();
        return new StackProfile(code, stacks.graph(), List.copyOf(frames), callerOf, tree.numbers(), innermostOf,
                missing, samplesBelow(cut, callerOf, innermostOf), samplesBelow(notUnwound, callerOf, innermostOf));
    }

    private static int samplesBelow(int root, int[] callerOf, int[] innermostOf) {
        boolean[] below = new boolean[callerOf.length];
        for (int n = 0; n < below.length; n++) {
            below[n] = n == root || callerOf[n] >= 0 && below[callerOf[n]];
        }
        return (int) Arrays.stream(innermostOf).filter(n -> below[n]).count();
    }

    private static int number(StackFrame frame, Map<StackFrame, Integer> numbers, List<StackFrame> frames) {
        return numbers.computeIfAbsent(frame, f -> {
            frames.add(f);
            return frames.size() - 1;
        });
    }

    private static StackFrame cutFrame(CallGraph graph) {
        String copied = graph.stackBytes() > 0 ? " or " + graph.stackBytes() + " bytes" : "";
        return new StackFrame("[cut at " + graph.maxFrames() + " frames" + copied + "]", "", false, false);
    }

    public CallGraph graph() {
        return graph;
    }

    /** Returns the distinct functions. */
    public List<StackFrame> frames() {
        return frames;
    }

    public int nodes() {
        return callerOf.length;
    }

    /** Returns the index of a node's caller, or {@link #OUTERMOST}. */
    public int caller(int node) {
        return callerOf[node];
    }

    /** Returns the index of a node's function in {@link #frames()}. */
    public int frame(int node) {
        return frameOf[node];
    }

    public int samples() {
        return innermostOf.length;
    }

    /** Returns the node of a sample's innermost function. */
    public int innermost(int sample) {
        return innermostOf[sample];
    }

    /** Returns the number of samples without a recorded stack. */
    public int missing() {
        return missing;
    }

    /**
     * Returns the number of samples whose stack reached the maximum depth or the end of its copied part: their
     * outermost callers are unknown.
     */
    public int cut() {
        return cut;
    }

    /** Returns the number of samples whose stack could not be unwound to its end. */
    public int notUnwound() {
        return notUnwound;
    }

    /** Returns the task of a sample. */
    public SampledTask task(int sample) {
        return code.stacks().orElseThrow().task(sample);
    }

    /** Returns the time of a sample, ns: wall time since the start of the run, or running time of the whole program. */
    public long nanos(Axis axis, int sample) {
        return code.nanos(axis, sample);
    }

    /**
     * Returns the number of samples in each node itself, without those in called functions.
     *
     * @param inside whether a sample belongs to the part, by its time on the axis, ns
     */
    public int[] self(Axis axis, LongPredicate inside) {
        int[] self = new int[nodes()];
        for (int i = 0; i < innermostOf.length; i++) {
            if (inside.test(code.nanos(axis, i))) {
                self[innermostOf[i]]++;
            }
        }
        return self;
    }

    /** Returns the number of samples in each node of the whole run. */
    public int[] self() {
        return self(Axis.WALL_TIME, nanos -> true);
    }

    /**
     * Returns the number of samples with each function on their stack, by frame. A recursive function counts once per
     * sample.
     *
     * @param self number of samples in each node itself
     */
    public int[] totals(int[] self) {
        int[] totals = new int[frames.size()];
        int[] countedFor = new int[frames.size()];
        Arrays.fill(countedFor, -1);
        for (int n = 0; n < self.length; n++) {
            for (int at = self[n] > 0 ? n : OUTERMOST; at >= 0; at = callerOf[at]) {
                if (countedFor[frameOf[at]] != n) {
                    countedFor[frameOf[at]] = n;
                    totals[frameOf[at]] += self[n];
                }
            }
        }
        return totals;
    }

    /** Returns the functions of a node's stack, the outermost first. */
    public List<StackFrame> stack(int node) {
        List<StackFrame> stack = new ArrayList<>();
        for (int at = node; at >= 0; at = callerOf[at]) {
            stack.add(frames.get(frameOf[at]));
        }
        Collections.reverse(stack);
        return stack;
    }
}
