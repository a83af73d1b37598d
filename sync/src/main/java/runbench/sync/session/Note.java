package runbench.sync.session;

/**
 * What a person should know of a node's measurement although it succeeded.
 *
 * @param text for a person, without the node's name
 */
public record Note(Kind kind, String text) {
    /** What it is about. */
    public enum Kind {
        /** The estimate may be worse than its statistical error shows. */
        ESTIMATE,
        /** The rate changed between windows by more than was stated. */
        WANDER,
        /** The newest window contradicts the one before. */
        STEP,
        /** Exchanges were left out because no two clocks can have shown their stamps. */
        LEFT_OUT,
        /** The node's beats are not used. */
        BEATS
    }
}
