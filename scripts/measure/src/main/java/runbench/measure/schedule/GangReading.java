package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import runbench.base.json.Fields;

/**
 * The counts of a program since its start, summed over its processes.
 *
 * @param program number in the workload
 * @param runNanos CPU time in ns
 * @param switches context switches; null: not counted
 * @param migrations migrations between CPUs; null: not counted
 * @param values values of the requested events in their order; null elements: not counted
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

    /** Returns whether the program had started when it was read. */
    boolean begun() {
        return this != NOTHING;
    }

    /** Returns the value of an event; null: not counted or not requested. */
    Long value(int event) {
        return event < values.size() ? values.get(event) : null;
    }
}
