package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;

@Tag("beside")
class CpuSetTest {
    @Test
    void cpusAreRanges() {
        assertThat(CpuSet.parse("0-2,7, 5")).containsExactly(0, 1, 2, 5, 7);
        assertThat(CpuSet.text(List.of(0, 1, 2, 5, 7))).isEqualTo("0-2,5,7");
        for (String wrong : List.of("", "1-", "3-1", "x", "-1", "1,,2", "0-99999")) {
            assertThatThrownBy(() -> CpuSet.parse(wrong)).as(wrong)
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("is no CPU");
        }
        assertThatThrownBy(() -> CpuSet.chosen("8000")).hasMessageContaining("may not run on CPU 8000");
    }

    @Test
    void theKernelSaysWhereOneMayRun() {
        assertThat(CpuSet.allowed(List.of("Name:\tx", "Cpus_allowed:\tf", "Cpus_allowed_list:\t0-3,8")))
                .contains("0-3,8");
        assertThat(CpuSet.allowed(List.of("Name:\tx"))).isEmpty();
        assertThat(CpuSet.own()).isNotEmpty();
    }
}
