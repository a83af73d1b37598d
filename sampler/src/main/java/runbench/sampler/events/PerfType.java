package runbench.sampler.events;

/** {@code perf_type_id} of perf_event_open(2): the types whose numbers never change. */
public final class PerfType {
    public static final int HARDWARE = 0;
    public static final int SOFTWARE = 1;
    public static final int TRACEPOINT = 2;
    public static final int HW_CACHE = 3;
    public static final int RAW = 4;
    public static final int BREAKPOINT = 5;

    private PerfType() {
    }
}
