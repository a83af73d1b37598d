package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.record.Kind;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.stats.RunSummary;

/** What tasks counted themselves, known at their ends, beside sums over all of them. */
class TaskFinalCountsTest extends PeriodsFixture {
    /** Two tasks; from 2 ms to 6 ms the second is in the kernel, where only the sums can be read. */
    private void workInTheKernel() {
        write(1, "kernel", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .task(1, 11, 10, 0, 0)
                .sample(0, 0, 10, 0, MS / 2, MS / 2, MS / 2, 5)
                .sample(0, 1, 11, 1, MS, MS, MS, 10)
                .sample(0, 1, 11, 1, 2 * MS, 2 * MS, 2 * MS, 20)
                .counts(Kind.READING, 0, 0, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, 4 * MS, 9 * MS / 2, 0, 0, 55)
                .counts(Kind.READING, 0, 0, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, 5 * MS, 11 * MS / 2, 0, 0, 75)
                .seal()
                .counts(Kind.SAMPLE, PeriodFlag.LATE, 0, 1, 11, 1, 6 * MS, 6 * MS, 6 * MS, 6 * MS, 82)
                .close(0, 0, 10, 0, 7 * MS, MS / 2, MS / 2, 5)
                .close(0, 1, 11, 1, 7 * MS, 7 * MS, 7 * MS, 90)
                .total(0, 7 * MS, 15 * MS / 2, 95)
                .end(Synthetic.trailer(4));
    }

    @Test
    void readingsOfTheSumsStandWhereTheCountsHappenedAndNothingCountsTwice() {
        workInTheKernel();
        List<Row> rows = rows(periods());
        assertThat(rows).extracting(Row::wall)
                .containsExactly(MS / 2, MS, 2 * MS, 4 * MS, 5 * MS, 6 * MS, 7 * MS, 7 * MS);
        assertThat(rows).extracting(Row::count).containsExactly(5L, 10L, 10L, 30L, 20L, 12L, 0L, 8L);
        assertThat(rows).extracting(Row::task).containsExactly(0, 1, 1, Kind.ALL_TASKS, Kind.ALL_TASKS, 1, 0, 1);
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).as("%s", report.discrepancies()).isTrue();
        assertThat(report.tasks()).as("tasks have what they counted themselves")
                .extracting(t -> t.counts().get("page-faults"))
                .containsExactly(5L, 90L);
        assertThat(report.tasks()).extracting(TaskInfo::runS).containsExactly(0.0005, 0.007);
        RunSummary summary = RunSummary.of(periods());
        assertThat(summary.irregular()).as("the reading after 2 ms of silence").isEqualTo(1);
        assertThat(summary.late()).isEqualTo(1);
        List<List<Envelope>> lines = Envelopes.ofTasks(periods(), Axis.WALL_TIME, 1, new int[]{0, 1});
        assertThat(lines.get(1).get(0).mean()[0]).as("per second of its own 7 ms").isCloseTo(90 / 0.007, within(1e-6));
    }

    /** Before: the first task had the counts of all, the others 0 counts and 0 s. */
    @Test
    void tasksThatWereOnlyCountedTogetherHaveNoCounts() {
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .task(1, 11, 10, 0, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10)
                .close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20)
                .total(0, 2 * MS, 2 * MS, 20)
                .end(Synthetic.trailer(1));
        assertThat(periods().forEach().tasks()).hasSize(2).allSatisfy(t -> {
            assertThat(t.counts()).isNull();
            assertThat(t.runS()).isNull();
            assertThat(t.reason()).contains("polling reads the counters of all tasks together");
        });
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .task(1, 11, 10, 0, 0)
                .task(2, 12, 10, 0, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10)
                .counts(Kind.FINAL, 0, 0, 1, 11, Kind.ALL_CPUS, MS, MS / 2, 0, 0, 7)
                .close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20)
                .total(0, 2 * MS, 2 * MS, 20)
                .end(Synthetic.trailer(1));
        SeriesReport some = periods().forEach();
        assertThat(some.exact()).isTrue();
        assertThat(some.tasks()).extracting(TaskInfo::counts)
                .containsExactly(null, java.util.Map.of("page-faults", 7L), null);
        assertThat(some.tasks()).extracting(TaskInfo::runS).containsExactly(null, 0.0005, null);
        assertThat(RunSummary.of(periods()).toJson()).contains("\"run_s\" : null", "\"counts\" : null");
        write(1, "poll", "page-faults:software:0:0").task(0, 10, 10, -1, 0)
                .sample(0, 0, 10, Kind.ALL_CPUS, MS, MS, MS, 10)
                .close(0, 0, 10, Kind.ALL_CPUS, 2 * MS, 2 * MS, 2 * MS, 20)
                .total(0, 2 * MS, 2 * MS, 20)
                .end(Synthetic.trailer(1));
        TaskInfo alone = periods().forEach().tasks().get(0);
        assertThat(alone.counts()).containsEntry("page-faults", 20L);
        assertThat(alone.runS()).isEqualTo(0.002);
        assertThat(alone.reason()).isNull();
    }

    @Test
    void aMissingCountIsReported() {
        write(1, "kernel", "page-faults:software:0:0").sample(0, 0, 9, 0, MS, MS, MS, 10)
                .close(0, 0, 9, 0, MS, MS, MS, 12)
                .total(0, MS, MS, 15)
                .end(Synthetic.trailer(1));
        SeriesReport report = periods().forEach();
        assertThat(report.exact()).isFalse();
        assertThat(report.discrepancies())
                .containsExactly("page-faults: the differences add up to 12, the final count is 15 (-3)");
    }
}
