package runbench.eventlog;

/**
 * Java's door to runbench/eventlog.h: needs this class and librunbench-eventlog-java.so, found along java.library.path or at
 * {@code -Drunbench.eventlog=FILE}. Without $RB_EVENTLOG, or without the library, every call returns at once.
 */
public final class EventLog {
    private static final boolean ON = load() && on();

    private EventLog() {
    }

    /** What a type of events means. */
    public enum Kind {
        /** Something happened. */
        POINT(1),
        /** A thread is within it; those of a thread are nested. */
        REGION(2),
        /** The process is in it; begin and end may be in different threads. */
        STATE(3),
        /** Sent and received. */
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

        public void point(String comment) {
            if (ON) {
                log(1, number, 0, comment);
            }
        }

        public void begin() {
            if (ON) {
                log(2, number, 0, null);
            }
        }

        public void end() {
            if (ON) {
                log(3, number, 0, null);
            }
        }

        /** @param id of the message, unique in the run */
        public void send(long id, String comment) {
            if (ON) {
                log(4, number, id, comment);
            }
        }

        /** @param id what it was sent with */
        public void receive(long id, String comment) {
            if (ON) {
                log(5, number, id, comment);
            }
        }

        /** A region for try-with-resources. */
        public Open enter() {
            begin();
            return this::end;
        }
    }

    /** Ends what was begun. */
    @FunctionalInterface
    public interface Open extends AutoCloseable {
        @Override
        void close();
    }

    /** @param colour 0xRRGGBB, or -1 */
    public static Type declare(String name, Kind kind, int colour) {
        return new Type(ON ? declare(name, kind.number, colour) : 0);
    }

    /** Whether what is logged is kept. */
    public static boolean isOn() {
        return ON;
    }

    private static boolean load() {
        try {
            String file = System.getProperty("runbench.eventlog");
            if (file == null) {
                System.loadLibrary("runbench-eventlog-java");
            } else {
                System.load(file);
            }
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
