package runbench.sampler.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.run.SamplingRequest.SamplingMode;

class SamplingPeriodTest {
    @ParameterizedTest
    @CsvSource({"50us,50000,50us", "100us,100000,100us", "0.1ms,100000,100us", "1ms,1000000,1ms", "2.5ms,2500000,2.5ms",
            "1000us,1000000,1ms", "5s,5000000000,5s", "90s,90000000000,90s", "2min,120000000000,2min",
            "120s,120000000000,2min", "1h,3600000000000,1h", "60min,3600000000000,1h", "100µs,100000,100us",
            " 1 ms ,1000000,1ms", "50000ns,50000,50us", "1.5min,90000000000,90s", "3661s,,", "0.000050s,50000,50us"})
    void parsesAndPrints(String text, Long nanos, String printed) {
        if (nanos == null) {
            assertThat(catchThrowableOfType(RunbenchException.class, () -> SamplingPeriod.parse(text))).isNotNull();
            return;
        }
        SamplingPeriod period = SamplingPeriod.parse(text);
        assertThat(period.nanos()).isEqualTo(nanos);
        assertThat(period).hasToString(printed);
        assertThat(SamplingPeriod.parse(period.toString())).isEqualTo(period);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "1", "-1ms", "1 kg", "1e3ms", "NaNms", "0ms", "49999ns", "49us", "2h", "61min",
            "999999999999h", "1ms1", "1msms", "1,5ms", "0x10ms", "1M", "\u0661ms", "1ms\n2ms",
            "9999999999999999999999s"})
    void rejectsOutOfRangeWithTheRange(String text) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> SamplingPeriod.parse(text));
        assertThat(e).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.remedy().orElseThrow()).contains("50us to 1h");
    }

    @Test
    void missingUnitIsReported() {
        assertThat(catchThrowableOfType(RunbenchException.class, () -> SamplingPeriod.parse("100")))
                .hasMessageContaining("lacks its unit");
    }

    @Test
    void theKernelSamplesUpTo10Milliseconds() {
        assertThat(SamplingMode.AUTO.forPeriod(SamplingPeriod.parse("10ms"))).isEqualTo(SamplingMode.KERNEL);
        assertThat(SamplingMode.AUTO.forPeriod(SamplingPeriod.parse("10.000001ms"))).isEqualTo(SamplingMode.POLL);
        assertThat(SamplingMode.parse("Poll").forPeriod(SamplingPeriod.parse("1ms"))).isEqualTo(SamplingMode.POLL);
        assertThat(catchThrowableOfType(RunbenchException.class, () -> SamplingMode.parse("fast")).remedy())
                .contains("use auto, kernel or poll");
    }

    @Test
    void durationsCanBeLongerThanPeriods() {
        assertThat(SamplingPeriod.duration("--timeout", "12h")).isEqualTo(java.time.Duration.ofHours(12));
        assertThat(SamplingPeriod.duration("--for", "1.5s")).isEqualTo(java.time.Duration.ofMillis(1500));
        for (String wrong : new String[]{"300", "x", "0s", "100000h", "-1s", "999999999999h"}) {
            RunbenchException e = org.assertj.core.api.Assertions.catchThrowableOfType(RunbenchException.class,
                    () -> SamplingPeriod.duration("--for", wrong));
            assertThat(e).as(wrong).isNotNull();
            assertThat(e.getMessage()).startsWith("--for '" + wrong + "'");
            assertThat(e.remedy().orElseThrow()).contains("90s");
        }
    }
}
