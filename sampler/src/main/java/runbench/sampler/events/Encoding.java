package runbench.sampler.events;

/**
 * The encoding of one event for perf_event_open(2). For a breakpoint, {@code config} is {@code bp_type} (1 read, 2
 * write, 4 execute), {@code config1} the address and {@code config2} the length in bytes.
 *
 * @param type {@code attr.type}
 * @param config {@code attr.config}
 * @param config1 {@code attr.config1}
 * @param config2 {@code attr.config2}
 */
public record Encoding(int type, long config, long config1, long config2) {
    public Encoding(int type, long config) {
        this(type, config, 0, 0);
    }

    /** Returns a text for tables, without the words that are zero. */
    @Override
    public String toString() {
        return "type=" + type + " config=0x" + Long.toHexString(config)
                + (config1 == 0 ? "" : " config1=0x" + Long.toHexString(config1))
                + (config2 == 0 ? "" : " config2=0x" + Long.toHexString(config2));
    }

    /** The fixed values of {@code perf_type_id} in perf_event_open(2). */
    public static final class PerfType {
        public static final int HARDWARE = 0;
        public static final int SOFTWARE = 1;
        public static final int TRACEPOINT = 2;
        public static final int HW_CACHE = 3;
        public static final int RAW = 4;
        public static final int BREAKPOINT = 5;

        private PerfType() {
        }
    }
}
