package runbench.parser.compare;

import java.util.List;

/**
 * A fact about the runs, other than counts, that differs between both sides.
 *
 * @param name of the fact: {@code kernel}, {@code governor}
 * @param about subject of the fact
 * @param a values of the runs of A; empty if unknown
 * @param b values of the runs of B; empty if unknown
 */
public record Difference(String name, About about, List<String> a, List<String> b) {
    /** The subject of a fact. */
    public enum About {
        /** The program, which is usually the intended difference. */
        PROGRAM,
        /** The measurement. */
        MEASUREMENT,
        /** The machine and its state. */
        MACHINE
    }
}
