package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The relation of the program that runs to the original of its entry. */
public enum Likeness {
    /** The original from a licensed tree. */
    ORIGINAL,
    /** The same program or library, from its own project. */
    SAME_PROGRAM,
    /** Another program for the same task. */
    SAME_KIND,
    /** A small program of Runbench with the same method. */
    KERNEL,
    /** A program of an entry that is part of no other suite, or that a user defined. */
    OWN;

    /** Returns the word in catalogue files and JSON, such as {@code same-program}. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
