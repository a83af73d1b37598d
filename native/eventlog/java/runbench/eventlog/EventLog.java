package runbench.eventlog;

/**
 * The Java interface of runbench/eventlog.h. It needs librunbench-eventlog-java.so in java.library.path or as
 * {@code -Drunbench.eventlog=FILE}. Without $RB_EVENTLOG, or without the library, every call returns immediately.
 */
public final class EventLog {
    private static final boolean ON = load() && on();

    private EventLog() {
    }

    /** The kind of a type of events. */
    public enum Kind {
        /** A point in time. */
        POINT(1),
        /** A region of one thread; regions of a thread are nested. */
        REGION(2),
        /** A state of the process; begin and end may be in different threads. */
        STATE(3),
        /** A message with a send and a receive. */
        MESSAGE(4),
        /** A quantity with a value at each event. */
        COUNTER(5),
        /** An operation with an id and a parent; it may end in another thread, and may overlap others. */
        SPAN(6);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** The severity of an event. */
    public enum Severity {
        /** No severity. */
        NONE,
        /** For developers of the program. */
        DEBUG,
        /** A normal event. */
        INFO,
        /** An unexpected event without failure. */
        WARNING,
        /** A failure. */
        ERROR
    }

    /** A declared type of events. */
    public static final class Type {
        private final int number;

        private Type(int number) {
            this.number = number;
        }

        /**
         * Logs a point.
         *
         * @param comment text of the event; null: none
         */
        public void point(String comment) {
            if (ON) {
                log(1, number, 0, comment);
            }
        }

        /** Begins a region or a state. */
        public void begin() {
            if (ON) {
                log(2, number, 0, null);
            }
        }

        /** Ends the region or the state, and the regions inside it. */
        public void end() {
            if (ON) {
                log(3, number, 0, null);
            }
        }

        /**
         * Logs the sending of a message.
         *
         * @param id id of the message, unique in the run
         * @param comment text of the event; null: none
         */
        public void send(long id, String comment) {
            if (ON) {
                log(4, number, id, comment);
            }
        }

        /**
         * Logs the receipt of a message.
         *
         * @param id id of the message, as in {@link #send}
         * @param comment text of the event; null: none
         */
        public void receive(long id, String comment) {
            if (ON) {
                log(5, number, id, comment);
            }
        }

        /**
         * Logs the value of a counter at this time.
         *
         * @param value value, in the unit of the counter
         */
        public void counter(double value) {
            if (ON) {
                details(6, number, Double.doubleToRawLongBits(value), 0, 0, null, null, null, null);
            }
        }

        /**
         * Logs a point with a severity and fields.
         *
         * @param severity severity
         * @param comment text of the event; null: none
         * @param namesAndValues names and values of the fields in turn; a Byte, Short, Integer or Long is an integer,
         *     another Number a double, and any other object its text
         * @throws IllegalArgumentException a name is no String, or the last name has no value
         */
        public void event(Severity severity, String comment, Object... namesAndValues) {
            if (ON) {
                Fields fields = new Fields(namesAndValues);
                details(1, number, 0, 0, severity.ordinal(), comment, fields.kinds, fields.numbers, fields.texts);
            }
        }

        /**
         * Begins a span.
         *
         * @param parent id of a span, also of another process; 0: none
         * @param comment text of the event; null: none
         * @param namesAndValues fields, as in {@link #event}
         * @return the id of the span, for {@link #endSpan} in any thread; 0 if nothing is logged
         * @throws IllegalArgumentException a name is no String, or the last name has no value
         */
        public long beginSpan(long parent, String comment, Object... namesAndValues) {
            if (!ON) {
                return 0;
            }
            Fields fields = new Fields(namesAndValues);
            return details(2, number, 0, parent, 0, comment, fields.kinds, fields.numbers, fields.texts);
        }

        /**
         * Ends a span.
         *
         * @param id id of the span
         * @param severity ERROR marks it as failed
         * @param namesAndValues fields, as in {@link #event}
         * @throws IllegalArgumentException a name is no String, or the last name has no value
         */
        public void endSpan(long id, Severity severity, Object... namesAndValues) {
            if (ON) {
                Fields fields = new Fields(namesAndValues);
                details(3, number, id, 0, severity.ordinal(), null, fields.kinds, fields.numbers, fields.texts);
            }
        }

        /**
         * Begins a region for try-with-resources.
         *
         * @return the region, which {@link Open#close} ends
         */
        public Open enter() {
            begin();
            return this::end;
        }
    }

    /** The fields of an event as arrays: kinds as in eventlog.h, bits of the numbers, and names and texts in turn. */
    private static final class Fields {
        private static final byte INT64 = 1;
        private static final byte DOUBLE = 2;
        private static final byte STRING = 3;

        private final byte[] kinds;
        private final long[] numbers;
        private final String[] texts;

        Fields(Object[] namesAndValues) {
            if (namesAndValues.length % 2 != 0) {
                throw new IllegalArgumentException("the last name has no value");
            }
            int count = namesAndValues.length / 2;
            kinds = new byte[count];
            numbers = new long[count];
            texts = new String[2 * count];
            for (int i = 0; i < count; i++) {
                Object value = namesAndValues[2 * i + 1];
                if (!(namesAndValues[2 * i] instanceof String)) {
                    throw new IllegalArgumentException("not a name: " + namesAndValues[2 * i]);
                }
                texts[2 * i] = (String) namesAndValues[2 * i];
                if (value instanceof Long || value instanceof Integer || value instanceof Short
                        || value instanceof Byte) {
                    kinds[i] = INT64;
                    numbers[i] = ((Number) value).longValue();
                } else if (value instanceof Number) {
                    kinds[i] = DOUBLE;
                    numbers[i] = Double.doubleToRawLongBits(((Number) value).doubleValue());
                } else {
                    kinds[i] = STRING;
                    texts[2 * i + 1] = String.valueOf(value);
                }
            }
        }
    }

    /** An open region. */
    @FunctionalInterface
    public interface Open extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Declares a type of events.
     *
     * @param name name of the type
     * @param kind kind of the type
     * @param colour 0xRRGGBB, or -1 for none
     * @return the type
     */
    public static Type declare(String name, Kind kind, int colour) {
        return new Type(ON ? declare(name, kind.number, colour) : 0);
    }

    /**
     * Returns whether events are logged.
     *
     * @return false without $RB_EVENTLOG or the native library
     */
    public static boolean isOn() {
        return ON;
    }

    /** Loads the native library, once. */
    static void requireLibrary() {
        String file = System.getProperty("runbench.eventlog");
        if (file == null) {
            System.loadLibrary("runbench-eventlog-java");
        } else {
            System.load(file);
        }
    }

    private static boolean load() {
        try {
            requireLibrary();
            return true;
        } catch (UnsatisfiedLinkError | SecurityException e) {
            if (System.getenv("RB_EVENTLOG") != null) {
                System.err.println("runbench: event log: events are not logged: " + e.getMessage());
            }
            return false;
        }
    }

    private static native boolean on();

    private static native int declare(String name, int kind, int colour);

    private static native void log(int what, int type, long id, String comment);

    private static native long details(int what, int type, long id, long parent, int severity, String comment,
            byte[] kinds, long[] numbers, String[] texts);
}
