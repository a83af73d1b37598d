package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;

class MetricTableTest {
    private static final Microarchitecture NONE = Microarchitectures.named("unknown");

    @TempDir
    Path dir;

    @Test
    void everyFileIsReadAndCompiledFaithfully() throws Exception {
        Path folder = Path.of(System.getProperty("runbench.home"), "parser/target/classes/runbench/parser/metrics");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()).filter(f -> f.endsWith(".toml")))
                    .containsExactlyInAnyOrderElementsOf(Stream
                            .concat(MetricTable.FILES.stream(),
                                    Stream.of(MetricTable.GROUPS, GroupAlias.TABLE, "checked"))
                            .map(f -> f + ".toml")
                            .toList());
        }
        for (String file : MetricTable.FILES) {
            assertThat(new ObjectMapper().readTree(folder.resolve(file + ".json").toFile()))
                    .isEqualTo(new TomlMapper().readTree(folder.resolve(file + ".toml").toFile()));
        }
    }

    @Test
    void everyMetricSaysWhatItIs() {
        List<Metric> all = MetricTable.builtIn(NONE).all();
        assertThat(all).hasSizeGreaterThan(20).allSatisfy(m -> {
            assertThat(m.title()).isNotBlank();
            assertThat(m.unit()).isNotBlank();
            assertThat(m.explanation()).as(m.name()).hasSizeGreaterThan(40).endsWith(".");
            assertThat(m.available()).as(m.name()).isNotEqualTo(m.ways().isEmpty());
        });
        assertThat(all).extracting(Metric::name)
                .doesNotHaveDuplicates()
                .contains("ipc", "cpi", "l1d_miss_ratio", "l1d_misses_per_1000_references", "llc_miss_ratio",
                        "branch_miss_ratio", "memory_bandwidth", "cpu_utilisation", "page_fault_rate",
                        "context_switch_rate", "major_fault_ratio");
    }

    @Test
    void bandwidthFromMissesIsLabelledAnEstimate() {
        Metric bandwidth = MetricTable.builtIn(Microarchitectures.named("icelake")).select("memory_bandwidth").get(0);
        assertThat(bandwidth.ways()).allSatisfy(w -> assertThat(w.estimate().isEmpty()).as(w.toString())
                .isEqualTo(w.events().get(0).matches("(uncore_imc|resctrl)/.*")));
    }

    @Test
    void listsOfNamesAreUnderstood() {
        MetricTable table = MetricTable.builtIn(NONE);
        assertThat(table.select("ipc, L1D-miss-ratio ,ipc")).extracting(Metric::name)
                .containsExactly("ipc", "l1d_miss_ratio");
        assertThat(table.select("all")).hasSameSizeAs(table.all());
        assertThat(table.select("none")).isEmpty();
        assertThatThrownBy(() -> table.select("l1d_mis_ratio")).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.remedy().orElseThrow()).contains("l1d_miss_ratio");
        });
        assertThatThrownBy(() -> table.select("")).isInstanceOf(RunbenchException.class);
        assertThatThrownBy(() -> table.select("zzzzzzzzzz")).hasMessageContaining("zzzzzzzzzz");
    }

    @Test
    void aUsersOwnMetricsAreAddedAndReplace() throws IOException {
        Files.writeString(dir.resolve("mine.toml"), """
                [[metric]]
                name = "ipc"
                unit = "x"
                [[metric.way]]
                formula = "instructions:u / cpu-cycles:u"

                [[metric]]
                name = "flops"
                unit = "flops/s"
                [[metric.way]]
                formula = "'cpu/event=0xc7,umask=0x10/' * 4 / run_s"
                """);
        Files.writeString(dir.resolve("ignored.txt"), "no toml");
        MetricTable table = MetricTable.with(dir, NONE);
        assertThat(table.select("flops").get(0).ways().get(0).events()).containsExactly("cpu/event=0xc7,umask=0x10/");
        assertThat(table.select("ipc").get(0).unit()).isEqualTo("x");
        assertThat(table.all()).hasSize(MetricTable.builtIn(NONE).all().size() + 1);
        assertThat(MetricTable.with(dir.resolve("none"), NONE).all()).hasSameSizeAs(MetricTable.builtIn(NONE).all());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x = 1", "[[metric]]\nname = \"A b\"", "[[metric]]\nname = \"all\"",
            "[[metric]]\nname = \"a\"\nunit = \"b\"", "[[metric]]\nname = \"a\"\n[[metric.way]]\nformula = \"b\"",
            "[[metric]]\nname = \"a\"\nunit = \"u\"\n[[metric.way]]\nformula = \"b +\"", "not toml at all ["})
    void mistakesAreNamedWithTheirFile(String text) throws IOException {
        Files.writeString(dir.resolve("bad.toml"), text);
        assertThatThrownBy(() -> MetricTable.with(dir, NONE)).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.getMessage()).contains(dir.toString());
            assertThat(e.remedy()).isPresent();
        });
    }
}
