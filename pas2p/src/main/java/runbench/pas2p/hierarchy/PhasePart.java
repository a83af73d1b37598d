package runbench.pas2p.hierarchy;

/**
 * A phase as part of another, or of the run.
 *
 * @param times of its occurrences there
 * @param first where in the string of phase occurrences it first is
 */
public record PhasePart(PhaseGroup group, Times times, int first) {
    /** How often it occurs in all occurrences of what it is part of. */
    public long count() {
        return times.count();
    }
}
