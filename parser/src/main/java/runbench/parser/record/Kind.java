package runbench.parser.record;

/** The kinds of records: {@code enum rb_kind} of recording.h. They are plain ints because each record is tested. */
public final class Kind {
    /** A periodic sample of a series. */
    public static final int SAMPLE = 1;
    /** The last values of a series, at the end of its task or of the run; not a period. */
    public static final int CLOSE = 2;
    /** The final count of a group over all tasks and CPUs, read from the counters themselves. */
    public static final int TOTAL = 3;
    /** The first record of a task. */
    public static final int TASK = 4;
    /** A task ended. */
    public static final int EXIT = 5;
    /** A task's name. */
    public static final int COMM = 6;
    /** {@code aux} records were dropped by the kernel. */
    public static final int LOST = 7;
    /** A context switch. */
    public static final int SWITCH = 8;
    /** Sampling was throttled or unthrottled by the kernel. */
    public static final int THROTTLE = 9;
    /** Closes and checks the records that were flushed together. */
    public static final int SEAL = 11;
    /** The last record of a complete file. */
    public static final int END = 12;
    /** A group's counts over all tasks and CPUs so far, read while its tasks worked without samples. */
    public static final int READING = 13;
    /** The final counts of one task of a polled recording, recorded at its end. */
    public static final int FINAL = 14;
    /** A part of the name or build id of a file that was mapped. */
    public static final int FILE = 15;
    /** Executable memory appeared in a task's process. */
    public static final int MAP = 16;
    /** New frames of call stacks. */
    public static final int FRAMES = 17;
    /** Counting was enabled ({@link Flag#ENABLED}) or disabled; the first one contains the state at the start. */
    public static final int CONTROL = 18;

    /** {@code cpu} of a value that was summed over CPUs. */
    public static final int ALL_CPUS = -1;
    /** {@code task} of a value that was summed over tasks. */
    public static final int ALL_TASKS = -1;

    /** {@code caller} of {@link #FRAMES}: the first frame has no caller. */
    public static final int OUTERMOST = 0;
    /**
     * {@code caller} of {@link #FRAMES}: the stack reached the maximum depth or the end of its copied part, so the
     * caller is unknown.
     */
    public static final int CUT = -1;
    /** {@code caller} of {@link #FRAMES}: no call frame information leads to the caller. */
    public static final int NOT_UNWOUND = -2;

    private Kind() {
    }

    /** The flags of a record: {@code enum rb_flag} of recording.h, as bits. */
    public static final class Flag {
        /** Records were lost on this CPU since its previous record. */
        public static final int LOST = 1;
        public static final int THROTTLED = 1 << 1;
        public static final int SWITCH_OUT = 1 << 2;
        /** Switched out while still runnable. */
        public static final int PREEMPTED = 1 << 3;
        /** A poll more than half a period after its deadline. */
        public static final int LATE = 1 << 4;
        /** A {@link Kind#CLOSE} computed as total minus the other tasks, not reported by the kernel. */
        public static final int DERIVED = 1 << 5;
        /** A {@link Kind#COMM} of an exec, which removed all mappings. */
        public static final int EXEC = 1 << 6;
        /**
         * The instruction pointer of a {@link Kind#SAMPLE}, or the addresses of {@link Kind#FRAMES}, are the kernel's.
         */
        public static final int KERNEL = 1 << 7;
        /** A {@link Kind#FILE} with the build id instead of the name. */
        public static final int BUILD_ID = 1 << 8;
        /** The last recorded {@link Kind#SWITCH}: later ones are not recorded because they are too frequent. */
        public static final int STOPPED = 1 << 9;
        /** A {@link Kind#CONTROL} at which a stretch of counting begins. */
        public static final int ENABLED = 1 << 10;

        private Flag() {
        }
    }
}
