package runbench.measure.schedule;

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
        for (Object v : f.array("values")) {
            values.add(v instanceof Number n ? n.longValue() : null);
        }
        return new GangReading((int) f.number("program"), f.number("run_ns"), f.numberOrNull("switches"),
                f.numberOrNull("migrations"), values);
    }

    /** The program had begun, and was looked at. */
    boolean begun() {
        return this != NOTHING;
    }

    /** Of an event; null where it is not counted, or was not asked for. */
    Long value(int event) {
        return event < values.size() ? values.get(event) : null;
    }
}
