package runbench.parser.record;

/** A constant that files hold as a word. */
public interface Labeled {
    /** The word in recordings, JSON and CSV. */
    String label();

    /** True for the words of files that stand for it. */
    default boolean isMeantBy(String word) {
        return label().equals(word);
    }
}
