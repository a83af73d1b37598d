package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/** The curve of a run at longer periods than the recorded one. */
class PeriodCurveTest extends PeriodsFixture {
    private static final int LENGTH = 1050;

    /** @param counts events in each millisecond */
    private PeriodCurve curve(IntUnaryOperator counts, double seconds, Double limit) {
        RecordingWriter out = write(1, "kernel", "page-faults:software:0:0").task(0, 9, 9, -1, 0);
        long sum = 0;
        for (int i = 1; i <= LENGTH; i++) {
            sum += counts.applyAsInt(i - 1);
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, sum);
        }
        out.total(0, LENGTH * MS, LENGTH * MS, sum).end(Synthetic.trailer(LENGTH));
        RunView view = RunView.of(periods().recording(), List.of());
        Requested<List<Envelope>> envelopes = view.gathered(Envelopes.collector(view.periods(),
                extent -> BucketGrid.ofWidth(view.periods(), Axis.RUN_TIME, extent, seconds * 1e9)));
        view.read(runbench.base.progress.Progress.NONE);
        return PeriodCurve.of(envelopes.get().get(0), limit);
    }

    /** Three of each 100 ms have 1,000 events each, the others one. */
    private static int bursts(int ms) {
        return ms % 100 < 3 ? 1000 : 1;
    }

    @Test
    void aLongerPeriodLowersThePeakOfBursts() {
        assertThat(curve(PeriodCurveTest::bursts, 0.001, null).peak()).isCloseTo(1e6, within(1.0));
        assertThat(curve(PeriodCurveTest::bursts, 0.01, null).peak()).isCloseTo((3000 + 7) / 0.01, within(1.0));
        PeriodCurve whole = curve(PeriodCurveTest::bursts, 0.1, null);
        assertThat(whole.peak()).isCloseTo((3000 + 97) / 0.1, within(1.0));
        assertThat(whole.periodS()).isEqualTo(0.1);
        assertThat(whole.shareAbove()).isNull();
    }

    @Test
    void periodsAreExactMultiplesOfTheRecordedOne() {
        assertThat(curve(PeriodCurveTest::bursts, 0.37, null).periodS()).isEqualTo(0.37);
        assertThat(curve(PeriodCurveTest::bursts, 0.0104, null).periodS()).isEqualTo(0.01);
    }

    @Test
    void theShareAboveALimitIsThatOfTheTime() {
        assertThat(curve(PeriodCurveTest::bursts, 0.001, 5e5).shareAbove()).isCloseTo(33.0 / LENGTH, within(1e-9));
        assertThat(curve(PeriodCurveTest::bursts, 0.1, 5e5).shareAbove()).isZero();
    }

    @Test
    void aShortRestAtTheEndIsNoPeak() {
        IntUnaryOperator late = ms -> ms >= 1000 ? 50 : 1;
        assertThat(curve(late, 0.1, null).peak()).as("half a period").isCloseTo(1000, within(1.0));
        assertThat(curve(late, 0.05, null).peak()).as("a whole period").isCloseTo(50_000, within(1.0));
    }

    @Test
    void aConstantRateHasTheSamePeakAtAllPeriods() {
        for (double seconds : new double[]{0.001, 0.01, 0.1, 0.5}) {
            assertThat(curve(ms -> 7, seconds, null).peak()).isCloseTo(7000, within(1e-6));
        }
    }
}
