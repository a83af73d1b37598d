package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.measure.EmulationSettings;
import runbench.measure.RunFolder;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.PrimaryRule;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;

class ComparePlanTest {
    private static final CompareRequest REQUEST = new CompareRequest("wall_s", 0.01, false);

    private static ComparePlan plan(long seed, int pairs) {
        return new ComparePlan(List.of(), List.of("a"), List.of("b"), seed, pairs, 1, null, null, false);
    }

    @Test
    void theSeedFixesTheOrderAndMorePairsDoNotChangeTheFirst() {
        assertThat(plan(5, 20).steps().subList(0, 22)).isEqualTo(plan(5, 10).steps());
        assertThat(plan(5, 20).steps()).isNotEqualTo(plan(6, 20).steps());
        assertThat(plan(5, 10).steps()).extracting(ComparePlan.Step::folder)
                .doesNotHaveDuplicates()
                .startsWith("warm-up/A/001", "warm-up/B/001")
                .hasSize(22);
    }

    /** The first run of a pair may have an advantage, so each side is first equally often. */
    @Test
    void eachSideIsFirstInHalfOfThePairs() {
        for (long seed = 0; seed < 50; seed++) {
            List<ComparePlan.Step> steps = plan(seed, 10).steps();
            int first = 0;
            for (int pair = 0; pair < 10; pair++) {
                ComparePlan.Step a = steps.get(2 + 2 * pair);
                ComparePlan.Step b = steps.get(3 + 2 * pair);
                assertThat(a.ofB()).isNotEqualTo(b.ofB());
                assertThat(a.folder().substring(1)).isEqualTo(b.folder().substring(1));
                first += a.ofB() ? 1 : 0;
            }
            assertThat(first).isEqualTo(5);
        }
    }

    @Test
    void twoProgramsAreSeparatedByTwoHyphens() {
        List<String> typed = List.of("compare", "-n", "8", "--", "a", "1", "--", "b");
        ComparePlan plan = ComparePlan.of(typed, List.of("a", "1", "--", "b"), 5L, 8, 1, REQUEST);
        assertThat(plan).isEqualTo(new ComparePlan(List.of("compare", "-n", "8"), List.of("a", "1"), List.of("b"), 5, 8,
                1, "wall_s", null, false));
        assertThat(plan.atLeast(7).pairs()).isEqualTo(8);
        assertThat(plan.atLeast(9).pairs()).isEqualTo(9);
        for (List<String> wrong : List.of(List.of("a", "b"), List.of("--", "b"), List.of("a", "--"),
                List.of("a", "--", "b", "--", "c"))) {
            assertThatThrownBy(() -> ComparePlan.of(typed, wrong, null, 8, 1, REQUEST)).as(wrong.toString())
                    .hasMessageContaining("-n needs two programs");
        }
    }

    @Test
    void recordedRunsAreTwoFoldersOrOneFolderOfPairs() {
        for (List<String> wrong : List.of(List.<String>of(), List.of("src"), List.of("a", "b", "c"))) {
            assertThatThrownBy(() -> RecordedComparison.of(wrong, REQUEST)).as(wrong.toString())
                    .hasMessageContaining("needs two arguments");
        }
        assertThatThrownBy(() -> RecordedComparison.of(List.of("no-run", "src"), REQUEST))
                .hasMessageContaining("there is no run named no-run");
        assertThatThrownBy(() -> RecordedComparison.of(List.of("a", "--", "b"), REQUEST))
                .hasMessageContaining("without a number of runs");
    }

    @Test
    void tooFewPairsAreRejectedBeforeTheyRun() {
        List<String> typed = List.of("compare", "-n", "5", "--", "a", "--", "b");
        assertThatThrownBy(() -> ComparePlan.of(typed, List.of("a", "--", "b"), null, 5, 1, REQUEST))
                .hasMessageContaining("with 5 pairs p < 0.05 is impossible (the smallest p is 0.0625)");
        assertThat(ComparePlan.of(typed, List.of("a", "--", "b"), null, 6, 1, REQUEST).pairs()).isEqualTo(6);
    }

    @Test
    void theRuleDecidesUnlessTheUserNamedAQuantity() {
        CompareRequest byRule = new CompareRequest(null, 0.01, false);
        ComparePlan chosen = plan(1, 6).withPrimary(new PrimaryRule("cpu_s", "both hardly wait"));
        assertThat(chosen.request(byRule).primary()).isEqualTo("cpu_s");
        assertThat(chosen.reasonFor("cpu_s")).isEqualTo("both hardly wait");
        assertThat(chosen.request(REQUEST).primary()).isEqualTo("wall_s");
        assertThat(chosen.reasonFor("wall_s")).isNull();
        assertThat(chosen.accepting(new CompareRequest(null, 0.01, true)).request(byRule).anyStatus()).isTrue();
    }

    @Test
    void aQuantityThatNoRunMeasuresIsRejectedBeforeTheRuns() {
        EventSelection events = new EventSelection("auto", List.of(),
                List.of(new NotCounted("cycles", "no hardware PMU is visible", "count in emulation: --emulate")),
                List.of(new EventSum("page-faults", "faults", "", List.of())), List.of());
        assertThatThrownBy(() -> ComparedPrograms.requireCounted("cycles", events, List.of()))
                .hasMessageContaining("cycles cannot decide: it is not counted: no hardware PMU is visible");
        assertThatThrownBy(() -> ComparedPrograms.requireCounted("page-fault", events, List.of())).satisfies(
                e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("did you mean page-faults?"));
        assertThatCode(() -> ComparedPrograms.requireCounted("page-faults", events, List.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void outputsAreComparedUnlessTheyVary(@TempDir Path folder) throws IOException {
        Path a1 = output(folder.resolve("a1"), "1\n2\n3\n");
        Path a2 = output(folder.resolve("a2"), "1\n2\n3\n");
        Path b = output(folder.resolve("b"), "1\n20\n3\n");
        assertThat(RunOutputs.compare(List.of(a1, a2), List.of(a1)).result()).isEqualTo(OutputResult.SAME);
        assertThat(RunOutputs.compare(List.of(a1, a2), List.of(b, b)))
                .isEqualTo(new OutputComparison(OutputResult.DIFFERENT, "line 2: A '2', B '20'"));
        assertThat(RunOutputs.compare(List.of(a1, b), List.of(b)))
                .isEqualTo(new OutputComparison(OutputResult.VARYING, "A"));
        assertThat(RunOutputs.compare(List.of(a1), List.of(folder)).result()).isEqualTo(OutputResult.UNKNOWN);
    }

    private static Path output(Path run, String text) throws IOException {
        Files.writeString(new RunFolder(Files.createDirectories(run)).benchmarkOut(), text);
        return run;
    }

    @Test
    void timesOfEmulatedRunsAreNotCompared() {
        Optional<EmulationSettings> emulated = Optional.of(new EmulationSettings(false, null, null, 1, null));
        ComparedPrograms programs = new ComparedPrograms(null, emulated, null, null, AroundRuns.NOTHING, null);
        assertThatThrownBy(() -> programs.requireComparable("cpu_s")).hasMessageContaining("would be the emulator's");
        assertThatThrownBy(() -> programs.requireComparable(null)).hasMessageContaining("would be the emulator's");
        assertThatCode(() -> programs.requireComparable("instructions")).doesNotThrowAnyException();
        assertThatCode(() -> new ComparedPrograms(null, Optional.empty(), null, null, AroundRuns.NOTHING, null)
                .requireComparable("cpu_s")).doesNotThrowAnyException();
    }
}
