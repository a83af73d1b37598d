package runbench.pas2p.hierarchy;

/**
 * A phase as part of another one, or of the run.
 *
 * @param times times of its occurrences there
 * @param first index of its first occurrence in the string of phase occurrences
 */
public record PhasePart(PhaseGroup group, Times times, int first) {
    /** Returns the number of occurrences within all occurrences of its parent. */
    public long count() {
        return times.count();
    }
}
