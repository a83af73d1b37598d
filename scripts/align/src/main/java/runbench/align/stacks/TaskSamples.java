package runbench.align.stacks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.series.Axis;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.StackProfile.SampledTask;

/** The samples of a run by task. */
final class TaskSamples {
    private TaskSamples() {
    }

    /** Returns the samples of each task in order of wall time; tasks in the order of their first sample in the file. */
    static Map<SampledTask, List<Integer>> of(StackProfile stacks) {
        Map<SampledTask, List<Integer>> tasks = new LinkedHashMap<>();
        for (int i = 0; i < stacks.samples(); i++) {
            tasks.computeIfAbsent(stacks.task(i), t -> new ArrayList<>()).add(i);
        }
        tasks.values().forEach(s -> s.sort(Comparator.comparingLong(i -> stacks.nanos(Axis.WALL_TIME, i))));
        return tasks;
    }

    /** Returns the frames of a node's stack, the outermost first. */
    static int[] stack(StackProfile stacks, int node) {
        int depth = 0;
        for (int at = node; at >= 0; at = stacks.caller(at)) {
            depth++;
        }
        int[] stack = new int[depth];
        for (int at = node; at >= 0; at = stacks.caller(at)) {
            stack[--depth] = stacks.frame(at);
        }
        return stack;
    }
}
