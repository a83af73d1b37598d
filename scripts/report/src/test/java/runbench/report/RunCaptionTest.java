package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.parser.series.OffCpu;
import runbench.parser.series.OffCpu.Source;

class RunCaptionTest {
    private static OffCpu times(double ready, double waiting) {
        double off = ready + waiting;
        return new OffCpu(Source.SWITCHES, null, 4, 4 - off, off, ready, waiting, false, null);
    }

    @Test
    void aConsiderableTimeOffTheCpusIsStated() {
        assertThat(RunCaption.offCpu(times(0.0018, 1)))
                .hasValue("25 % of 4.00 s not on a CPU: 1.00 s waiting, 1.8 ms ready but not running");
    }

    @Test
    void aLowerBoundIsStatedAsSuchAndUnknownTimesAreNot() {
        OffCpu bound = new OffCpu(Source.DIFFERENCE, "", 4, 2.0, 2.0, null, null, true, null);
        assertThat(RunCaption.offCpu(bound)).hasValue("at least 50 % of 4.00 s not on a CPU");
        assertThat(RunCaption.sentence("at least 50 %")).isEqualTo("At least 50 %.");
    }

    @Test
    void nothingIsStatedOfAProgramThatRuns() {
        assertThat(RunCaption.offCpu(times(0.3, 0.1))).isEmpty();
        assertThat(RunCaption.offCpu((OffCpu) null)).isEmpty();
        assertThat(RunCaption.offCpu(new OffCpu(Source.NONE, "", 4, null, null, null, null, false, null))).isEmpty();
    }
}
