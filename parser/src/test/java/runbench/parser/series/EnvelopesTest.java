package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.stats.RunSummary;

/** Periods gathered into the buckets of a chart. */
class EnvelopesTest extends PeriodsFixture {
    @Test
    void envelopesHoldEveryCountAndShowGaps() {
        Synthetic.run(file, 20_000, 2, 3);
        Periods periods = periods();
        SeriesReport report = periods.forEach();
        for (Axis axis : List.of(Axis.RUN_TIME, Axis.WALL_TIME)) {
            for (Envelope e : Envelopes.of(periods, axis, 500, runbench.base.progress.Progress.NONE)) {
                assertThat(e.buckets()).isBetween(400, 500);
                assertThat(e.bucketWidth() * 1e3).as("whole periods of 1 ms")
                        .isCloseTo(Math.rint(e.bucketWidth() * 1e3), within(1e-9));
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
        assertThat(run.rateUnit()).isEqualTo("page-faults/s of running time");
        assertThat(run.end()).isCloseTo(report.runNanos() / 1e9, within(1e-9));
    }

    @Test
    void aLongIrregularPeriodLeavesAGap() {
        RecordingWriter out = write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0);
        for (int i = 1; i <= 30; i++) {
            if (i <= 10 || i > 20) {
                out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i * 10L);
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
        RecordingWriter out = new RecordingWriter(file, 1,
                Synthetic.metadata("emulated", 1_000_000, "loads:emulated:0:0")
                        .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\""));
        out.task(0, 9, 9, -1, 0);
        for (int i = 1; i <= 50; i++) {
            out.counts(Kind.SAMPLE, 0, 0, 0, 9, 0, i, i * 1_000_000L, 0, 0, i * 250_000L);
        }
        out.total(0, 51, 50_000_000, 12_500_000).end(Synthetic.trailer(50));
        Envelope e = Envelopes.of(periods(), 10).get(0);
        assertThat(e.axis()).isEqualTo(Axis.INSTRUCTIONS);
        assertThat(Envelopes.otherAxis(periods(), Axis.INSTRUCTIONS)).isEmpty();
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
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("samples.rec");
    }
}
