package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
    void programsKeepTheirCpusAndOthersGetTheRest() {
        assertThat(placed(1, 0, 1)).containsExactly(List.of(2), List.of(3));
        assertThat(placed(0, 2, 1)).containsExactly(List.of(2, 7), List.of(3));
        assertThat(placed(1, 2, 0)).as("the first was on CPU 2, which the second has by now")
                .containsExactly(List.of(2), List.of(3, 7));
        assertThat(placed(0, 1, 0)).containsExactly(List.of(3));
    }

    @Test
    void theKernelSchedulesProgramsThatRequestTooManyCpus() {
        assertThat(placed(3, 3, 3)).containsExactly(List.of(2, 3, 7), List.of(2, 3, 7), List.of(2, 3, 7));
    }

    /**
     * Of those that are held back every second one begins late, so that they meet least. Before: all ran at the
     * beginning, and met.
     */
    @Test
    void throttledProgramsAlternateWithinTheQuantum() {
        for (int p = 0; p < 3; p++) {
            decision.run(p, 1);
        }
        decision.throttle(0, 0.25);
        decision.throttle(2, 0.25);
        assertThat(assignment.place(decision)).extracting(LivePlacement::from).containsExactly(0.0, 0.0, 0.75);
        assertThat(assignment.place(decision)).extracting(LivePlacement::to).containsExactly(0.25, 1.0, 1.0);
    }

    @Test
    void thePlacementContainsTheShare() {
        decision.run(1, 1);
        decision.throttle(1, 0.25);
        assertThat(assignment.place(decision)).containsExactly(new LivePlacement(1, List.of(2), 0, 0.25));
    }
}
