package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogMerge.LogEntry;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

class LogMergeTest {
    @TempDir
    private Path folder;
    private final List<LogSource> sources = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private final List<Long> shifts = new ArrayList<>();

    @BeforeEach
    void forget() {
        sources.clear();
        shown.clear();
        shifts.clear();
    }

    @FunctionalInterface
    private interface Content {
        void write(WrittenLog log) throws IOException;
    }

    private void file(String node, Timeline timeline, Content content) throws IOException {
        int n = sources.size() + 1;
        Path path = folder.resolve(node + "-" + n + ".rblog");
        try (WrittenLog log = new WrittenLog(path, node, n, 100 + n)) {
            content.write(log);
        }
        sources.add(new LogSource(LogFile.open(path), timeline, node, node));
    }

    private void show(LogEntry e) {
        LogCursor c = e.cursor();
        shown.add(e.source().node() + " " + c.what().word() + " " + c.id() + " " + e.shownNanos());
        shifts.add(e.shiftNanos());
    }

    private static Timeline within(long offset, double bound) {
        return (stamp, out) -> out.set(stamp + offset, bound / 3, -bound, bound, How.INTERPOLATED);
    }

    @Test
    void showsNoReceiveBeforeItsSend() throws IOException {
        // By the clocks, b received 40 ns before a sent; both clocks are accurate to 50 ns.
        file("a", within(0, 50), log -> log.send(1000, 7));
        file("b", within(-100, 50),
                log -> log.receive(1060, 7)
                        .event(1070, LogWhat.POINT, LogKind.POINT, "then", 0)
                        .event(1500, LogWhat.POINT, LogKind.POINT, "later", 0));
        MergeReport report = LogMerge.causal(sources, this::show, Progress.NONE);
        assertThat(shown).containsExactly("a send 7 1000", "b receive 7 1001", "b point 0 1010", "b point 0 1435");
        assertThat(shifts).containsExactly(0L, 41L, 40L, 35L);
        assertThat(report).isEqualTo(new MergeReport(4, 1, 0, 1, 0, 0, 0, 0, 3, 41));
    }

    @Test
    void keepsStampsWithoutCorrection() throws IOException {
        file("a", Timeline.IDENTITY, log -> log.send(1000, 7));
        file("b", within(-100, 50), log -> log.receive(1060, 7));
        LogMerge.inOrder(sources, this::show);
        assertThat(shown).containsExactly("b receive 7 960", "a send 7 1000");
    }

    @Test
    void countsAndShiftsAnUnexplainedMessage() throws IOException {
        file("a", within(0, 10), log -> log.send(1000, 7));
        file("b", within(0, 10), log -> log.receive(900, 7));
        MergeReport report = LogMerge.causal(sources, this::show, Progress.NONE);
        assertThat(shown).containsExactly("a send 7 1000", "b receive 7 1001");
        assertThat(report.beyond()).isEqualTo(1);
        assertThat(report.reversedRaw()).isEqualTo(1);
    }

    @Test
    void shiftsEarlierEventsButNoSendPastItsReceive() throws IOException {
        file("a", within(0, 500), log -> log.send(10_000, 7).receive(9_999_000, 99));
        file("b", within(0, 500),
                log -> log.event(1_000, LogWhat.POINT, LogKind.POINT, "long before", 0)
                        .send(9_000, 8)
                        .event(9_500, LogWhat.POINT, LogKind.POINT, "before", 0)
                        .receive(9_700, 7));
        file("c", within(0, 500), log -> log.receive(9_020, 8));
        LogMerge.causal(sources, this::show, Progress.NONE);
        assertThat(shown).containsExactly("b point 0 1000", "b send 8 9019", "c receive 8 9020", "b point 0 9799",
                "a send 7 10000", "b receive 7 10001", "a receive 99 9999000");
    }

    @Test
    void doesNotWaitWithinCirclesAndOneClock() throws IOException {
        file("a", within(0, 10), log -> log.receive(100, 2).send(200, 1));
        file("b", within(0, 10), log -> log.receive(100, 1).send(200, 2));
        file("c", within(0, 10), log -> log.receive(100, 3).send(200, 3).receive(300, 99));
        MergeReport report = LogMerge.causal(sources, this::show, Progress.NONE);
        assertThat(shown).hasSize(7);
        assertThat(report.impossible()).isEqualTo(2);
        assertThat(report.unmatched()).isEqualTo(1);
    }

    @Test
    void threadsOfOneClockKeepTheirOrderUnderAShift() throws IOException {
        file("a", within(0, 50), log -> log.send(1000, 7));
        file("b", within(0, 50), log -> log.receive(970, 7));
        sources.remove(1);
        Path first = folder.resolve("b-2.rblog");
        Path second = folder.resolve("b-3.rblog");
        try (WrittenLog log = new WrittenLog(second, "b", 2, 5)) {
            log.event(980, LogWhat.POINT, LogKind.POINT, "of another thread", 0);
        }
        sources.add(new LogSource(LogFile.open(first), within(0, 50), "b", "b"));
        sources.add(new LogSource(LogFile.open(second), within(0, 50), "b", "b"));
        LogMerge.causal(sources, this::show, Progress.NONE);
        assertThat(shown).containsExactly("a send 7 1000", "b receive 7 1001", "b point 0 1010");
    }

    /** A token circulates among nodes whose clock errors exceed the duration of a hop. */
    @Test
    void circulatingTokenKeepsItsTrueOrder() throws IOException {
        int nodes = 4;
        int hops = 2_000;
        Random random = new Random(1);
        long[] error = {0, 9_000, -7_000, 4_000};
        List<List<long[]>> of = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            of.add(new ArrayList<>());
        }
        long at = 1_000_000;
        for (int h = 1; h <= hops; h++) {
            of.get((h - 1) % nodes).add(new long[]{at, h, 1});
            at += 1 + random.nextInt(5_000);
            of.get(h % nodes).add(new long[]{at, h, 0});
            at += 1 + random.nextInt(2_000);
        }
        for (int n = 0; n < nodes; n++) {
            List<long[]> events = of.get(n);
            long off = error[n];
            file("n" + n, within(0, 10_000), log -> {
                for (long[] e : events) {
                    if (e[2] == 1) {
                        log.send(e[0] + off, e[1]);
                    } else {
                        log.receive(e[0] + off, e[1]);
                    }
                }
            });
        }
        Map<Long, Long> sentAt = new HashMap<>();
        long[] inversions = new long[1];
        long[] last = {Long.MIN_VALUE};
        MergeReport report = LogMerge.causal(sources, e -> {
            if (e.cursor().what() == LogWhat.SEND) {
                sentAt.put(e.cursor().id(), e.shownNanos());
            } else if (sentAt.getOrDefault(e.cursor().id(), Long.MAX_VALUE) >= e.shownNanos()) {
                inversions[0]++;
            }
            inversions[0] += e.shownNanos() < last[0] ? 1 : 0;
            last[0] = e.shownNanos();
        }, Progress.NONE);
        assertThat(report.events()).isEqualTo(2L * hops);
        assertThat(report.reversedRaw()).isGreaterThan(hops / 4);
        assertThat(inversions[0]).isZero();
        assertThat(report.impossible()).isZero();
    }

    @Test
    void regionsNestAndStatesDoNot() throws IOException {
        file("a", Timeline.IDENTITY,
                log -> log.begin(10, LogKind.REGION, "outer")
                        .begin(20, LogKind.STATE, "busy")
                        .begin(30, LogKind.REGION, "inner")
                        .end(35, LogKind.STATE, "busy")
                        .end(40, LogKind.REGION, "outer")
                        .end(50, LogKind.REGION, "inner")
                        .begin(60, LogKind.REGION, "open")
                        .event(70, LogWhat.POINT, LogKind.POINT, "p", 0));
        LogSpans spans = LogSpans.of(LogFolder.of(List.of(sources.get(0).file()), List.of()));
        Set<String> found = new HashSet<>();
        spans.spans()
                .forEach(s -> found.add(
                        s.type().name() + " " + s.fromNanos() + " " + s.toNanos() + " " + s.depth() + " " + s.ended()));
        assertThat(found).containsExactlyInAnyOrder("outer 10 40 0 true", "busy 20 35 0 true", "inner 30 40 1 false",
                "open 60 70 0 false");
        assertThat(spans.endsWithout()).isEqualTo(1);
        assertThat(spans.points()).isEqualTo(1);
    }
}
