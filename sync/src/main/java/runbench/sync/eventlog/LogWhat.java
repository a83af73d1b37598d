package runbench.sync.eventlog;

import java.util.Locale;

/** The role of an event. */
public enum LogWhat {
    POINT, BEGIN, END, SEND, RECEIVE;

    private final String word = name().toLowerCase(Locale.ROOT);
    private static final LogWhat[] ALL = values();

    /**
     * Returns the role with this number.
     *
     * @param number number in the file, from 1
     */
    static LogWhat of(int number) {
        return ALL[number - 1];
    }

    static boolean is(int number) {
        return number >= 1 && number <= ALL.length;
    }

    /** Returns the word for tables. */
    public String word() {
        return word;
    }
}
