package runbench.pas2p.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.pas2p.signature.CutPlan;
import runbench.pas2p.signature.PlannedSignature;
import runbench.pas2p.signature.Signature;

/** The copied processes, and the measured occurrences after each copy. */
@Tag("beside")
class PhaseWindowTest {
    private static final Signature.Program PROGRAM = new Signature.Program(List.of("app"), "",
            Path.of("/app").toString(), null, List.of(), List.of(), null);

    /**
     * Returns a signature of two ranks; occurrence i lasts from event 2 i to 2 i + 2.
     *
     * @param phases phases in the units digit (0 or 1), classes of duration in the tens digit
     */
    private static Signature signature(int... phases) {
        List<long[]> cuts = IntStream.rangeClosed(0, phases.length).mapToObj(i -> new long[]{2L * i, 2L * i}).toList();
        Signature all = PlannedSignature.of(PROGRAM, "", cuts);
        List<Signature.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < phases.length; i++) {
            wanted.add(
                    new Signature.Wanted(phases[i] % 10, phases[i] / 10, i, 0.001, 0.5, cuts.get(i), cuts.get(i + 1)));
        }
        return all.part(wanted, cuts.get(phases.length));
    }

    @Test
    void eachPhaseIsCopiedBeforeItsWarmUp() {
        List<PhaseWindow> windows = PhaseWindow.of(signature(0, 1, 0, 1, 0, 1, 0, 1), 2, 1);
        assertThat(windows).hasSize(2);
        PhaseWindow second = windows.get(0);
        // The first occurrence of the second phase has one occurrence before it; for the other phase, the second has
        // one.
        assertThat(second.phase()).isEqualTo(1);
        assertThat(second.cut()).containsExactly(0, 0);
        assertThat(second.warmUp()).isEqualTo(1);
        assertThat(second.measure()).extracting(Signature.Wanted::occurrence).containsExactly(1L, 3L);
        assertThat(second.stop()).containsExactly(8, 8);
        PhaseWindow first = windows.get(1);
        assertThat(first.cut()).containsExactly(2, 2);
        assertThat(first.measure()).extracting(Signature.Wanted::occurrence).containsExactly(2L, 4L);
        assertThat(first.stop()).containsExactly(10, 10);
    }

    @Test
    void singleOccurrenceIsMeasuredWithoutWarmUp() {
        PhaseWindow once = PhaseWindow.of(signature(0, 1, 1, 1), 3, 2).get(0);
        assertThat(once.phase()).isZero();
        assertThat(once.warmUp()).isZero();
        assertThat(once.cut()).containsExactly(0, 0);
        assertThat(once.measure()).hasSize(1);
    }

    /** Checks that a phase's mean covers all its durations: if a phase has two classes, both must be included. */
    @Test
    void windowExtendsUntilEachDurationClassOccursSeveralTimes() {
        int[] phases = new int[40];
        for (int i = 8; i < 40; i += 3) {
            phases[i] = 10;
        }
        PhaseWindow window = PhaseWindow.of(signature(phases), 6, 0).get(0);
        assertThat(window.measure().stream().filter(w -> w.stratum() == 1)).hasSize(5);
        assertThat(window.measure()).extracting(Signature.Wanted::occurrence)
                .isEqualTo(IntStream.rangeClosed(0, 20).mapToObj(i -> (long) i).toList());
    }

    @Test
    void thePlanOfAPauseNamesOneCutOfEachRank() {
        Signature signature = signature(0, 0, 0);
        assertThat(CutPlan.pause(signature, new long[]{4, 2}, 7))
                .isEqualTo("runbench signature plan 2\nranks 2\n0 0 4=7\n1 0 2=7\n");
        assertThat(CutPlan.stop(signature, new long[]{4, 2}))
                .isEqualTo("runbench signature plan 2\nranks 2\n0 0 4!\n1 0 2!\n");
    }
}
