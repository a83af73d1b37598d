package runbench.sync.eventlog;

import java.util.Locale;

/** What an event says of its type. */
public enum LogWhat {
    POINT, BEGIN, END, SEND, RECEIVE;

    private final String word = name().toLowerCase(Locale.ROOT);
    private static final LogWhat[] ALL = values();

    /** @param number as in the file, from 1 */
    static LogWhat of(int number) {
        return ALL[number - 1];
    }

    static boolean is(int number) {
        return number >= 1 && number <= ALL.length;
    }

    /** As tables have it. */
    public String word() {
        return word;
    }
}
