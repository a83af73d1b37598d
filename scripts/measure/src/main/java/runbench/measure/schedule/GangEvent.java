package runbench.measure.schedule;

import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.process.HelperError;
import runbench.base.process.HelperLine;
import runbench.schedule.result.LiveResult.HeldBy;

/** What the helper that runs programs by turns says. Times are those of CLOCK_MONOTONIC in nanoseconds. */
sealed interface GangEvent {
    /** @param id by which what it started can be found when it is killed with all who guard them */
    record Ready(String id, boolean realtime) implements GangEvent {}

    /**
     * A program is there and waits for its first quantum.
     *
     * @param heldBy freezer or signals
     * @param counted which of the events are counted
     */
    record Started(int program, HeldBy heldBy, String whySignals, List<Boolean> counted) implements GangEvent {}

    /** It has begun. */
    record Began(int program, long wallNanos) implements GangEvent {}

    /** It could not be started; its end follows. */
    record Refused(int program, String message, String remedy) implements GangEvent {}

    /** Who runs in this quantum? */
    record Boundary(long quantum, long dueNanos, long wallNanos, List<GangReading> readings) implements GangEvent {}

    /** They do since now. @param untilNanos when the next quantum is due */
    record Applied(long quantum, long dueNanos, long wallNanos, long untilNanos) implements GangEvent {}

    /**
     * Nothing is left of a program.
     *
     * @param signal null where no signal ended its first process
     * @param lost its guardian was killed, and it with that
     * @param asked it was told to end
     */
    record Ended(GangReading reading, long wallNanos, Integer exitStatus, Integer signal, boolean executed,
            boolean lost, boolean asked, Long voluntary, Long involuntary) implements GangEvent {}

    /** All were stopped (Ctrl-Z) for so long. */
    record Paused(long sinceNanos, long nanos) implements GangEvent {}

    /** The helper gives up or complains. */
    record Failed(RunbenchException why) implements GangEvent {}

    /** The helper comes to its end in order. */
    record Finished(boolean interrupted) implements GangEvent {}

    /** Its output has ended. */
    record Gone() implements GangEvent {}

    /** Null for what is not known. */
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
}
