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
        MESSAGE(4);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
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
         * Begins a region for try-with-resources.
         *
         * @return the region, which {@link Open#close} ends
         */
        public Open enter() {
            begin();
            return this::end;
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
}
