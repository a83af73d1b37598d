package runbench.report.compare;

import java.util.List;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.series.Envelope;

/**
 * A representative run of A and one of B over time.
 *
 * @param runA path of the run of A
 * @param runB path of the run of B
 * @param unit unit of positions: s, or 10⁶ instructions
 * @param alignment alignment of their phases
 * @param a rates of A's events on its own axis
 * @param b rates of B's events on its own axis
 */
public record PhasesBeside(String runA, String runB, String unit, PhaseAlignment alignment, List<Envelope> a,
        List<Envelope> b) {
    public PhasesBeside {
        a = List.copyOf(a);
        b = List.copyOf(b);
    }
}
