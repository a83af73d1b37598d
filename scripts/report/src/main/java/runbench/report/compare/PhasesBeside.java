package runbench.report.compare;

import java.util.List;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.series.Envelope;

/**
 * A run of A and a run of B, which stand for the others.
 *
 * @param runA where it lies
 * @param runB likewise
 * @param unit of positions: s, or 10⁶ instructions
 * @param a rates of A's events, on its own axis
 * @param b of B's
 */
public record PhasesBeside(String runA, String runB, String unit, PhaseAlignment alignment, List<Envelope> a,
        List<Envelope> b) {
    public PhasesBeside {
        a = List.copyOf(a);
        b = List.copyOf(b);
    }
}
