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

    /** The source of a count. */
    public enum CountSource implements Labeled {
        /** A hardware performance monitoring unit. */
        PMU("pmu"),
        /** The kernel's own accounting. */
        SOFTWARE("software"),
        /** A static probe of the kernel. */
        TRACEPOINT("tracepoint"),
        /** A debug register watching one address. */
        BREAKPOINT("breakpoint"),
        /** The kernel's monitoring of caches and memory traffic. */
        RESCTRL("resctrl"),
        /** An emulator; the word goes on to name it: "emulated (QEMU TCG), not measured". */
        EMULATED("emulated"),
        /** Something that this version does not know. */
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

        /** The status of this label; empty for others. */
        public static Optional<CountStatus> of(String label) {
            return Stream.of(values()).filter(s -> s.label.equals(label)).findFirst();
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }
    }

    /** Which modes of the processor were counted. */
    public enum CountScope implements Labeled {
        USER("user"), KERNEL("kernel"), USER_AND_KERNEL("user+kernel"), HYPERVISOR("hypervisor"),
        HYPERVISOR_AND_MORE("hypervisor and more"),
        /** The file does not say, or in a word that this version does not know. */
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
     * What one count of an event stands for, where the kernel gives a scale: 2.3283064365386962890625e-10 Joules.
     *
     * @param factor 1 where counts are counts
     * @param unit of count times factor; plural
     */
    public record EventScale(double factor, String unit) {
        private static final Pattern SCALED = Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) +(\\S.*)");

        /** @param unit as recorded */
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

        /** Of what happens in a second. */
        public String perSecond() {
            return unit.equals("J") ? "W" : unit + "/s";
        }
    }
}
