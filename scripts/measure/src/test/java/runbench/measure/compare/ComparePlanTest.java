package runbench.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.measure.EmulationSettings;
import runbench.measure.RunFolder;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.PrimaryRule;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;

class ComparePlanTest {
    private static final RunOutputs AB = new RunOutputs("A", "B");
    private static final CompareRequest REQUEST = new CompareRequest("wall_s", 0.01, false, false, false);

    private static ComparePlan plan(long seed, int pairs) {
        return new ComparePlan(List.of(), List.of("a"), List.of("b"), null, null, seed, pairs, 1, null, null, false,
                false);
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
                assertThat(a.program()).isNotEqualTo(b.program());
                assertThat(a.folder().substring(1)).isEqualTo(b.folder().substring(1));
                first += a.program();
            }
            assertThat(first).isEqualTo(5);
        }
    }

    @Test
    void twoProgramsAreSeparatedByTwoHyphens() {
        List<String> typed = List.of("compare", "-n", "8", "--", "a", "1", "--", "b");
        ComparePlan plan = ComparePlan.of(typed, List.of("a", "1", "--", "b"), 5L, 8, 1, REQUEST);
        assertThat(plan).isEqualTo(new ComparePlan(List.of("compare", "-n", "8"), List.of("a", "1"), List.of("b"),
                List.of(), List.of(), 5, 8, 1, "wall_s", null, false, false));
        assertThat(plan.atLeast(7).pairs()).isEqualTo(8);
        assertThat(plan.atLeast(9).pairs()).isEqualTo(9);
        for (List<String> wrong : List.of(List.of("a", "b"), List.of("--", "b"), List.of("a", "--"),
                List.of("a", "--", "b", "--"), List.of("a", "--", "--", "c"))) {
            assertThatThrownBy(() -> ComparePlan.of(typed, wrong, null, 8, 1, REQUEST)).as(wrong.toString())
                    .hasMessageContaining("-n needs at least two programs");
        }
    }

    /** Comparisons that were recorded with pairs only can be continued in the same order. */
    @Test
    void theOrderOfTwoProgramsIsThatOfTheFirstVersion() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<ComparePlan.Step> steps = plan(seed, 8).steps();
            for (int pair = 0; pair < 8; pair += 2) {
                int first = random.nextBoolean() ? 1 : 0;
                assertThat(steps.get(2 + 2 * pair).program()).isEqualTo(first);
                assertThat(steps.get(4 + 2 * pair).program()).isEqualTo(1 - first);
            }
        }
    }

    @Test
    void everyProgramOfSeveralIsOnceAtEachPosition() {
        Set<List<Integer>> orders = new HashSet<>();
        for (long seed = 0; seed < 30; seed++) {
            List<ComparePlan.Step> steps = several(seed, 15, 5).steps();
            assertThat(several(seed, 20, 5).steps().subList(0, steps.size())).isEqualTo(steps);
            assertThat(steps.subList(0, 5)).extracting(ComparePlan.Step::folder)
                    .containsExactly("warm-up/A/001", "warm-up/B/001", "warm-up/C/001", "warm-up/D/001",
                            "warm-up/E/001");
            for (int square = 0; square < 3; square++) {
                for (int position = 0; position < 5; position++) {
                    Set<Integer> here = new HashSet<>();
                    for (int round = 0; round < 5; round++) {
                        ComparePlan.Step step = steps.get(5 + 5 * (5 * square + round) + position);
                        assertThat(step.folder()).endsWith(String.valueOf(5 * square + round + 1));
                        here.add(step.program());
                    }
                    assertThat(here).hasSize(5);
                }
            }
            orders.add(steps.subList(5, 10).stream().map(ComparePlan.Step::program).toList());
        }
        assertThat(orders).as("of 120 possible ones").hasSizeGreaterThan(20);
    }

    private static ComparePlan several(long seed, int rounds, int programs) {
        List<String> words = new ArrayList<>(List.of("p0"));
        for (int i = 1; i < programs; i++) {
            words.addAll(List.of("--", "p" + i));
        }
        return ComparePlan.of(List.of(), words, seed, rounds, 1, REQUEST);
    }

    @Test
    void moreComparisonsNeedMoreRounds() {
        assertThat(several(1, 7, 3).family()).isEqualTo(new ComparisonFamily(3, false));
        assertThat(several(1, 7, 3).programs()).containsExactly(List.of("p0"), List.of("p1"), List.of("p2"));
        assertThatThrownBy(() -> several(1, 6, 3)).hasMessageContaining(
                "with 6 rounds p < 0.05 is impossible (the smallest p is 0.0625 after Bonferroni's correction over 2")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow())
                        .contains("run at least 7 rounds"));
        CompareRequest pairwise = new CompareRequest("wall_s", 0.01, false, true, false);
        List<String> five = List.of("a", "--", "b", "--", "c", "--", "d", "--", "e");
        assertThatThrownBy(() -> ComparePlan.of(List.of(), five, 1L, 8, 1, pairwise))
                .hasMessageContaining("correction over 10 comparisons");
        assertThat(ComparePlan.of(List.of(), five, 1L, 9, 1, pairwise).family().size()).isEqualTo(10);
        assertThatThrownBy(() -> several(1, 20, 101)).hasMessageContaining("101 programs: compare takes at most 100");
    }

    @Test
    void plansWithAndWithoutFurtherProgramsAreRead(@TempDir Path folder) throws IOException {
        several(3, 10, 3).write(folder);
        assertThat(ComparePlan.read(folder)).isEqualTo(several(3, 10, 3));
        Files.writeString(folder.resolve("compare.json"), """
                {"arguments":["compare","-n","8"],"a":["a"],"b":["b","2"],"seed":4,"pairs":8,"warm_up":1,
                 "primary":"wall_s","primary_reason":null,"any_status":false}""");
        ComparePlan earlier = ComparePlan.read(folder);
        assertThat(earlier.programs()).containsExactly(List.of("a"), List.of("b", "2"));
        assertThat(earlier.family()).isEqualTo(ComparisonFamily.TWO);
        assertThat(earlier.unit()).isEqualTo("pair");
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
        CompareRequest byRule = new CompareRequest(null, 0.01, false, false, false);
        ComparePlan chosen = plan(1, 6).withPrimary(new PrimaryRule("cpu_s", "both hardly wait"));
        assertThat(chosen.request(byRule).primary()).isEqualTo("cpu_s");
        assertThat(chosen.reasonFor("cpu_s")).isEqualTo("both hardly wait");
        assertThat(chosen.request(REQUEST).primary()).isEqualTo("wall_s");
        assertThat(chosen.reasonFor("wall_s")).isNull();
        assertThat(chosen.accepting(new CompareRequest(null, 0.01, true, false, false)).request(byRule).anyStatus())
                .isTrue();
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
        assertThat(AB.compare(List.of(a1, a2), List.of(a1)).result()).isEqualTo(OutputResult.SAME);
        assertThat(AB.compare(List.of(a1, a2), List.of(b, b)))
                .isEqualTo(new OutputComparison(OutputResult.DIFFERENT, "line 2: A '2', B '20'"));
        assertThat(AB.compare(List.of(a1, b), List.of(b))).isEqualTo(new OutputComparison(OutputResult.VARYING, "A"));
        assertThat(AB.compare(List.of(a1), List.of(folder)).result()).isEqualTo(OutputResult.UNKNOWN);
    }

    private static Path output(Path run, String text) throws IOException {
        Files.writeString(new RunFolder(Files.createDirectories(run)).benchmarkOut(), text);
        return run;
    }

    private static final AroundRuns NOTHING_AROUND = new AroundRuns(AroundRuns.Shell.SH, null, null, null);

    @Test
    void timesOfEmulatedRunsAreNotCompared() {
        Optional<EmulationSettings> emulated = Optional.of(new EmulationSettings(false, null, null, 1, null));
        ComparedPrograms programs = new ComparedPrograms(null, emulated, null, null, NOTHING_AROUND, null);
        assertThatThrownBy(() -> programs.requireComparable("cpu_s")).hasMessageContaining("would be the emulator's");
        assertThatThrownBy(() -> programs.requireComparable(null)).hasMessageContaining("would be the emulator's");
        assertThatCode(() -> programs.requireComparable("instructions")).doesNotThrowAnyException();
        assertThatCode(() -> new ComparedPrograms(null, Optional.empty(), null, null, NOTHING_AROUND, null)
                .requireComparable("cpu_s")).doesNotThrowAnyException();
    }
}
