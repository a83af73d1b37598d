package runbench.schedule.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.schedule.policy.Decision;

@Tag("beside")
class CpuAssignmentTest {
    private final CpuAssignment assignment = new CpuAssignment(3, List.of(2, 3, 7));
    private final Decision decision = new Decision(3);

    private List<List<Integer>> placed(int... cpus) {
        decision.clear();
        for (int p = 0; p < cpus.length; p++) {
            if (cpus[p] > 0) {
                decision.run(p, cpus[p]);
            }
        }
        return assignment.place(decision).stream().map(LivePlacement::cpus).toList();
    }

    @Test
    void whoRanBeforeKeepsItsCpusAndOthersTakeWhatIsLeft() {
        assertThat(placed(1, 0, 1)).containsExactly(List.of(2), List.of(3));
        assertThat(placed(0, 2, 1)).containsExactly(List.of(2, 7), List.of(3));
        assertThat(placed(1, 2, 0)).as("the first was on CPU 2, which the second has by now").containsExactly(List.of(2), List.of(3, 7));
        assertThat(placed(0, 1, 0)).containsExactly(List.of(3));
    }

    @Test
    void moreThanThereIsMeansThatTheKernelDecides() {
        assertThat(placed(3, 3, 3)).containsExactly(List.of(2, 3, 7), List.of(2, 3, 7), List.of(2, 3, 7));
    }

    @Test
    void aShareGoesWithIt() {
        decision.run(1, 1);
        decision.throttle(1, 0.25);
        assertThat(assignment.place(decision)).containsExactly(new LivePlacement(1, List.of(2), 0.25));
    }

    @Test
    void cpusAreRanges() {
        assertThat(CpuSet.parse("0-2,7, 5")).containsExactly(0, 1, 2, 5, 7);
        assertThat(CpuSet.text(List.of(0, 1, 2, 5, 7))).isEqualTo("0-2,5,7");
        for (String wrong : List.of("", "1-", "3-1", "x", "-1", "1,,2", "0-99999")) {
            assertThatThrownBy(() -> CpuSet.parse(wrong)).as(wrong).isInstanceOf(RunbenchException.class).hasMessageContaining("is no CPU");
        }
        assertThatThrownBy(() -> CpuSet.chosen("8000")).hasMessageContaining("may not run on CPU 8000");
    }
}
