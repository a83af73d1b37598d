package runbench.sampler.events;

/** The fixed values of {@code perf_type_id} in perf_event_open(2). */
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
