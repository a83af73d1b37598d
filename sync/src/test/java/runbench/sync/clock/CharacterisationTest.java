package runbench.sync.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;

class CharacterisationTest {
    @BeforeEach
    void needsTheLibrary() {
        assumeTrue(Files.exists(Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
    }

    @Test
    void everySourceIsMeasuredOrAbsentWithAReason() {
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
    void aVirtualClockIsItsBaseShifted() {
        try (Clock base = Clock.open("realtime");
                Clock ahead = Clock.open("virtual(realtime,offset=5000000000,ppm=0)")) {
            long before = base.nanos();
            long here = ahead.nanos();
            long after = base.nanos();
            assertThat(here - 5_000_000_000L).isBetween(before, after);
            assertThat(ahead.describe()).contains("\"offset_ns\":5000000000");
            assertThat(base.slackNanos()).isEqualTo(1);
        }
        assertThatThrownBy(() -> Clock.open("sundial")).isInstanceOf(RunbenchException.class).hasMessageContaining("sundial");
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

    @Test
    void externalTimeIsReadNotSet() {
        ExternalTime time = ExternalTime.read();
        assertThat(time.maximumErrorNanos()).isNotNegative();
    }
}
