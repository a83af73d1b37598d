package runbench.sync.session;

/**
 * A note for the user on a node's successful measurement.
 *
 * @param kind subject of the note
 * @param text text without the node's name
 */
public record Note(Kind kind, String text) {
    /** The subject of a note. */
    public enum Kind {
        /** The estimate may be worse than its statistical error. */
        ESTIMATE,
        /** The rate changed between windows by more than was stated. */
        WANDER,
        /** The newest window contradicts the one before. */
        STEP,
        /** Exchanges were left out because their stamps contradict each other. */
        LEFT_OUT,
        /** The node's beats are not used. */
        BEATS
    }
}
