package runbench.parser.record;

/** What the sampler knew about a record: {@code enum rb_flag} of recording.h, as bits. */
public final class Flag {
    /** Records were lost on this CPU since its previous record. */
    public static final int LOST = 1;
    public static final int THROTTLED = 1 << 1;
    public static final int SWITCH_OUT = 1 << 2;
    /** Switched out while still runnable. */
    public static final int PREEMPTED = 1 << 3;
    /** Polling: taken more than half a period after its deadline. */
    public static final int LATE = 1 << 4;
    /** A {@link Kind#CLOSE} computed as total minus the other tasks, not reported by the kernel. */
    public static final int DERIVED = 1 << 5;
    /** A {@link Kind#COMM} that came with an exec: what was mapped before is gone. */
    public static final int EXEC = 1 << 6;
    /** The instruction pointer of a {@link Kind#SAMPLE} is one of the kernel. */
    public static final int KERNEL = 1 << 7;
    /** A {@link Kind#FILE} holds the build id, not the name. */
    public static final int BUILD_ID = 1 << 8;

    private Flag() {
    }
}
