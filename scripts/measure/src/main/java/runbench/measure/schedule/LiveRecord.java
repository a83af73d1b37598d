package runbench.measure.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.measure.schedule.GangEvent.GangReading;
import runbench.schedule.result.LiveResult.LiveQuantum;

/** Records the programs that ran in each quantum, from the helper's messages. */
final class LiveRecord {
    /**
     * A program in a quantum.
     *
     * @param to end; for programs stopped before the end of the quantum; 0: it kept running
     */
    private record Ran(LivePlacement where, long from, long to, double cpuSeconds, LiveProgram.Traffic traffic) {}

    private record Row(long number, long from, long to, double lateMillis, boolean early, List<Ran> ran) {}

    private final List<LiveProgram> programs;
    private final List<Row> rows = new ArrayList<>();
    private final List<Ran> ran = new ArrayList<>();
    private final Map<Integer, LivePlacement> placed = new HashMap<>();
    private List<LivePlacement> decided = List.of();
    private boolean early;
    private Row open;
    private long number = -1;
    private long from;
    private long until;
    private long lateNanos;
    private boolean wasEarly;
    private long paused;

    LiveRecord(List<LiveProgram> programs) {
        this.programs = programs;
    }

    /** Takes the readings at the end of a quantum. */
    void read(GangEvent.Boundary e) {
        for (GangReading r : e.readings()) {
            ran(programs.get(r.program()), r, e.wallNanos());
        }
        close(e.wallNanos());
    }

    private void ran(LiveProgram p, GangReading r, long now) {
        LivePlacement where = placed.remove(p.number);
        if (where == null) {
            return;
        }
        long cpu = r.runNanos() - p.reading.runNanos();
        long gone = Math.max(0, now - from - paused);
        long begun = Math.min(gone, Math.round((until - from) * where.from()));
        long over = where.to() < 1 ? Math.max(begun, Math.min(gone, Math.round((until - from) * where.to()))) : gone;
        LiveProgram.Traffic traffic = p.ran(r, over - begun);
        if (over > begun) {
            ran.add(new Ran(where, from + begun, over < gone ? from + over : 0, cpu / 1e9, traffic));
        }
    }

    private void close(long now) {
        settle(now);
        if (number >= 0) {
            open = new Row(number, from, now, lateNanos / 1e6, wasEarly, List.copyOf(ran));
        }
        number = -1;
        ran.clear();
    }

    /** Extends programs that kept running until other programs replaced them. */
    private void settle(long now) {
        if (open != null) {
            rows.add(new Row(open.number(), open.from(), now, open.lateMillis(), open.early(), open.ran()));
        }
        open = null;
    }

    /**
     * Takes a decision.
     *
     * @param who programs of the quantum that starts at this boundary
     */
    void decided(GangEvent.Boundary e, List<LivePlacement> who) {
        decided = who;
        early = e.dueNanos() == e.wallNanos() && e.quantum() > 0;
    }

    void applied(GangEvent.Applied e) {
        settle(early ? e.dueNanos() : e.wallNanos());
        number = e.quantum();
        from = e.wallNanos();
        until = e.untilNanos();
        lateNanos = e.wallNanos() - e.dueNanos();
        wasEarly = early;
        paused = 0;
        placed.clear();
        decided.forEach(p -> placed.put(p.program(), p));
    }

    /** Takes the end of a program. Its counts since the latest boundary belong to the shortened quantum. */
    void ended(LiveProgram p, GangEvent.Ended e) {
        ran(p, e.reading(), e.wallNanos());
        p.reading = e.reading();
    }

    void paused(long nanos) {
        paused += nanos;
    }

    List<LiveQuantum> quanta(long beganNanos) {
        if (open != null) {
            settle(open.to());
        }
        return rows.stream()
                .map(r -> new LiveQuantum(r.number(), seconds(r.from(), beganNanos), seconds(r.to(), beganNanos),
                        r.lateMillis(), r.early(), r.ran().stream().map(p -> ran(p, r, beganNanos)).toList()))
                .toList();
    }

    private static LiveQuantum.Ran ran(Ran p, Row r, long beganNanos) {
        return new LiveQuantum.Ran(p.where().program(), p.where().cpus(), p.where().share(),
                seconds(p.from(), beganNanos), seconds(p.to() == 0 ? r.to() : p.to(), beganNanos), p.cpuSeconds(),
                p.traffic().perTime(), p.traffic().basis());
    }

    private static double seconds(long nanos, long beganNanos) {
        return (nanos - beganNanos) / 1e9;
    }
}
