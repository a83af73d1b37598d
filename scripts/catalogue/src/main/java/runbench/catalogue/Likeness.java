package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The relation of the program that runs to the original of its entry. */
public enum Likeness {
    /** The original from a licensed tree. */
    ORIGINAL("the original"),
    /** The same program or library, from its own project. */
    SAME_PROGRAM("the same program"),
    /** Another program for the same task. */
    SAME_KIND("a program of the same kind"),
    /** A small program of Runbench with the same method. */
    KERNEL("a kernel of the same kind"),
    /** A program of an entry that is part of no other suite, or that a user defined. */
    OWN("an own program");

    private final String text;

    Likeness(String text) {
        this.text = text;
    }

    /** Returns the word in catalogue files and JSON, such as {@code same-program}. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a noun phrase for people. */
    public String text() {
        return text;
    }
}
