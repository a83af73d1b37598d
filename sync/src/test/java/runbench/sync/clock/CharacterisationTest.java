package runbench.sync.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.clock.Characterisation.TimerBlock;

@Tag("machine")
class CharacterisationTest {
    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    @Test
    void reportsEverySourceAsMeasuredOrAbsentWithAReason() {
        List<SourceReport> sources = Characterisation.sources(200, 2, Progress.NONE);
        assertThat(sources).extracting(SourceReport::name).contains("rdtsc", "realtime", "gettimeofday", "hpet");
        for (SourceReport s : sources) {
            if (s.absent() != null) {
                assertThat(s.absent()).isNotBlank();
            } else {
                assertThat(s.warm().min()).isLessThanOrEqualTo(s.warm().quantile(0.5));
                assertThat(s.stepNanos()).isPositive();
                assertThat(s.backward()).isZero();
            }
        }
    }

    @Test
    void virtualClockEqualsItsShiftedBase() {
        try (Clock base = Clock.open("realtime");
                Clock ahead = Clock.open("virtual(realtime,offset=5000000000,ppm=0)")) {
            long before = base.nanos();
            long here = ahead.nanos();
            long after = base.nanos();
            assertThat(here - 5_000_000_000L).isBetween(before, after);
            assertThat(ahead.describe()).contains("\"offset_ns\":5000000000");
            assertThat(base.slackNanos()).isEqualTo(1);
        }
        assertThatThrownBy(() -> Clock.open("sundial")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("sundial");
    }

    @Test
    void resolutionIgnoresRareSteps() {
        long[] steps = new long[1000];
        java.util.Arrays.fill(steps, 26);
        steps[3] = 1;
        steps[7] = 0;
        steps[9] = -4;
        assertThat(Characterisation.resolution(steps)).isEqualTo(26);
        assertThat(Characterisation.resolution(new long[5])).isNaN();
    }

    /**
     * Formulas 1 to 4: the error falls as the interval grows, and each value is within its claimed error. Each reading
     * is the narrowest of 200, so interruptions do not widen it.
     */
    @Test
    void frequencyErrorFallsWithTheInterval() {
        assumeTrue(Characterisation.nominalHertz() > 0, "this CPU's counter is no clock");
        List<Frequency> raw = Characterisation.frequencies("raw", 0.3);
        List<Frequency> byCall = Characterisation.frequencies("gettimeofday", 0.3);
        assertThat(raw).hasSize(4);
        assertThat(byCall).hasSize(4);
        double nominal = Characterisation.nominalHertz();
        for (int i = 0; i < 4; i++) {
            assertThat(raw.get(i).seconds()).isGreaterThanOrEqualTo(new double[]{0.001, 0.01, 0.1, 0.3}[i]);
            // Both sides in seconds, because a busy machine sleeps longer than requested.
            assertThat(raw.get(i).relativeError() * raw.get(i).seconds())
                    .isLessThan(byCall.get(i).relativeError() * byCall.get(i).seconds());
            assertThat(byCall.get(i).relativeError()).as("a tick of 1 us at the least")
                    .isGreaterThan(1e-6 / byCall.get(i).seconds());
            // The system may steer gettimeofday by up to 500 ppm, but not RAW.
            assertThat(Math.abs(raw.get(i).hertz() / nominal - 1)).isLessThan(raw.get(i).relativeError() + 5e-6);
            assertThat(Math.abs(byCall.get(i).hertz() / nominal - 1)).isLessThan(byCall.get(i).relativeError() + 5e-4);
        }
        assertThat(raw.get(3).relativeError()).isLessThan(1e-5);
        assertThat(Frequency.paperError(10)).as("the paper's own example").isEqualTo(1e-6);
    }

    @Test
    void hpetIsReportedIfTheMachineHasOne() {
        assertThat(TimerBlock.parse(
                "{\"source\":\"hpet\",\"hertz\":14318179.948,\"hertz_error\":0.1,\"timers\":3,\"counter_bits\":64}"))
                .isEqualTo(new TimerBlock(14_318_179.948, 3, 64));
        if (!Files.isReadable(Path.of("/dev/hpet"))) {
            assertThat(Characterisation.hpet()).isEmpty();
        }
    }

    @Test
    void readsExternalTime() {
        ExternalTime time = ExternalTime.read();
        assertThat(time.maximumErrorNanos()).isNotNegative();
    }
}
