package runbench.parser.compare;

import java.util.List;

/**
 * One of the two.
 *
 * @param label what was run, or where it lies
 * @param runs where they lie, in the order of time
 */
public record ComparedSide(String label, List<String> runs) {
    public ComparedSide {
        runs = List.copyOf(runs);
    }
}
