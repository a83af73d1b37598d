package runbench.parser.compare;

import java.util.List;

/**
 * One side of a comparison.
 *
 * @param label name of the program, or path of its runs
 * @param runs paths of the runs, in the order of time
 */
public record ComparedSide(String label, List<String> runs) {
    public ComparedSide {
        runs = List.copyOf(runs);
    }
}
