package runbench.parser.symbols;

import java.util.Arrays;
import java.util.Map;
import runbench.parser.record.Metadata.CallGraph;
import runbench.parser.symbols.StackProfile.SampledTask;

/**
 * The call stacks of the samples of a recording: a tree of code places. A node is a frame; its parent is the calling
 * frame. Parents have smaller indices than their children.
 */
final class CallStacks {
    /** Caller of the outermost frame. */
    static final int OUTERMOST = -1;
    /** Caller of a frame whose stack was cut at the maximum depth, or at the end of its copied part. */
    static final int CUT = -2;
    /** Caller of a frame from which the stack could not be unwound further. */
    static final int NOT_UNWOUND = -3;
    /** Innermost frame of a sample without a stack. */
    static final int NONE = -1;

    private final CallGraph graph;
    private final int[] callerOf;
    private final int[] placeOf;
    private final int[] innermostOf;
    private final int[] taskOf;
    private final Map<Integer, SampledTask> tasks;

    /**
     * Creates call stacks.
     *
     * @param callerOf index of each node's caller, {@link #OUTERMOST}, {@link #CUT} or {@link #NOT_UNWOUND}
     * @param placeOf index of each node's place
     * @param innermostOf index of each sample's innermost node, or {@link #NONE}
     * @param taskOf serial number of each sample's task
     * @param tasks tasks by serial number
     */
    CallStacks(CallGraph graph, int[] callerOf, int[] placeOf, int[] innermostOf, int[] taskOf,
            Map<Integer, SampledTask> tasks) {
        this.taskOf = taskOf;
        this.tasks = Map.copyOf(tasks);
        this.graph = graph;
        this.callerOf = callerOf;
        this.placeOf = placeOf;
        this.innermostOf = innermostOf;
    }

    CallGraph graph() {
        return graph;
    }

    int nodes() {
        return callerOf.length;
    }

    int caller(int node) {
        return callerOf[node];
    }

    int place(int node) {
        return placeOf[node];
    }

    /** Returns the index of a sample's innermost node, or {@link #NONE}. */
    int innermost(int sample) {
        return innermostOf[sample];
    }

    /** Returns the task of a sample. */
    SampledTask task(int sample) {
        return tasks.getOrDefault(taskOf[sample], SampledTask.UNKNOWN);
    }

    /** A growing tree of nodes that are identified by their parent and a number. */
    static final class Tree {
        private int[] parents = new int[256];
        private int[] numbers = new int[256];
        private int[] slots = new int[1024];
        private int count;

        /**
         * Returns the index of a child, which is added if it is new.
         *
         * @param parent index of a node, or a negative number that identifies a root
         */
        int child(int parent, int number) {
            int slot = slot(parent, number);
            if (slots[slot] > 0) {
                return slots[slot] - 1;
            }
            if (count == parents.length) {
                parents = Arrays.copyOf(parents, 2 * count);
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            parents[count] = parent;
            numbers[count] = number;
            slots[slot] = ++count;
            if (2 * count > slots.length) {
                slots = new int[2 * slots.length];
                for (int i = 0; i < count; i++) {
                    slots[slot(parents[i], numbers[i])] = i + 1;
                }
            }
            return count - 1;
        }

        /** Returns the slot of a node, or the free slot for it. */
        private int slot(int parent, int number) {
            long hash = ((long) parent << 32 ^ number) * 0x9e3779b97f4a7c15L;
            for (int i = (int) (hash >>> 32);; i++) {
                int slot = i & slots.length - 1;
                int there = slots[slot] - 1;
                if (there < 0 || parents[there] == parent && numbers[there] == number) {
                    return slot;
                }
            }
        }

        int[] parents() {
            return Arrays.copyOf(parents, count);
        }

        int[] numbers() {
            return Arrays.copyOf(numbers, count);
        }
    }
}
