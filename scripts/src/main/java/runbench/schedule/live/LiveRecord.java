package runbench.schedule.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes down quantum by quantum what ran, out of what the helper says. */
final class LiveRecord {
    private record Row(long number, long from, long to, double lateMillis, boolean early, List<LiveQuantum.Ran> ran) { }

    private final List<LiveProgram> programs;
    private final List<Row> rows = new ArrayList<>();
    private final List<LiveQuantum.Ran> ran = new ArrayList<>();
    private final Map<Integer, LivePlacement> placed = new HashMap<>();
    private List<LivePlacement> decided = List.of();
    private boolean early;
    private Row open;
    private long number = -1;
    private long from;
    private long lateNanos;
    private boolean wasEarly;
    private long paused;

    LiveRecord(List<LiveProgram> programs) {
        this.programs = programs;
    }

    /** A quantum is at its end: who was chosen for it has run. */
    void read(GangEvent.Boundary e) {
        for (GangReading r : e.readings()) {
            ran(programs.get(r.program()), r, e.wallNanos());
        }
        close(e.wallNanos());
    }

    private void ran(LiveProgram p, GangReading r, long until) {
        LivePlacement where = placed.remove(p.number);
        if (where == null) {
            return;
        }
        long cpu = r.runNanos() - p.reading.runNanos();
        double traffic = p.ran(r, Math.max(0, Math.round((until - from - paused) * where.share())));
        ran.add(new LiveQuantum.Ran(p.number, where.cpus(), where.share(), cpu / 1e9, Double.isNaN(traffic) ? null : (Double) traffic));
    }

    private void close(long until) {
        settle(until);
        if (number >= 0) {
            open = new Row(number, from, until, lateNanos / 1e6, wasEarly, List.copyOf(ran));
        }
        number = -1;
        ran.clear();
    }

    /** Who ran went on until others were put in their place. */
    private void settle(long until) {
        if (open != null) {
            rows.add(new Row(open.number(), open.from(), until, open.lateMillis(), open.early(), open.ran()));
        }
        open = null;
    }

    /** @param who runs in the quantum that begins at this boundary */
    void decided(GangEvent.Boundary e, List<LivePlacement> who) {
        decided = who;
        early = e.dueNanos() == e.wallNanos() && e.quantum() > 0;
    }

    void applied(GangEvent.Applied e) {
        settle(early ? e.dueNanos() : e.wallNanos());
        number = e.quantum();
        from = e.wallNanos();
        lateNanos = e.wallNanos() - e.dueNanos();
        wasEarly = early;
        paused = 0;
        placed.clear();
        decided.forEach(p -> placed.put(p.program(), p));
    }

    /** What it did since the latest boundary belongs to the quantum that is cut short. */
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
        return rows.stream().map(r -> new LiveQuantum(r.number(), (r.from() - beganNanos) / 1e9, (r.to() - beganNanos) / 1e9, r.lateMillis(), r.early(), r.ran()))
                .toList();
    }
}
