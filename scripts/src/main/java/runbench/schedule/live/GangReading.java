package runbench.schedule.live;

import java.util.ArrayList;
import java.util.List;
import runbench.base.json.Fields;

/**
 * What a program did since it began, all its processes together.
 *
 * @param program number in the workload
 * @param runNanos CPU time
 * @param switches context switches; null where they are not counted
 * @param migrations to another CPU; null where they are not counted
 * @param values of the events asked for, in their order; null for one that is not counted
 */
record GangReading(int program, long runNanos, Long switches, Long migrations, List<Long> values) {
    static final GangReading NOTHING = new GangReading(0, 0, null, null, List.of());

    static GangReading of(Fields f) {
        List<Long> values = new ArrayList<>();
        if (f.map().get("values") instanceof List<?> all) {
            all.forEach(v -> values.add(v instanceof Number n ? n.longValue() : null));
        }
        return new GangReading((int) f.number("program"), f.number("run_ns"), counted(f, "switches"), counted(f, "migrations"), values);
    }

    /** The program had begun, and was looked at. */
    boolean begun() {
        return this != NOTHING;
    }

    /** Of an event; null where it is not counted, or was not asked for. */
    Long value(int event) {
        return event < values.size() ? values.get(event) : null;
    }

    static Long counted(Fields f, String key) {
        return f.map().get(key) instanceof Number n ? n.longValue() : null;
    }
}
