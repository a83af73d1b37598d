package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.schedule.result.LiveResult.HeldBy;

/** A message of the helper {@code runbench-gangs}. Times are CLOCK_MONOTONIC in nanoseconds. */
sealed interface GangEvent {
    /**
     * The helper is ready.
     *
     * @param id identifies its processes, so that they can be found after helper and guardians were killed
     * @param realtime the helper has real-time priority
     */
    record Ready(String id, boolean realtime) implements GangEvent {}

    /**
     * A program has started and waits for its first quantum.
     *
     * @param program number in the workload
     * @param heldBy freezer or signals
     * @param whySignals reason for signals; empty: the freezer works
     * @param counted for each event whether it is counted
     */
    record Started(int program, HeldBy heldBy, String whySignals, List<Boolean> counted) implements GangEvent {}

    /** A program has executed its first instruction. */
    record Began(int program, long wallNanos) implements GangEvent {}

    /** A program could not be started; its {@link Ended} follows. */
    record Refused(int program, String message, String remedy) implements GangEvent {}

    /**
     * A quantum ends: the helper asks which programs run next.
     *
     * @param readings counts of all programs so far
     */
    record Boundary(long quantum, long dueNanos, long wallNanos, List<GangReading> readings) implements GangEvent {}

    /**
     * The decision for a quantum is in effect.
     *
     * @param untilNanos time at which the next quantum is due
     */
    record Applied(long quantum, long dueNanos, long wallNanos, long untilNanos) implements GangEvent {}

    /**
     * All processes of a program have ended.
     *
     * @param signal signal that ended its first process; null: none
     * @param lost its guardian was killed, which killed the program
     * @param asked it was ended on request
     */
    record Ended(GangReading reading, long wallNanos, Integer exitStatus, Integer signal, boolean executed,
            boolean lost, boolean asked, Long voluntary, Long involuntary) implements GangEvent {}

    /**
     * All programs were stopped by the user (Ctrl-Z).
     *
     * @param sinceNanos start of the pause
     * @param nanos its length
     */
    record Paused(long sinceNanos, long nanos) implements GangEvent {}

    /** The helper reports an error. */
    record Failed(RunbenchException why) implements GangEvent {}

    /** The helper ends normally. */
    record Finished(boolean interrupted) implements GangEvent {}

    /** The helper's output has ended. */
    record Gone() implements GangEvent {}

    /**
     * Parses a message.
     *
     * @return the event; null for unknown messages
     */
    static GangEvent of(HelperLine line) {
        Fields f = line.fields();
        return switch (line.event()) {
            case "ready" -> new Ready(f.text("id"), f.truth("realtime"));
            case "started" -> new Started(program(f), HeldBy.of(f.text("held_by")), f.textOr("why_signals", ""),
                    f.list("counted").stream().map(c -> c.truth("counted")).toList());
            case "exec" -> new Began(program(f), f.number("wall_ns"));
            case "failed" -> new Refused(program(f), f.text("message"), f.textOr("remedy", ""));
            case "boundary" -> new Boundary(f.number("quantum"), f.number("due_ns"), f.number("wall_ns"),
                    f.list("programs").stream().map(GangReading::of).toList());
            case "applied" ->
                new Applied(f.number("quantum"), f.number("due_ns"), f.number("wall_ns"), f.number("until_ns"));
            case "ended" -> ended(f);
            case "paused" -> new Paused(f.number("since_ns"), f.number("for_ns"));
            case "error" -> new Failed(HelperError.of(f).exception());
            case "finished" -> new Finished(f.truth("interrupted"));
            default -> null;
        };
    }

    private static int program(Fields f) {
        return (int) f.number("program");
    }

    private static Ended ended(Fields f) {
        boolean lost = f.truthOr("lost", false);
        Optional<Long> signal = f.optionalNumber("signal");
        Integer status = lost || signal.isPresent() ? null : (Integer) (int) f.number("exit_status");
        return new Ended(GangReading.of(f), f.number("wall_ns"), status, signal.map(Long::intValue).orElse(null),
                f.truth("executed"), lost, f.truth("asked"), f.optionalNumber("voluntary").orElse(null),
                f.optionalNumber("involuntary").orElse(null));
    }

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
            return !equals(NOTHING);
        }

        /** Returns the value of an event; null: not counted or not requested. */
        Long value(int event) {
            return event < values.size() ? values.get(event) : null;
        }
    }
}
