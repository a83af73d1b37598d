package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A requested event and its result.
 *
 * @param name name as requested
 * @param unit unit of the count: "faults", "ns"; empty if the recording does not contain it
 * @param source source of the count
 * @param type {@code perf_event_attr.type}; -1 if the event could not be encoded
 * @param config {@code perf_event_attr.config}
 * @param group number of the group of counters that are read together
 * @param values positions of values in the records of the group; their sum is the count. A quantity that this CPU
 *     counts in parts (loads and stores) has several positions; an event that was not counted has none
 * @param scope modes of the processor that were counted
 * @param reason reason why it was not counted; empty if it was counted
 * @param seen false if the count is 0 and a trial that triggers events did not increase it: the processor may not
 *     support the event
 * @param meaning one line about the event that is really counted; may be empty
 * @param socketWide whether the count covers whole sockets, including other programs
 */
public record EventInfo(String name, String unit, Term<CountSource> source, int type, long config, int group,
        List<Integer> values, Term<CountScope> scope, String reason, boolean seen, String meaning, boolean socketWide) {
    private static final int SOFTWARE = 1;
    private static final long CONTEXT_SWITCHES = 3;
    private static final long CPU_MIGRATIONS = 4;

    /** The scope of a socket-wide count, for labels. */
    public static final String SOCKET_WIDE = "socket-wide: everything that ran on the machine";

    public EventInfo {
        values = List.copyOf(values);
    }

    /**
     * Returns whether the recording contains values of the event. An event without values is "not counted", never 0.
     */
    public boolean counted() {
        return !values.isEmpty();
    }

    /** Returns whether the event is a clock (task-clock, cpu-clock), whose count is a time. */
    public boolean isTime() {
        return unit.equals("ns");
    }

    /**
     * Returns whether the rate is per second of wall time: for clocks, and for counts that do not depend on the
     * program.
     */
    public boolean overWallTime() {
        return isTime() || socketWide;
    }

    /**
     * Returns whether the event describes the environment rather than the program: the time that it got of the CPUs,
     * context switches, migrations, and events of the whole machine.
     */
    public boolean isEnvironment() {
        return overWallTime() || type == SOFTWARE && (config == CONTEXT_SWITCHES || config == CPU_MIGRATIONS);
    }

    /** Returns the quantity of one count. */
    public EventScale scale() {
        return EventScale.of(unit);
    }

    /**
     * Returns the event that was really counted, with its source, for labels: "PMU event r5383d0: memory instructions
     * retired", "software event", "emulated".
     */
    public String countedAs() {
        if (!counted()) {
            return "not counted: " + reason;
        }
        // Clocks continue in kernel mode even if counting is restricted to user mode.
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

    /** The source of a count. */
    public enum CountSource implements Labeled {
        /** A hardware performance monitoring unit. */
        PMU("pmu"),
        /** The kernel's own accounting. */
        SOFTWARE("software"),
        /** A static probe of the kernel. */
        TRACEPOINT("tracepoint"),
        /** A debug register that watches one address. */
        BREAKPOINT("breakpoint"),
        /** The kernel's monitoring of caches and memory traffic. */
        RESCTRL("resctrl"),
        /** An emulator. The word is followed by its name: "emulated (QEMU TCG), not measured". */
        EMULATED("emulated"),
        /** A source that this version does not support. */
        UNKNOWN("");

        private final String label;

        CountSource(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public boolean isMeantBy(String word) {
            return this == EMULATED ? word.startsWith(label) : label.equals(word);
        }
    }

    /** The result of a requested event. "Not counted" is not 0. */
    public enum CountStatus implements Labeled {
        COUNTED("counted"),
        /** Multiplexed, or impossible readings were left out. */
        ESTIMATED("estimated"), NOT_COUNTED("not counted");

        private final String label;

        CountStatus(String label) {
            this.label = label;
        }

        /** Returns the status with a label; empty for other labels. */
        public static Optional<CountStatus> of(String label) {
            return Stream.of(values()).filter(s -> s.label.equals(label)).findFirst();
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }
    }

    /** The counted modes of the processor. */
    public enum CountScope implements Labeled {
        USER("user"), KERNEL("kernel"), USER_AND_KERNEL("user+kernel"), HYPERVISOR("hypervisor"),
        HYPERVISOR_AND_MORE("hypervisor and more"),
        /** The file has no scope, or one that this version does not support. */
        UNKNOWN("");

        private final String label;

        CountScope(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /**
     * The quantity of one count, if the kernel states a scale: 2.3283064365386962890625e-10 Joules.
     *
     * @param factor factor from counts to the unit; 1 without a scale
     * @param unit unit of count times factor, plural
     */
    public record EventScale(double factor, String unit) {
        private static final Pattern SCALED = Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) +(\\S.*)");

        /**
         * Returns the scale in a recorded unit.
         *
         * @param unit unit in the recording
         */
        static EventScale of(String unit) {
            Matcher m = SCALED.matcher(unit);
            if (!m.matches()) {
                return new EventScale(1, unit);
            }
            double factor = Double.parseDouble(m.group(1));
            return switch (m.group(2)) {
                case "Joules" -> new EventScale(factor, "J");
                case "MiB" -> new EventScale(factor * (1 << 20), "B");
                default -> new EventScale(factor, m.group(2));
            };
        }

        /** Returns the unit of the rate per second. */
        public String perSecond() {
            return unit.equals("J") ? "W" : unit + "/s";
        }
    }
}
