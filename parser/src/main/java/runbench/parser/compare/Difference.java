package runbench.parser.compare;

import java.util.List;

/**
 * Something other than the counts that is not alike on both sides.
 *
 * @param name of the fact: {@code kernel}, {@code governor}
 * @param about what kind of fact it is
 * @param a values among the runs of A; empty: unknown
 */
public record Difference(String name, About about, List<String> a, List<String> b) {
    /** What a fact is about. */
    public enum About {
        /** What was run: usually what is being compared. */
        PROGRAM,
        /** How it was measured. */
        MEASUREMENT,
        /** Where, and in what state that was. */
        MACHINE
    }
}
