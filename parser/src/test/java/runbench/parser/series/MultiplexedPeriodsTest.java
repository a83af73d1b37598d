package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import runbench.base.progress.Progress;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;

/** Groups of counters that take turns, and groups that do not. */
class MultiplexedPeriodsTest extends PeriodsFixture {
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
        out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 100 * MS, 100 * MS, 100 * MS, 50 * MS, count)
                .end(Synthetic.trailer(100));
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
            out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 1000 * MS, run, 1000 * MS, run, run / 100)
                    .end(Synthetic.trailer(500));
        } else {
            out.seal().close();
        }
        return run;
    }

    private final long[] runOn = new long[2];

    @Test
    void aGroupWhoseClockStopsWithItIsScaledByItsEnabledTime() {
        for (boolean closed : new boolean[]{true, false}) {
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
                .total(0, 10 * MS, 10 * MS, 10_000)
                .end(Synthetic.trailer(2));
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.events().get(0).status()).isEqualTo(CountStatus.COUNTED);
        assertThat(summary.events().get(0).shareMeasured()).isEqualTo(1);
        assertThat(summary.events().get(0).finalEstimate()).isNull();
    }

    @Test
    void groupsDoNotCountTheRunningTimeTwice() {
        write(2, "kernel", "cycles:pmu:0:0", "loads:pmu:1:0", "stores:pmu:1:1").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 5, 0)
                .sample(1, 0, 9, 0, MS + 10, MS, MS, 6, 7)
                .sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 15, 0)
                .sample(1, 0, 9, 0, 2 * MS + 10, 2 * MS, 2 * MS, 26, 37)
                .total(0, 3 * MS, 2 * MS, 15, 0)
                .total(1, 3 * MS, 2 * MS, 26, 37)
                .end(Synthetic.trailer(4));
        SeriesReport report = periods().forEach(p -> {
            assertThat(p.has(0)).isEqualTo(p.group() == 0);
            assertThat(p.has(2)).isEqualTo(p.group() == 1);
        });
        assertThat(report.runNanos()).isEqualTo(2 * MS);
        assertThat(report.counted()).containsExactly(15L, 26L, 37L, 0L);
        assertThat(report.exact()).isTrue();
        assertThat(Envelopes.of(periods(), 2)).extracting(Envelope::event).containsExactly("cycles", "loads", "stores");
        assertThat(Envelopes.of(periods(), Axis.RUN_TIME, 2, Progress.NONE).get(2).mean()).containsExactly(7000,
                30_000);
    }

    @Test
    void aQuantityCountedInPartsIsTheirSum() {
        String metadata = Synthetic.metadata("kernel", MS, "loads:pmu:0:0", "stores:pmu:0:1", "other:pmu:1:0")
                .replace("\"run\":{", """
                        "run":{"sums":[{"name":"ALL_REF","unit":"references","meaning":"retired","of":["loads","stores"]},\
                        {"name":"SPLIT","unit":"x","meaning":"","of":["loads","other"]},\
                        {"name":"HALF","unit":"x","meaning":"","of":["loads","nothing"]}],""");
        RecordingWriter out = new RecordingWriter(file, 2, metadata);
        out.task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 30, 4)
                .total(0, MS, MS, 30, 4)
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
}
