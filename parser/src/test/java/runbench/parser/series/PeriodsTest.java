package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.CountStatus;
import runbench.base.error.RunbenchException;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;

class PeriodsTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;
    private Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("samples.rec");
    }

    private RecordingWriter write(int values, String mode, String... events) {
        return new RecordingWriter(file, values, Synthetic.metadata(mode, MS, events));
    }

    private Periods periods() {
        return Periods.of(Recording.open(file).requireIntact());
    }

    private record Row(int task, long wall, long run, long dt, int flags, long count) {
    }

    private static List<Row> rows(Periods periods) {
        List<Row> rows = new ArrayList<>();
        periods.forEach(p -> rows.add(new Row(p.task(), p.wallNanos(), p.runNanos(), p.runDeltaNanos(), p.flags(), p.count(0))));
        return rows;
    }

    @Test
    void theDifferencesAddUpToTheFinalCount() {
        Synthetic.run(file, 10_000, 4, 7);
        Periods periods = periods();
        long[] sum = new long[4];
        SeriesReport report = periods.forEach(p -> {
            for (int e = 0; e < 4; e++) {
                sum[e] += p.count(e);
            }
        });
        for (int e = 0; e < 4; e++) {
            assertThat(sum[e]).isPositive().isEqualTo(report.finals().get(e)).isEqualTo(report.counted().get(e));
        }
        assertThat(report.exact()).isTrue();
        assertThat(report.discrepancies()).isEmpty();
        assertThat(report.finals().get(4)).as("L1D_ALL_REF was not counted").isNull();
    }

    /** Two tasks; from 2 ms to 6 ms the second is in the kernel, where only the sums can be read. */
    private void workInTheKernel() {
        write(1, "kernel", "page-faults:software:0:0")
                .task(0, 10, 10, -1, 0).task(1, 11, 10, 0, 0)
                .sample(0, 0, 10, 0, MS / 2, MS / 2, MS / 2, 5)
                .sample(0, 1, 11, 1, MS, MS, MS, 10).sample(0, 1, 11, 1, 2 * MS, 2 * MS, 2 * MS, 20)
                .counts(Kind.READING, 0, 0, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, 4 * MS, 9 * MS / 2, 0, 0, 55)
                .counts(Kind.READING, 0, 0, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, 5 * MS, 11 * MS / 2, 0, 0, 75).seal()
                .counts(Kind.SAMPLE, PeriodFlag.LATE, 0, 1, 11, 1, 6 * MS, 6 * MS, 6 * MS, 6 * MS, 82)
                .close(0, 0, 10, 0, 7 * MS, MS / 2, MS / 2, 5).close(0, 1, 11, 1, 7 * MS, 7 * MS, 7 * MS, 90)
                .total(0, 7 * MS, 15 * MS / 2, 95).end(Synthetic.trailer(4));
    }

    @Test
    void readingsOfTheSumsStandWhereTheCountsHappenedAndNothingCountsTwice() {
        workInTheKernel();
        List<Row> rows = rows(periods());
        assertThat(rows).extracting(Row::wall).containsExactly(MS / 2, MS, 2 * MS, 4 * MS, 5 * MS, 6 * MS, 7 * MS, 7 * MS);
        assertThat(rows).extracting(Row::count).containsExactly(5L, 10L, 10L, 30L, 20L, 12L, 0L, 8L);
        assertThat(rows).extracting(Row::task).containsExactly(0, 1, 1, Kind.ALL_TASKS, Kind.ALL_TASKS, 1, 0, 1);
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).as("%s", report.discrepancies()).isTrue();
        assertThat(report.tasks()).as("tasks have what they counted themselves").extracting(t -> t.counts().get("page-faults"))
                .containsExactly(5L, 90L);
        assertThat(report.tasks()).extracting(TaskInfo::runS).containsExactly(0.0005, 0.007);
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.irregular()).as("the reading after 2 ms of silence").isEqualTo(1);
        assertThat(summary.late()).isEqualTo(1);
        List<List<Envelope>> lines = Envelopes.ofTasks(periods(), Axis.WALL_TIME, 1, new int[] {0, 1});
        assertThat(lines.get(1).get(0).mean()[0]).as("per second of its own 7 ms").isCloseTo(90 / 0.007, within(1e-6));
    }

    /** Before: the first task had the counts of all, the others 0 counts and 0 s. */
    @Test
    void tasksThatWereOnlyCountedTogetherHaveNoCounts() {
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0).task(1, 11, 10, 0, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10).close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20)
                .total(0, 2 * MS, 2 * MS, 20).end(Synthetic.trailer(1));
        assertThat(periods().forEach().tasks()).hasSize(2).allSatisfy(t -> {
            assertThat(t.counts()).isNull();
            assertThat(t.runS()).isNull();
            assertThat(t.reason()).contains("polling reads the counters of all tasks together");
        });
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0).task(1, 11, 10, 0, 0).task(2, 12, 10, 0, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10)
                .counts(Kind.FINAL, 0, 0, 1, 11, Kind.ALL_CPUS, MS, MS / 2, 0, 0, 7)
                .close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20).total(0, 2 * MS, 2 * MS, 20).end(Synthetic.trailer(1));
        SeriesReport some = periods().forEach();
        assertThat(some.exact()).isTrue();
        assertThat(some.tasks()).extracting(TaskInfo::counts).containsExactly(null, java.util.Map.of("page-faults", 7L), null);
        assertThat(some.tasks()).extracting(TaskInfo::runS).containsExactly(null, 0.0005, null);
        assertThat(RunSummary.of(periods()).toJson()).contains("\"run_s\" : null", "\"counts\" : null");
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10).close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20)
                .total(0, 2 * MS, 2 * MS, 20).end(Synthetic.trailer(1));
        TaskInfo alone = periods().forEach().tasks().get(0);
        assertThat(alone.counts()).containsEntry("page-faults", 20L);
        assertThat(alone.runS()).isEqualTo(0.002);
        assertThat(alone.reason()).isNull();
    }

    @Test
    void aMissingCountIsReported() {
        write(1, "kernel", "page-faults:software:0:0")
                .sample(0, 0, 9, 0, MS, MS, MS, 10).close(0, 0, 9, 0, MS, MS, MS, 12).total(0, MS, MS, 15)
                .end(Synthetic.trailer(1));
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).isFalse();
        assertThat(report.discrepancies()).containsExactly(
                "page-faults: the differences add up to 12, the final count is 15 (-3)");
    }

    @Test
    void ringsAreMergedByTimeAndRunningTimeIsCumulativeOverTheTree() {
        write(1, "kernel", "page-faults:software:0:0")
                .task(0, 10, 10, -1, 0).sample(0, 0, 10, 0, 1 * MS, MS, MS, 1).sample(0, 0, 10, 0, 3 * MS, 2 * MS, 2 * MS, 3)
                .task(1, 11, 10, 0, 0).sample(0, 1, 11, 1, 2 * MS, MS, MS, 10).sample(0, 1, 11, 1, 5 * MS, 2 * MS, 2 * MS, 30)
                .seal()
                .sample(0, 0, 10, 0, 4 * MS, 3 * MS, 3 * MS, 6)
                .close(0, 0, 10, 0, 6 * MS, 3 * MS + 5, 3 * MS + 5, 7).close(0, 1, 11, 1, 6 * MS, 2 * MS, 2 * MS, 30)
                .total(0, 7 * MS, 5 * MS + 5, 37).end(Synthetic.trailer(5));
        List<Row> rows = rows(periods());
        assertThat(rows).extracting(Row::wall).containsExactly(MS, 2 * MS, 3 * MS, 4 * MS, 5 * MS, 6 * MS, 6 * MS);
        assertThat(rows).extracting(Row::task).containsExactly(0, 1, 0, 0, 1, 0, 1);
        assertThat(rows).extracting(Row::run).containsExactly(MS, 2 * MS, 3 * MS, 4 * MS, 5 * MS, 5 * MS + 5, 5 * MS + 5);
        assertThat(rows).extracting(Row::count).containsExactly(1L, 10L, 2L, 3L, 20L, 1L, 0L);
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).isTrue();
        assertThat(report.tasks()).extracting(TaskInfo::tid).containsExactly(10, 11);
        assertThat(report.tasks()).extracting(t -> t.counts().get("page-faults")).containsExactly(7L, 30L);
        assertThat(report.tasks()).extracting(TaskInfo::periods).containsExactly(3L, 2L);
        assertThat(report.tasks().get(1).parent()).isZero();
    }

    @Test
    void aReusedTidIsAnotherTask() {
        write(1, "kernel", "page-faults:software:0:0")
                .task(0, 10, 10, -1, 0).sample(0, 0, 10, 0, MS, MS, MS, 5).close(0, 0, 10, 0, MS, MS, MS, 5).exit(0, 10, MS)
                .task(1, 10, 10, -1, 2 * MS).sample(0, 1, 10, 0, 3 * MS, MS, MS, 4).close(0, 1, 10, 0, 3 * MS, MS, MS, 4)
                // A writer that reuses the serial number as well must say so with a task record.
                .task(0, 10, 10, -1, 4 * MS).sample(0, 0, 10, 0, 5 * MS, MS, MS, 3).close(0, 0, 10, 0, 5 * MS, MS, MS, 3)
                .total(0, 6 * MS, 3 * MS, 12).end(Synthetic.trailer(3));
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).isTrue();
        assertThat(report.runNanos()).isEqualTo(3 * MS);
        assertThat(rows(periods())).extracting(Row::count).containsExactly(5L, 0L, 4L, 0L, 3L, 0L);
    }

    @Test
    void irregularAndRepeatedAreMarkedAndNothingIsDropped() {
        write(1, "poll", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, -1, 0, -1, MS, MS, MS, 5)
                .sample(0, -1, 0, -1, 2 * MS, MS, MS, 5)
                .sample(0, -1, 0, -1, 3 * MS, 2 * MS, 2 * MS, 7)
                .sample(0, -1, 0, -1, 5 * MS, 4 * MS, 4 * MS, 9)
                .close(0, -1, 0, -1, 6 * MS, 5 * MS, 5 * MS, 9).total(0, 6 * MS, 5 * MS, 9).end(Synthetic.trailer(4));
        assertThat(rows(periods())).extracting(Row::flags)
                .containsExactly(0, PeriodFlag.REPEATED, 0, PeriodFlag.IRREGULAR, PeriodFlag.CLOSE);
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.samples()).isEqualTo(4);
        assertThat(summary.repeated()).isEqualTo(1);
        assertThat(summary.irregularShare()).isEqualTo(0.25);
        assertThat(summary.gaps()).isEqualTo(1);
        assertThat(summary.period().maxNs()).isEqualTo(2 * MS);
    }

    @Test
    void multiplexedCountsAreScaledWithinTheirOwnWindow() {
        RecordingWriter out = write(1, "kernel", "cycles:pmu:0:0");
        out.task(0, 9, 9, -1, 0);
        long count = 0;
        for (int i = 1; i <= 100; i++) {
            // 10 counts per us while counting, in every second period only.
            count += i % 2 == 0 ? 10_000 : 0;
            out.sample(0, 0, 9, 0, i * MS, i * MS, i / 2 * MS, count);
        }
        out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 100 * MS, 100 * MS, 100 * MS, 50 * MS, count).end(Synthetic.trailer(100));
        Periods periods = periods();
        periods.forEach(p -> assertThat(p.has(0)).isEqualTo(p.wallNanos() / MS % 2 == 0));
        RunSummary summary = RunSummary.of(periods);
        assertThat(summary.events().get(0).status()).isEqualTo(CountStatus.ESTIMATED);
        assertThat(summary.events().get(0).finalCount()).isEqualTo(500_000);
        assertThat(summary.events().get(0).finalEstimate()).isEqualTo(1_000_000);
        assertThat(summary.events().get(0).shareMeasured()).isEqualTo(0.5);
        assertThat(summary.events().get(0).meanRate()).isEqualTo(1e7);
        assertThat(summary.events().get(0).reason()).contains("50.0 %");
        assertThat(summary.exact()).as("what was counted is still exact").isTrue();
        Envelope envelope = Envelopes.of(periods, 10).get(0);
        assertThat(envelope.shareMeasured()).isEqualTo(0.5);
        for (double mean : envelope.mean()) {
            assertThat(mean).isCloseTo(1e7, within(1e-3));
        }
    }

    /** As the kernel does it: a group that is switched out is not sampled, and its own clock stops too. */
    private long turns(boolean closed) {
        RecordingWriter out = write(1, "kernel", "cycles:pmu:0:0").task(0, 9, 9, -1, 0);
        long run = 0;
        for (int i = 1; i <= 1000; i++) {
            // Four periods in, four out; the task moves to the other CPU every 100 ms.
            if (i % 8 >= 4) {
                run += MS;
                int cpu = i / 104 % 2;
                runOn[cpu] += MS;
                out.counts(Kind.SAMPLE, 0, 0, 0, 9, cpu, i * MS, runOn[cpu], i * MS, runOn[cpu], runOn[cpu] / 100);
            }
        }
        if (closed) {
            out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 1000 * MS, run, 1000 * MS, run, run / 100).end(Synthetic.trailer(500));
        } else {
            out.seal().close();
        }
        return run;
    }

    private final long[] runOn = new long[2];

    @Test
    void aGroupWhoseClockStopsWithItIsScaledByItsEnabledTime() {
        for (boolean closed : new boolean[] {true, false}) {
            java.util.Arrays.fill(runOn, 0);
            long run = turns(closed);
            Periods periods = Periods.of(Recording.open(file));
            SeriesReport report = periods.forEach();
            assertThat(report.runNanos()).isEqualTo(999 * MS);
            RunSummary summary = RunSummary.of(periods);
            assertThat(summary.irregular()).isZero();
            assertThat(summary.events().get(0).shareMeasured()).isCloseTo(0.5, within(0.002));
            assertThat(summary.events().get(0).finalCount()).isEqualTo(run / 100);
            assertThat(summary.events().get(0).finalEstimate()).isCloseTo(10_000 * 999, within(10_000.0));
            assertThat(summary.events().get(0).meanRate()).isCloseTo(1e7, within(1e4));
        }
    }

    @Test
    void timeSpentOnAnotherCpuIsNoMultiplexing() {
        write(1, "kernel", "cycles:pmu:0:0").task(0, 9, 9, -1, 0)
                // Enabled for 10 ms, but the task ran here for 1 ms only, and was counted all of that.
                .counts(Kind.SAMPLE, 0, 0, 0, 9, 1, 10 * MS, 9 * MS, 9 * MS, 9 * MS, 9000)
                .counts(Kind.SAMPLE, 0, 0, 0, 9, 0, 11 * MS, MS, 10 * MS, MS - 700, 1000)
                .total(0, 10 * MS, 10 * MS, 10_000).end(Synthetic.trailer(2));
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.events().get(0).status()).isEqualTo(CountStatus.COUNTED);
        assertThat(summary.events().get(0).shareMeasured()).isEqualTo(1);
        assertThat(summary.events().get(0).finalEstimate()).isNull();
    }

    @Test
    void groupsDoNotCountTheRunningTimeTwice() {
        write(2, "kernel", "cycles:pmu:0:0", "loads:pmu:1:0", "stores:pmu:1:1").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 5, 0).sample(1, 0, 9, 0, MS + 10, MS, MS, 6, 7)
                .sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 15, 0).sample(1, 0, 9, 0, 2 * MS + 10, 2 * MS, 2 * MS, 26, 37)
                .total(0, 3 * MS, 2 * MS, 15, 0).total(1, 3 * MS, 2 * MS, 26, 37).end(Synthetic.trailer(4));
        SeriesReport report = periods().forEach(p -> {
            assertThat(p.has(0)).isEqualTo(p.group() == 0);
            assertThat(p.has(2)).isEqualTo(p.group() == 1);
        });
        assertThat(report.runNanos()).isEqualTo(2 * MS);
        assertThat(report.counted()).containsExactly(15L, 26L, 37L, 0L);
        assertThat(report.exact()).isTrue();
        assertThat(Envelopes.of(periods(), 2)).extracting(Envelope::event).containsExactly("cycles", "loads", "stores");
        assertThat(Envelopes.of(periods(), 2).get(2).mean()).containsExactly(7000, 30_000);
    }

    @Test
    void aQuantityCountedInPartsIsTheirSum() {
        String metadata = Synthetic.metadata("kernel", MS, "loads:pmu:0:0", "stores:pmu:0:1", "other:pmu:1:0")
                .replace("\"run\":{", """
                        "run":{"sums":[{"name":"ALL_REF","unit":"references","meaning":"retired","of":["loads","stores"]},\
                        {"name":"SPLIT","unit":"x","meaning":"","of":["loads","other"]},\
                        {"name":"HALF","unit":"x","meaning":"","of":["loads","nothing"]}],""");
        RecordingWriter out = new RecordingWriter(file, 2, metadata);
        out.task(0, 9, 9, -1, 0).sample(0, 0, 9, 0, MS, MS, MS, 30, 4).total(0, MS, MS, 30, 4)
                .end(Synthetic.trailer(1));
        Periods periods = periods();
        assertThat(periods.events()).extracting(EventInfo::name)
                .containsExactly("ALL_REF", "SPLIT", "HALF", "loads", "stores", "other", "L1D_ALL_REF");
        assertThat(periods.events().get(0).countedAs()).isEqualTo("pmu, loads + stores: retired");
        periods.forEach(p -> assertThat(p.count(0)).isEqualTo(34));
        RunSummary summary = RunSummary.of(periods);
        assertThat(summary.events().get(0).finalCount()).isEqualTo(34);
        assertThat(summary.events().get(1).reason()).contains("different groups");
        assertThat(summary.events().get(2).reason()).contains("nothing");
        assertThat(summary.discrepancies()).containsExactly("other: the recording holds no final count");
        assertThat(summary.exact()).isFalse();
    }

    @Test
    void valuesThatGoBackwardsNeverMakeNegativeCounts() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 50).sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 20)
                .sample(0, 0, 9, 0, 3 * MS, 3 * MS, 3 * MS, 60).total(0, 3 * MS, 3 * MS, 60).end(Synthetic.trailer(3));
        assertThat(rows(periods())).extracting(Row::count).containsExactly(50L, 0L, 10L);
        SeriesReport report = periods().forEach();
        assertThat(report.discrepancies()).singleElement().asString().contains("1 cumulative values went backwards");
        assertThat(report.exact()).isFalse();
    }

    @Test
    void anEmptyRecordingIsEmptyAndNotZero() {
        write(1, "kernel", "page-faults:software:0:0", "cycles:pmu:0:-").end("{}");
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.samples()).isZero();
        assertThat(summary.irregularShare()).isNull();
        assertThat(summary.period().p50Ns()).isNull();
        assertThat(summary.events().get(0).meanRate()).isNull();
        assertThat(summary.events().get(1).finalCount()).isNull();
        assertThat(summary.events().get(1).status()).isEqualTo(CountStatus.NOT_COUNTED);
        assertThat(summary.events().get(1).reason()).isEqualTo("ENOENT");
        Envelope envelope = Envelopes.of(periods(), 100).get(0);
        assertThat(envelope.buckets()).isEqualTo(1);
        assertThat(envelope.mean()).containsExactly(Double.NaN);
    }

    @Test
    void aShortRunHasItsCountsWithoutAnySample() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .close(0, 0, 9, 0, MS / 2, MS / 2, MS / 2, 77).total(0, MS, MS / 2, 77).end(Synthetic.trailer(0));
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.samples()).isZero();
        assertThat(summary.events().get(0).finalCount()).isEqualTo(77);
        assertThat(summary.events().get(0).meanRate()).isEqualTo(77 / 0.0005);
        assertThat(summary.events().get(0).peakRate()).isNull();
        assertThat(summary.exact()).isTrue();
    }

    @Test
    void envelopesHoldEveryCountAndShowGaps() {
        Synthetic.run(file, 20_000, 2, 3);
        Periods periods = periods();
        SeriesReport report = periods.forEach();
        for (Axis axis : List.of(Axis.RUN_TIME, Axis.WALL_TIME)) {
            for (Envelope e : Envelopes.of(periods, axis, 500, runbench.base.progress.Progress.NONE)) {
                assertThat(e.buckets()).isBetween(400, 500);
                assertThat(e.bucketWidth() * 1e3).as("whole periods of 1 ms").isCloseTo(Math.rint(e.bucketWidth() * 1e3), within(1e-9));
                for (int i = 0; i < e.buckets(); i++) {
                    assertThat(e.mean()[i]).isBetween(e.min()[i], e.max()[i]);
                }
            }
        }
        Envelope run = Envelopes.of(periods, 500).get(0);
        double sum = 0;
        for (double mean : run.mean()) {
            sum += mean * run.bucketWidth();
        }
        // Irregular periods stay in the bucket in which they begin, so a bucket may hold a little more than its width.
        assertThat(sum).isCloseTo(report.counted().get(0), within(report.counted().get(0) * 0.005));
        assertThat(run.rateUnit()).isEqualTo("page-faults/s");
        assertThat(run.end()).isCloseTo(report.runNanos() / 1e9, within(1e-9));
    }

    @Test
    void aLongIrregularPeriodLeavesAGap() {
        RecordingWriter out = write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0);
        for (int i = 1; i <= 30; i++) {
            if (i <= 10 || i > 20) {
                out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i * 10);
            }
        }
        out.total(0, 30 * MS, 30 * MS, 300).end(Synthetic.trailer(20));
        Envelope e = Envelopes.of(periods(), 30).get(0);
        for (int i = 0; i < 30; i++) {
            boolean gap = i > 10 && i <= 20;
            assertThat(Double.isNaN(e.mean()[i])).as("bucket %d", i).isEqualTo(gap);
            if (!gap) {
                assertThat(e.mean()[i]).isCloseTo(10_000, within(1e-6));
            }
        }
    }

    @Test
    void emulatedRunsHaveInstructionsForAnAxis() {
        RecordingWriter out = new RecordingWriter(file, 1, Synthetic.metadata("emulated", 1_000_000, "loads:emulated:0:0")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\""));
        out.task(0, 9, 9, -1, 0);
        for (int i = 1; i <= 50; i++) {
            out.counts(Kind.SAMPLE, 0, 0, 0, 9, 0, i, i * 1_000_000L, 0, 0, i * 250_000L);
        }
        out.total(0, 51, 50_000_000, 12_500_000).end(Synthetic.trailer(50));
        Envelope e = Envelopes.of(periods(), 10).get(0);
        assertThat(e.axis()).isEqualTo(Axis.INSTRUCTIONS);
        assertThat(e.rateUnit()).isEqualTo("loads/10⁶ instructions");
        assertThat(e.bucketWidth()).isEqualTo(5);
        assertThat(e.shareMeasured()).isEqualTo(1);
        assertThat(e.mean()).containsOnly(250_000);
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.runS()).isNull();
        assertThat(summary.irregular()).isZero();
        assertThat(summary.events().get(0).meanRate()).isEqualTo(250_000);
        assertThat(summary.events().get(0).status()).isEqualTo(CountStatus.COUNTED);
    }

    @Test
    void anAxisThatDoesNotExistIsRefused() {
        Synthetic.run(file, 10, 1, 3);
        assertThatThrownBy(() -> Envelopes.of(periods(), Axis.INSTRUCTIONS, 10, runbench.base.progress.Progress.NONE))
                .isInstanceOf(RunbenchException.class).hasMessageContaining("samples.rec");
    }

    @Test
    void disorderWithinAFlushIsSortedForManyRings() {
        RecordingWriter out = write(1, "kernel", "page-faults:software:0:0");
        int cpus = 7;
        for (int flush = 0; flush < 20; flush++) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                for (int i = 1; i <= 30; i++) {
                    long n = flush * 30 + i;
                    out.sample(0, cpu, 100 + cpu, cpu, n * MS + cpu * 1000, n * MS, n * MS, n);
                }
            }
            out.seal();
        }
        out.total(0, 601 * MS, cpus * 600 * MS, cpus * 600).end(Synthetic.trailer(cpus * 600));
        assertThat(rows(periods())).extracting(Row::wall).isSorted().hasSize(cpus * 600);
        assertThat(periods().forEach().exact()).isTrue();
    }
}
