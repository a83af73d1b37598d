package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;
import runbench.parser.structure.Structure.Stay;

/** The stretches of a run that a person who describes its whole chart would tell apart. */
public final class VisibleStretches {
    /** Shorter ones, as a share of the run, are details of those around them. */
    static final double SHORTEST = 0.02;

    private VisibleStretches() {
    }

    /** In order; where a short one is left out, the one before it reaches on, and equal ones that meet are one. */
    public static List<Stay> of(Structure s) {
        double least = SHORTEST * s.resolution().length();
        List<Stay> seen = new ArrayList<>();
        for (Stay stay : s.stays()) {
            Stay last = seen.isEmpty() ? null : seen.get(seen.size() - 1);
            boolean same = last != null && last.phase().equals(stay.phase());
            if (last != null && (same || stay.to() - stay.from() < least)) {
                seen.set(seen.size() - 1, new Stay(last.phase(), last.from(), stay.to()));
            } else if (stay.to() - stay.from() >= least) {
                seen.add(new Stay(stay.phase(), seen.isEmpty() ? s.stays().get(0).from() : stay.from(), stay.to()));
            }
        }
        return seen;
    }
}
