package runbench.parser.compare;

import java.util.List;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.Stay;

/**
 * The alignment of the stretches of two runs that have the same phases in the same order. Phases are named P1, P2, ...
 * in order of appearance, equally in both runs. Stretches that are details of their neighbours do not count.
 *
 * @param fit whether the runs can be aligned
 * @param a stretches of the first run, in order
 * @param b stretches of the second run, in order
 */
public record PhaseAlignment(Fit fit, List<Stay> a, List<Stay> b) {
    /** Returns whether the phases of both runs can be aligned. */
    public enum Fit {
        ALIKE,
        /** At least one of the two has no phases. */
        NO_PHASES,
        /** The runs have different numbers of phases. */
        OTHER_PHASES,
        /** Both runs have the same number of phases, in another order or with other numbers of occurrences. */
        OTHER_ORDER
    }

    public PhaseAlignment {
        a = List.copyOf(a);
        b = List.copyOf(b);
    }

    public static PhaseAlignment of(Structure a, Structure b) {
        List<Stay> ofA = named(a.visibleStays());
        List<Stay> ofB = named(b.visibleStays());
        return new PhaseAlignment(fit(ofA, ofB), ofA, ofB);
    }

    private static Fit fit(List<Stay> a, List<Stay> b) {
        if (a.size() < 2 || b.size() < 2) {
            return Fit.NO_PHASES;
        }
        if (names(a).size() != names(b).size()) {
            return Fit.OTHER_PHASES;
        }
        return a.stream().map(Stay::phase).toList().equals(b.stream().map(Stay::phase).toList()) ? Fit.ALIKE
                : Fit.OTHER_ORDER;
    }

    /** Returns the remaining stretches, with phases renamed in order of appearance. */
    private static List<Stay> named(List<Stay> stays) {
        List<String> seen = names(stays);
        return stays.stream().map(s -> new Stay("P" + (1 + seen.indexOf(s.phase())), s.from(), s.to())).toList();
    }

    private static List<String> names(List<Stay> stays) {
        return stays.stream().map(Stay::phase).distinct().toList();
    }

    /** Returns the phases of both runs, which must be aligned. */
    public List<String> phases() {
        return names(a);
    }

    /** Returns the position in the first run of a position in the second, linear within each stretch. */
    public double inA(double atB) {
        if (fit != Fit.ALIKE) {
            throw new IllegalStateException("runs that are not alike: " + fit);
        }
        int i = (int) b.stream().limit(b.size() - 1L).filter(s -> s.to() <= atB).count();
        Stay to = a.get(i);
        Stay from = b.get(i);
        return to.from() + (atB - from.from()) / (from.to() - from.from()) * (to.to() - to.from());
    }

    /**
     * Returns the total length of all stretches of a phase.
     *
     * @param stays stretches of one of the runs
     */
    public static double length(List<Stay> stays, String phase) {
        return stays.stream().filter(s -> s.phase().equals(phase)).mapToDouble(s -> s.to() - s.from()).sum();
    }
}
