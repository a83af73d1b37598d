package runbench.parser.record;

/**
 * One event that was asked for, and what became of it.
 *
 * @param name       as it was asked for
 * @param unit       of its count: "faults", "ns"; empty when the recording does not say
 * @param source     who counted: "pmu", "software", "tracepoint", "breakpoint", "emulated"
 * @param type       {@code perf_event_attr.type}; -1 when it could not even be encoded
 * @param config     {@code perf_event_attr.config}
 * @param group      of counters that are read together
 * @param valueIndex place of its count in the records of its group; -1 when it was not counted
 * @param scope      "user" or "user+kernel"
 * @param reason     why it was not counted; empty when it was
 */
public record EventInfo(
        String name,
        String unit,
        String source,
        int type,
        long config,
        int group,
        int valueIndex,
        String scope,
        String reason) {

    /** False when the recording holds no values of it; such an event is "not counted", never 0. */
    public boolean counted() {
        return valueIndex >= 0;
    }

    /** True for clocks (task-clock, cpu-clock), whose count is a time. */
    public boolean isTime() {
        return unit.equals("ns");
    }

    /** What was really counted, and by what, for labels: "PMU event r5383d0", "software event", "emulated". */
    public String countedAs() {
        if (!counted()) {
            return "not counted: " + reason;
        }
        String where = scope.equals("user") ? ", user mode only" : "";
        return switch (source) {
            case "pmu" -> (type == 4 ? "PMU event r" + Long.toHexString(config) : "PMU event " + name) + where;
            case "software" -> "software event" + where;
            case "tracepoint" -> "tracepoint" + where;
            case "breakpoint" -> "breakpoint" + where;
            default -> source + where;
        };
    }
}
