package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.parser.compare.Baseline;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Circumstances.Difference.About;
import runbench.parser.compare.Circumstances.Fact;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.Repetitions;
import runbench.parser.compare.RunValues;
import runbench.report.text.PrintedJson;

/** Baselines in the files that commands write. */
class BaselineTest {
    private static final List<Fact> FACTS = List.of(new Fact("mode", About.MEASUREMENT, List.of("kernel")),
            new Fact("events", About.MEASUREMENT, List.of("auto")),
            new Fact("runbench", About.MEASUREMENT, List.of("0.1.0")),
            new Fact("kernel", About.MACHINE, List.of("Linux 6.1")));

    @TempDir
    private Path folder;

    private Path written(OutputFormat format, Object result) throws IOException {
        return Files.writeString(folder.resolve("result.json"), PrintedJson.text(format, result));
    }

    private static List<Fact> with(String name, String value) {
        return FACTS.stream().map(f -> f.name().equals(name) ? new Fact(name, f.about(), List.of(value)) : f).toList();
    }

    @Test
    void repetitionsAreReadWithAllValuesAndFacts() throws IOException {
        List<RunValues> runs = ComparisonExamples.runs("A", 5, 1, 0.01, 1, 0);
        Path file = written(OutputFormat.REPETITIONS,
                Map.of("repetitions", Repetitions.of("./solver", runs, "counted", FACTS)));
        Baseline baseline = Baseline.read(file);
        assertThat(baseline.label()).isEqualTo("./solver (" + file + ")");
        assertThat(baseline.runs()).extracting(RunValues::values)
                .isEqualTo(runs.stream().map(RunValues::values).toList());
        assertThat(baseline.runs().get(0).absent()).containsKey("L1D_ALL_REF");
        assertThat(baseline.circumstances()).isEqualTo(FACTS);
        assertThat(baseline.primary()).isNull();
    }

    @Test
    void theNewerSideOfAComparisonIsTheBaseline() throws IOException {
        List<RunValues> newer = ComparisonExamples.runs("B", 6, 2, 0.01, 2, 10);
        Comparison c = new Comparer(Pairing.INTERLEAVED, 0.01, "wall_s").compare(
                new Side("A", "./old", ComparisonExamples.runs("A", 6, 1, 0.01, 1, 0)),
                new Side("B", "./new", newer, Map.of(), FACTS), 1L, List.of());
        Baseline baseline = Baseline.read(written(OutputFormat.COMPARISON, MultipleComparison.of(List.of(c))));
        assertThat(baseline.label()).startsWith("./new (B of ");
        assertThat(baseline.runs()).extracting(RunValues::values)
                .isEqualTo(newer.stream().map(RunValues::values).toList());
        assertThat(baseline.runs().get(0).absent()).containsEntry("L1D_ALL_REF",
                "not counted: no hardware PMU is visible in this virtual machine");
        assertThat(baseline.circumstances()).isEqualTo(FACTS);
        assertThat(baseline.primary()).isEqualTo("wall_s");
    }

    @Test
    void otherFilesAreRefusedWithTheCommandThatWritesABaseline() throws IOException {
        for (String text : List.of("{\"format\": \"runbench runs\", \"version\": 1}", "no JSON", "{}")) {
            Path file = Files.writeString(folder.resolve("other.json"), text);
            assertThatThrownBy(() -> Baseline.read(file)).isInstanceOf(RunbenchException.class)
                    .hasMessageContaining(file + ": not a baseline")
                    .extracting(e -> ((RunbenchException) e).remedy().orElseThrow())
                    .asString()
                    .contains("runbench sample -n 10 --json=");
        }
        assertThatThrownBy(() -> Baseline.read(folder.resolve("none.json"))).hasMessageContaining("not a baseline");
        Path several = Files.writeString(folder.resolve("several.json"),
                "{\"format\": \"runbench-comparison\", \"version\": 1, \"comparison\": {}, \"further\": []}");
        assertThatThrownBy(() -> Baseline.read(several)).hasMessageContaining("several programs");
    }

    @Test
    void machineAndMeasurementMustBeTheSame() {
        Baseline baseline = new Baseline("b", List.of(), FACTS, null);
        assertThat(baseline.hindrances(FACTS)).isEmpty();
        assertThat(baseline.hindrances(with("runbench", "0.2.0"))).as("another version").isEmpty();
        assertThat(baseline.hindrances(with("kernel", "Linux 6.2")))
                .containsExactly(new Difference("kernel", About.MACHINE, List.of("Linux 6.1"), List.of("Linux 6.2")));
        assertThat(baseline.hindrances(with("events", "cycles"))).extracting(Difference::name)
                .containsExactly("events");
    }

    @Test
    void emulatedCountsDoNotDependOnTheMachine() {
        Baseline baseline = new Baseline("b", List.of(), with("mode", "emulated"), null);
        List<Fact> elsewhere = with("mode", "emulated").stream()
                .map(f -> f.name().equals("kernel") ? new Fact("kernel", About.MACHINE, List.of("Linux 6.2")) : f)
                .toList();
        assertThat(baseline.hindrances(elsewhere)).isEmpty();
        assertThat(baseline.hindrances(FACTS)).as("measured, not emulated")
                .extracting(Difference::name)
                .containsExactly("mode");
    }
}
