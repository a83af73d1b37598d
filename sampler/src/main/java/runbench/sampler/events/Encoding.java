package runbench.sampler.events;

/**
 * What perf_event_open(2) takes for one event: {@code attr.type}, {@code config}, {@code config1}, {@code config2}. For
 * a breakpoint {@code config} is {@code bp_type} (1 read, 2 write, 4 execute), {@code config1} the address and
 * {@code config2} the length in bytes.
 */
public record Encoding(int type, long config, long config1, long config2) {
    public Encoding(int type, long config) {
        this(type, config, 0, 0);
    }

    /** As {@code cpu/config=0x43/}-like text for tables: only what is not zero. */
    @Override
    public String toString() {
        return "type=" + type + " config=0x" + Long.toHexString(config)
                + (config1 == 0 ? "" : " config1=0x" + Long.toHexString(config1))
                + (config2 == 0 ? "" : " config2=0x" + Long.toHexString(config2));
    }
}
