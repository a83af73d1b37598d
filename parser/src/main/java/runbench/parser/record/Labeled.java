package runbench.parser.record;

/** A constant with a word in files. */
public interface Labeled {
    /** Returns the word in recordings, JSON and CSV. */
    String label();

    /** Returns whether a word of a file represents this constant. */
    default boolean isMeantBy(String word) {
        return label().equals(word);
    }
}
