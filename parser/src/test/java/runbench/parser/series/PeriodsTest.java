package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.stats.RunSummary;

class PeriodsTest extends PeriodsFixture {
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

    @Test
    void ringsAreMergedByTimeAndRunningTimeIsCumulativeOverTheTree() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .sample(0, 0, 10, 0, 1 * MS, MS, MS, 1)
                .sample(0, 0, 10, 0, 3 * MS, 2 * MS, 2 * MS, 3)
                .task(1, 11, 10, 0, 0)
                .sample(0, 1, 11, 1, 2 * MS, MS, MS, 10)
                .sample(0, 1, 11, 1, 5 * MS, 2 * MS, 2 * MS, 30)
                .seal()
                .sample(0, 0, 10, 0, 4 * MS, 3 * MS, 3 * MS, 6)
                .close(0, 0, 10, 0, 6 * MS, 3 * MS + 5, 3 * MS + 5, 7)
                .close(0, 1, 11, 1, 6 * MS, 2 * MS, 2 * MS, 30)
                .total(0, 7 * MS, 5 * MS + 5, 37)
                .end(Synthetic.trailer(5));
        List<Row> rows = rows(periods());
        assertThat(rows).extracting(Row::wall).containsExactly(MS, 2 * MS, 3 * MS, 4 * MS, 5 * MS, 6 * MS, 6 * MS);
        assertThat(rows).extracting(Row::task).containsExactly(0, 1, 0, 0, 1, 0, 1);
        assertThat(rows).extracting(Row::run)
                .containsExactly(MS, 2 * MS, 3 * MS, 4 * MS, 5 * MS, 5 * MS + 5, 5 * MS + 5);
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
        write(1, "kernel", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .sample(0, 0, 10, 0, MS, MS, MS, 5)
                .close(0, 0, 10, 0, MS, MS, MS, 5)
                .exit(0, 10, MS)
                .task(1, 10, 10, -1, 2 * MS)
                .sample(0, 1, 10, 0, 3 * MS, MS, MS, 4)
                .close(0, 1, 10, 0, 3 * MS, MS, MS, 4)
                // A writer that reuses the serial number as well must say so with a task record.
                .task(0, 10, 10, -1, 4 * MS)
                .sample(0, 0, 10, 0, 5 * MS, MS, MS, 3)
                .close(0, 0, 10, 0, 5 * MS, MS, MS, 3)
                .total(0, 6 * MS, 3 * MS, 12)
                .end(Synthetic.trailer(3));
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
                .close(0, -1, 0, -1, 6 * MS, 5 * MS, 5 * MS, 9)
                .total(0, 6 * MS, 5 * MS, 9)
                .end(Synthetic.trailer(4));
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
    void aLatePollOfAProgramThatWaitedIsNotIrregular() {
        write(1, "poll", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, -1, 0, -1, MS, MS, MS, 5)
                .sample(0, -1, 0, -1, 4 * MS, 2 * MS, 2 * MS, 7)
                .close(0, -1, 0, -1, 5 * MS, 3 * MS, 3 * MS, 9)
                .total(0, 5 * MS, 3 * MS, 9)
                .end(Synthetic.trailer(2));
        assertThat(rows(periods())).extracting(Row::flags).containsExactly(0, 0, PeriodFlag.CLOSE);
    }

    @Test
    void longPeriodsAreNeverIrregular() {
        for (long period : new long[]{1000 * MS, 5000 * MS}) {
            new RecordingWriter(file, 1, Synthetic.metadata("kernel", period, "page-faults:software:0:0"))
                    .task(0, 9, 9, -1, 0)
                    .sample(0, 0, 9, 0, period, period, period, 5)
                    .sample(0, 0, 9, 0, 3 * period, 3 * period, 3 * period, 7)
                    .total(0, 3 * period, 3 * period, 7)
                    .end(Synthetic.trailer(2));
            assertThat(rows(periods())).extracting(Row::flags)
                    .containsExactly(0, period < 5000 * MS ? PeriodFlag.IRREGULAR : 0);
        }
    }

    @Test
    void valuesThatGoBackwardsNeverMakeNegativeCounts() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 50)
                .sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 20)
                .sample(0, 0, 9, 0, 3 * MS, 3 * MS, 3 * MS, 60)
                .total(0, 3 * MS, 3 * MS, 60)
                .end(Synthetic.trailer(3));
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
                .close(0, 0, 9, 0, MS / 2, MS / 2, MS / 2, 77)
                .total(0, MS, MS / 2, 77)
                .end(Synthetic.trailer(0));
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.samples()).isZero();
        assertThat(summary.events().get(0).finalCount()).isEqualTo(77);
        assertThat(summary.events().get(0).meanRate()).isEqualTo(77 / 0.0005);
        assertThat(summary.events().get(0).peakRate()).isNull();
        assertThat(summary.exact()).isTrue();
        assertThat(summary.tooFewSamples())
                .hasValue("too short for this period: no sample in 0.5 ms of running time at a period of 1 ms");
    }

    /** One late sample: 100 % of the periods are irregular, which says nothing. */
    @ParameterizedTest
    @CsvSource({"3, too short for this period", "9, samples are missing"})
    void aSingleSampleIsCalledThat(int ms, String words) {
        write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, ms * MS, ms * MS, ms * MS, 77)
                .total(0, ms * MS, ms * MS, 77)
                .end(Synthetic.trailer(1));
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.irregular()).isEqualTo(1);
        assertThat(summary.irregularShare()).isNull();
        assertThat(summary.events().get(0).peakRate()).isNull();
        assertThat(summary.tooFewSamples())
                .hasValue(words + ": 1 sample in " + ms + " ms of running time at a period of 1 ms");
    }

    @Test
    void twoSamplesAreEnough() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 7)
                .sample(0, 0, 9, 0, 2 * MS, 2 * MS, 2 * MS, 77)
                .total(0, 2 * MS, 2 * MS, 77)
                .end(Synthetic.trailer(2));
        assertThat(RunSummary.of(periods()).tooFewSamples()).isEmpty();
        assertThat(RunSummary.of(periods()).irregularShare()).isZero();
    }

    @Test
    void disorderWithinAFlushIsSortedForManyRings() {
        RecordingWriter out = write(1, "kernel", "page-faults:software:0:0");
        int cpus = 7;
        for (int flush = 0; flush < 20; flush++) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                for (int i = 1; i <= 30; i++) {
                    long n = flush * 30L + i;
                    out.sample(0, cpu, 100 + cpu, cpu, n * MS + cpu * 1000L, n * MS, n * MS, n);
                }
            }
            out.seal();
        }
        out.total(0, 601 * MS, cpus * 600L * MS, cpus * 600L).end(Synthetic.trailer(cpus * 600L));
        assertThat(rows(periods())).extracting(Row::wall).isSorted().hasSize(cpus * 600);
        assertThat(periods().forEach().exact()).isTrue();
    }
}
