package runbench.parser.symbols;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Metadata.CallGraph;
import runbench.parser.symbols.CodeCollector.ProcessMemory;
import runbench.parser.symbols.StackProfile.SampledTask;

/**
 * Collects the call stacks of a recording. Recorded frames contain addresses, whose code depends on the sample's
 * process and on its mappings at that time.
 */
final class StackCollector {
    /** More frames than any sampler writes; a larger number in a file is damage, not a reason to allocate. */
    private static final int MAX_FRAMES = 1 << 24;

    /** Returns the index of the place of an address. */
    interface Places {
        int of(ProcessMemory memory, boolean kernel, long address);
    }

    private final CallGraph graph;
    private final Places places;
    private final CallStacks.Tree tree = new CallStacks.Tree();
    /** Recorded frames by number: caller, address, and whether the address is in the kernel. */
    private int[] callerOf = new int[1024];
    private long[] addressOf = new long[1024];
    private boolean[] inKernel = new boolean[1024];
    private boolean[] known = new boolean[1024];
    /** Frames on the way from a sample to a resolved caller. */
    private int[] path = new int[256];
    private final IdentityHashMap<ProcessMemory, Resolved> resolved = new IdentityHashMap<>();

    /** The nodes of the frames of one process as callers, valid for one version of its mappings. */
    private static final class Resolved {
        private int version = -1;
        /** Index of each frame's node + 1. */
        private int[] nodeOf = new int[0];

        int[] nodes(int mappings, int frames) {
            if (version != mappings) {
                Arrays.fill(nodeOf, 0);
                version = mappings;
            }
            if (nodeOf.length < frames) {
                nodeOf = Arrays.copyOf(nodeOf, frames);
            }
            return nodeOf;
        }
    }

    StackCollector(CallGraph graph, Places places) {
        this.graph = graph;
        this.places = places;
    }

    /**
     * Reads new frames.
     *
     * @throws RunbenchException (bad input) the record is damaged
     */
    void frames(Cursor r) {
        int first = r.firstFrame();
        int count = r.frameCount();
        int caller = r.frameCaller();
        if (first < 1 || first > MAX_FRAMES - count || count < 1
                || caller != Kind.CUT && caller != Kind.NOT_UNWOUND && (caller < 0 || caller >= first)) {
            throw RunbenchException
                    .badInput("record " + r.index() + " has damaged frames of call stacks: frame " + first
                            + " with caller " + caller)
                    .remedy("record the run again, or without --call-graph");
        }
        if (first + count > callerOf.length) {
            int room = Math.max(first + count, 2 * callerOf.length);
            callerOf = Arrays.copyOf(callerOf, room);
            addressOf = Arrays.copyOf(addressOf, room);
            inKernel = Arrays.copyOf(inKernel, room);
            known = Arrays.copyOf(known, room);
        }
        for (int i = 0; i < count; i++) {
            callerOf[first + i] = i == 0 ? caller : first + i - 1;
            addressOf[first + i] = r.frameAddress(i);
            inKernel[first + i] = (r.flags() & Flag.KERNEL) != 0;
            known[first + i] = true;
        }
    }

    /** Returns the number of the innermost frame of a sample; 0: it has no stack. */
    int innermost(Cursor r) {
        return (int) r.value(graph.value());
    }

    /**
     * Returns the node of a sample's innermost frame.
     *
     * @param frame number of the frame
     * @param place index of the place of the sample
     * @return {@link CallStacks#NONE} if the frame or one of its callers is not known (yet)
     */
    int node(ProcessMemory memory, int frame, int place) {
        if (!isKnown(frame)) {
            return CallStacks.NONE;
        }
        int parent = parent(memory, frame);
        return parent == Integer.MIN_VALUE ? CallStacks.NONE : tree.child(parent, place);
    }

    private boolean isKnown(int frame) {
        return frame > 0 && frame < known.length && known[frame];
    }

    /** Returns the node of a frame's caller, or {@link Integer#MIN_VALUE} if a caller is not known (yet). */
    private int parent(ProcessMemory memory, int frame) {
        int[] nodes = resolved.computeIfAbsent(memory, m -> new Resolved()).nodes(memory.version(), callerOf.length);
        int length = 0;
        int at = frame;
        // Upwards to a caller with a node ...
        for (int caller = callerOf[at]; caller > 0; caller = callerOf[at]) {
            if (!isKnown(caller)) {
                return Integer.MIN_VALUE;
            }
            if (nodes[caller] > 0 && !interrupted(at)) {
                break;
            }
            if (length == path.length) {
                path = Arrays.copyOf(path, 2 * length);
            }
            path[length++] = at;
            at = caller;
        }
        int caller = callerOf[at];
        int node = switch (caller) {
            case Kind.CUT -> CallStacks.CUT;
            case Kind.NOT_UNWOUND -> CallStacks.NOT_UNWOUND;
            case Kind.OUTERMOST -> CallStacks.OUTERMOST;
            default -> nodes[caller] - 1;
        };
        // ... and down again.
        while (length > 0) {
            int below = path[--length];
            int here = callerOf[below];
            if (interrupted(below)) {
                // The address is that of an instruction, not of the one after a call.
                node = tree.child(node, places.of(memory, false, addressOf[here]));
            } else {
                node = tree.child(node, places.of(memory, inKernel[here], addressOf[here] - 1));
                nodes[here] = node + 1;
            }
        }
        return node;
    }

    /** Returns whether a frame is the kernel's entry from user mode. */
    private boolean interrupted(int frame) {
        return inKernel[frame] && callerOf[frame] > 0 && !inKernel[callerOf[frame]];
    }

    /**
     * Returns the stacks.
     *
     * @param innermostOf index of each sample's innermost node
     * @param taskOf serial number of each sample's task
     * @param tasks tasks by serial number
     */
    CallStacks stacks(int[] innermostOf, int[] taskOf, Map<Integer, SampledTask> tasks) {
        return new CallStacks(graph, tree.parents(), tree.numbers(), innermostOf, taskOf, tasks);
    }
}
