package runbench.parser.record;

import java.util.List;

/**
 * One event that was asked for, and what became of it.
 *
 * @param name as it was asked for
 * @param unit of its count: "faults", "ns"; empty when the recording does not say
 * @param source who counted
 * @param type {@code perf_event_attr.type}; -1 when it could not even be encoded
 * @param config {@code perf_event_attr.config}
 * @param group of counters that are read together
 * @param values places in the records of its group whose sum is its count: one, or several for a quantity that this CPU
 *     counts in parts (loads and stores); empty when it was not counted
 * @param scope modes of the processor that were counted
 * @param reason why it was not counted; empty when it was
 * @param seen false where it counted 0 and a trial that provokes events did not raise it either: the processor may not
 *     know it
 * @param meaning one line on what is really counted; may be empty
 * @param socketWide whole sockets counted it, whoever ran there
 */
public record EventInfo(String name, String unit, Term<CountSource> source, int type, long config, int group,
        List<Integer> values, Term<CountScope> scope, String reason, boolean seen, String meaning, boolean socketWide) {
    /** What such a count is of. */
    public static final String SOCKET_WIDE = "socket-wide: everything that ran on the machine";

    public EventInfo {
        values = List.copyOf(values);
    }

    /** False when the recording holds no values of it; such an event is "not counted", never 0. */
    public boolean counted() {
        return !values.isEmpty();
    }

    /** True for clocks (task-clock, cpu-clock), whose count is a time. */
    public boolean isTime() {
        return unit.equals("ns");
    }

    /** True where its rate is per second of wall time: clocks, and what goes on whether the program runs or not. */
    public boolean overWallTime() {
        return isTime() || socketWide;
    }

    /** What one count stands for. */
    public EventScale scale() {
        return EventScale.of(unit);
    }

    /**
     * What was really counted, and by what, for labels: "PMU event r5383d0: memory instructions retired", "software
     * event", "emulated".
     */
    public String countedAs() {
        if (!counted()) {
            return "not counted: " + reason;
        }
        // Clocks run on in the kernel even where counting is restricted to user mode.
        String where = socketWide ? ", " + SOCKET_WIDE : isTime() ? "" : only(scope.value());
        if (values.size() > 1) {
            return source.label() + ", " + meaning + where;
        }
        return switch (source.value()) {
            case PMU -> (type == 4 ? "PMU event r" + Long.toHexString(config) : "PMU event")
                    + (meaning.isEmpty() ? "" : ": " + meaning) + where;
            case SOFTWARE -> "software event" + where;
            case TRACEPOINT, BREAKPOINT, RESCTRL, EMULATED, UNKNOWN -> source.label() + where;
        };
    }

    private static String only(CountScope scope) {
        return switch (scope) {
            case USER -> ", user mode only";
            case KERNEL -> ", kernel mode only";
            case USER_AND_KERNEL, HYPERVISOR, HYPERVISOR_AND_MORE, UNKNOWN -> "";
        };
    }
}
