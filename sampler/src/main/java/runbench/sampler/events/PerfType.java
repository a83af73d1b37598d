package runbench.sampler.events;

/** {@code perf_type_id} of perf_event_open(2): the types whose numbers never change. */
final class PerfType {
    static final int HARDWARE = 0;
    static final int SOFTWARE = 1;
    static final int TRACEPOINT = 2;
    static final int HW_CACHE = 3;
    static final int RAW = 4;
    static final int BREAKPOINT = 5;

    private PerfType() {
    }
}
