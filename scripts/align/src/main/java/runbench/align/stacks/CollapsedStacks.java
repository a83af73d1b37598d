package runbench.align.stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import runbench.parser.symbols.StackProfile;
import runbench.parser.symbols.StackProfile.StackFrame;

/** Collapsed stacks, the text format of flamegraph.pl: one line per stack, functions separated by semicolons. */
final class CollapsedStacks {
    /** Suffix of kernel functions, as of stackcollapse-perf.pl --kernel. */
    private static final String KERNEL = "_[k]";

    private CollapsedStacks() {
    }

    /** Returns the lines in alphabetical order. */
    static String text(StackProfile stacks) {
        int[] self = stacks.self();
        List<String> names = stacks.frames().stream().map(CollapsedStacks::name).toList();
        TreeMap<String, Integer> lines = new TreeMap<>();
        List<String> stack = new ArrayList<>();
        for (int n = 0; n < self.length; n++) {
            if (self[n] > 0) {
                stack.clear();
                for (int at = n; at >= 0; at = stacks.caller(at)) {
                    stack.add(0, names.get(stacks.frame(at)));
                }
                lines.merge(String.join(";", stack), self[n], Integer::sum);
            }
        }
        return lines.entrySet().stream().map(l -> l.getKey() + " " + l.getValue() + "\n").collect(Collectors.joining());
    }

    /**
     * Returns the name of a function without the separator and line ends; unknown functions have that of their library.
     */
    private static String name(StackFrame f) {
        String name = f.named() || f.library().isEmpty() ? f.function()
                : "[" + f.library().replaceAll("^\\[|\\]$", "") + "]";
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ') + (f.kernel() ? KERNEL : "");
    }
}
