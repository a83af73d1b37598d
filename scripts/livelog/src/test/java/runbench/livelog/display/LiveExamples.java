package runbench.livelog.display;

import java.util.ArrayList;
import java.util.List;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveEvent;

/**
 * Events of four nodes whose wall clocks are seconds apart: a region with a state, a message to the next node and two
 * lines in it.
 */
final class LiveExamples {
    private static final LogType SOLVE = new LogType("solve", LogKind.REGION, 0x00805C);
    private static final LogType WAIT = new LogType("wait", LogKind.STATE, 0xC28800);
    private static final LogType TOKEN = new LogType("token", LogKind.MESSAGE, 0x0072B2);
    private static final LogType LINE = new LogType("stdout", LogKind.POINT, null);
    private static final long[] AHEAD = {0, 4_500_000_000L, -1_200_000_000L, 30_000_000L};
    private static final long START = 36_849_243_096_474L;
    private static final long WALL = 1_795_347_445_740_617_689L;
    private static final long STEP = 500_000;

    private LiveExamples() {
    }

    /** Events {@code from} to {@code to}, half a millisecond apart. */
    static List<LiveEvent> events(long from, long to) {
        List<LiveEvent> all = new ArrayList<>();
        for (long n = from; n <= to; n++) {
            all.add(event(n, START + (n - 1) * STEP));
        }
        return all;
    }

    /** Likewise, each with a comment of 2 KB. */
    static List<LiveEvent> wordy(long from, long to) {
        return events(from, to).stream()
                .map(e -> new LiveEvent(e.number(), e.node(), e.pid(), e.tid(), e.clockNanos(), e.wallNanos(), e.type(),
                        e.what(), e.id(), "x".repeat(2000), e.at(), e.shiftNanos(), e.late()))
                .toList();
    }

    /** As the n-th, of the reference's time {@code stamp}. */
    static LiveEvent event(long n, long stamp) {
        int step = (int) ((n - 1) % 8);
        int home = (int) ((n - 1) / 8 % 4);
        int node = step == 3 ? (home + 1) % 4 : home;
        LogType type = List.of(SOLVE, WAIT, TOKEN, TOKEN, LINE, LINE, WAIT, SOLVE).get(step);
        LogWhat what = List
                .of(LogWhat.BEGIN, LogWhat.BEGIN, LogWhat.SEND, LogWhat.RECEIVE, LogWhat.POINT, LogWhat.POINT,
                        LogWhat.END, LogWhat.END)
                .get(step);
        String comment = step == 4 ? "iteration " + n : step == 5 ? "<b>bold</b> & \"quoted\"" : "";
        long wall = WALL + stamp - START + AHEAD[node];
        return new LiveEvent(n, "node" + (node + 1), 1000 + node, 1000 + node, stamp + AHEAD[node], wall, type, what,
                type.equals(TOKEN) ? 1 + (n - 1) / 8 : 0, comment,
                new ReferenceTime(stamp, 800, -12_000, 14_000,
                        node == 3 ? ReferenceTime.How.EXPIRED : ReferenceTime.How.PREDICTED),
                step == 3 && home == 0 ? 4200 : 0, n % 97 == 0);
    }
}
