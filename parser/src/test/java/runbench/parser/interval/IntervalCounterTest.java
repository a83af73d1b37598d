package runbench.parser.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.interval.IntervalCounter.CountSoFar;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;

class IntervalCounterTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;

    /** Returns the counter of a recording without an end, as it is while the program runs. */
    private IntervalCounter computing(String metrics, String metadata) {
        Path file = dir.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(file, 2, metadata).task(0, 9, 9, -1, 0);
        out.sample(0, 0, 9, 0, MS, MS, MS, 1, 1);
        out.seal();
        out.close();
        Recording recording = Recording.open(file);
        return new IntervalCounter(recording, MetricTable.of(recording.metadata()).select(metrics));
    }

    private IntervalCounter counter(String... events) {
        return computing("none", Synthetic.metadata("kernel", MS, events));
    }

    private static Map<String, CountSoFar> counts(Object... pairs) {
        Map<String, CountSoFar> counts = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            counts.put((String) pairs[i], (CountSoFar) pairs[i + 1]);
        }
        return counts;
    }

    private static CountSoFar always(long value, long ms) {
        return new CountSoFar(value, ms * MS, ms * MS);
    }

    @Test
    void intervalsAddUpToTheFinalCount() {
        IntervalCounter counter = counter("page-faults:software:0:0");
        long sum = 0;
        long[] soFar = {7, 7, 1_000, 9_007_199_254_740_995L};
        for (int i = 0; i < soFar.length; i++) {
            IntervalCounts now = counter.next((i + 1) * (100 * MS), (i + 1) * (100 * MS), (i + 1) * (50 * MS),
                    counts("page-faults", always(soFar[i], (i + 1) * 50L)));
            assertThat(now.fromNanos()).isEqualTo(i * (100 * MS));
            assertThat(now.toNanos()).isEqualTo((i + 1) * (100 * MS));
            sum += now.counts().get(0).counted();
            assertThat(now.counts().get(0).runningNanos()).isEqualTo(50 * MS);
        }
        assertThat(sum).isEqualTo(9_007_199_254_740_995L);
    }

    @Test
    void rateOfAnEventIsPerRunningTimeAndThatOfAClockPerWallTime() {
        IntervalCounter counter = counter("page-faults:software:0:0", "task-clock:software:0:1");
        IntervalCounts now = counter.next(1_000 * MS, 1_000 * MS, 250 * MS,
                counts("page-faults", always(500, 250), "task-clock", always(250 * MS, 250)));
        assertThat(now.counts().get(0).rate()).isCloseTo(2_000, within(1e-9));
        assertThat(now.counts().get(1).rate()).isCloseTo(0.25e9, within(1e-3));
        // The program waits: nothing is counted, and that is a 0, not unknown.
        IntervalCount waiting = counter
                .next(2_000 * MS, 2_000 * MS, 250 * MS,
                        counts("page-faults", always(500, 250), "task-clock", always(250 * MS, 250)))
                .counts()
                .get(0);
        assertThat(waiting.counted()).isZero();
        assertThat(waiting.rate()).isZero();
        assertThat(waiting.isEstimate()).isFalse();
    }

    @Test
    void multiplexedCountIsAMarkedEstimate() {
        IntervalCounter counter = counter("instructions:pmu:0:0", "cpu-cycles:pmu:1:0");
        counter.next(100 * MS, 100 * MS, 100 * MS, counts("instructions", new CountSoFar(100, 100 * MS, 50 * MS),
                "cpu-cycles", new CountSoFar(70, 100 * MS, 100 * MS)));
        List<IntervalCount> now = counter
                .next(200 * MS, 200 * MS, 200 * MS,
                        counts("instructions", new CountSoFar(400, 200 * MS, 75 * MS), "cpu-cycles",
                                new CountSoFar(70, 200 * MS, 100 * MS)))
                .counts();
        assertThat(now.get(0).isEstimate()).isTrue();
        assertThat(now.get(0).share()).isEqualTo(0.25);
        assertThat(now.get(0).counted()).isEqualTo(300);
        assertThat(now.get(0).estimate()).isEqualTo(1_200);
        // It was enabled but never on a counter: unknown, not 0.
        assertThat(now.get(1).counted()).isNull();
        assertThat(now.get(1).estimate()).isNaN();
    }

    @Test
    void eventThatWasNotCountedHasNoCount() {
        IntervalCounter counter = counter("page-faults:software:0:0", "cpu-cycles:pmu:0:-");
        IntervalCount none = counter.next(MS, MS, MS, counts("page-faults", always(1, 1), "cpu-cycles", always(0, 0)))
                .counts()
                .get(1);
        assertThat(none.counted()).isNull();
        assertThat(none.event().counted()).isFalse();
        // The helper withdraws a count that failed at the end.
        assertThat(counter.next(2 * MS, 2 * MS, 2 * MS, counts("page-faults", new CountSoFar(0, 0, 0))).counts().get(0))
                .matches(c -> c.counted() == null);
    }

    @Test
    void sumOfTwoCountersIsACountOfItsOwn() {
        String metadata = Synthetic.metadata("kernel", MS, "LOADS:pmu:0:0", "STORES:pmu:0:1")
                .replace("\"not_counted\":", "\"sums\":[{\"name\":\"ALL_REF\",\"unit\":\"references\","
                        + "\"meaning\":\"\",\"of\":[\"LOADS\",\"STORES\"]}],\"not_counted\":");
        IntervalCounts now = computing("none", metadata).next(MS, MS, MS,
                counts("LOADS", always(10, 1), "STORES", always(4, 1)));
        assertThat(now.counts().stream().filter(c -> c.event().counted()).map(c -> c.event().name() + c.counted()))
                .containsExactly("ALL_REF14", "LOADS10", "STORES4");
    }

    @Test
    void metricIsThatOfTheIntervalNotOfTheRun() {
        IntervalCounter counter = computing("ipc",
                Synthetic.metadata("kernel", MS, "instructions:pmu:0:0", "cpu-cycles:pmu:0:1"));
        assertThat(counter.next(MS, MS, MS, counts("instructions", always(2_000, 1), "cpu-cycles", always(1_000, 1)))
                .metrics()).containsExactly(new IntervalMetric("ipc", 2));
        assertThat(counter
                .next(2 * MS, 2 * MS, 2 * MS, counts("instructions", always(3_500, 2), "cpu-cycles", always(4_000, 2)))
                .metrics()).containsExactly(new IntervalMetric("ipc", 0.5));
        // No cycles in the interval: the formula has no value.
        assertThat(counter
                .next(3 * MS, 3 * MS, 2 * MS, counts("instructions", always(3_500, 2), "cpu-cycles", always(4_000, 2)))
                .metrics()).isEmpty();
    }

    @Test
    void timeInWhichCountersWereDisabledIsNotCounted() {
        IntervalCounter counter = counter("page-faults:software:0:0", "task-clock:software:0:1:1");
        IntervalCounts none = counter.next(100 * MS, 0, 0,
                counts("page-faults", new CountSoFar(0, 0, 0), "task-clock", new CountSoFar(0, 0, 0)));
        assertThat(none.counts()).allMatch(c -> c.counted() == null && Double.isNaN(c.rate()));
        assertThat(none.countedShare()).isZero();
        IntervalCounts half = counter.next(200 * MS, 50 * MS, 25 * MS, counts("page-faults",
                new CountSoFar(50, 25 * MS, 25 * MS), "task-clock", new CountSoFar(25 * MS, 25 * MS, 25 * MS)));
        assertThat(half.countedShare()).isEqualTo(0.5);
        assertThat(half.counts().get(0).rate()).isEqualTo(50 / 0.025);
        assertThat(half.counts().get(1).rate()).as("ns per s of the counted wall time").isEqualTo(0.5e9);
    }
}
