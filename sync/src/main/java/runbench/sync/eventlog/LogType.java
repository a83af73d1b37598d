package runbench.sync.eventlog;

import java.util.Locale;

/**
 * A declared type of events.
 *
 * @param name name; not empty
 * @param kind kind; null if the type was not declared
 * @param colour 0xRRGGBB; null if none was set
 */
public record LogType(String name, LogKind kind, Integer colour) {
    static final LogType UNDECLARED = new LogType("(not declared)", null, null);

    /** The kind of a type of events. */
    public enum LogKind {
        /** A single event without duration. */
        POINT,
        /** A thread is in the region from begin to end; the regions of a thread are nested. */
        REGION,
        /** A process is in the state from begin to end; the two may be in different threads. */
        STATE,
        /** Sends and receives. */
        MESSAGE,
        /** A quantity with a value at each event. */
        COUNTER,
        /** Operations with ids and parents; they may overlap, and end in another thread. */
        SPAN;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** Returns the word for tables. */
        public String word() {
            return word;
        }
    }

    /** The role of an event. */
    public enum LogWhat {
        POINT, BEGIN, END, SEND, RECEIVE, VALUE;

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

        /** Returns whether an event of this role and with this id begins or ends a span, not a region or state. */
        public boolean isOfSpan(long id) {
            return id != 0 && (this == BEGIN || this == END);
        }

        static boolean is(int number) {
            return number >= 1 && number <= ALL.length;
        }

        /** Returns the word for tables. */
        public String word() {
            return word;
        }
    }
}
