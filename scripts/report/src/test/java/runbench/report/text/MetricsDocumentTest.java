package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.metrics.MetricAvailability.CheckedOn;
import runbench.parser.metrics.MetricAvailability;
import runbench.report.text.MetricsText.MetricsDocument;

class MetricsDocumentTest {
    private static final List<MetricAvailability> CELLS = MetricAvailability.everywhere();

    @Test
    void theDocumentMatchesTheTables() throws IOException {
        StringWriter now = new StringWriter();
        MetricsDocument.markdown(CELLS, new PrintWriter(now, true));
        assertThat(Files.readString(Path.of(System.getProperty("runbench.home"), "docs/reference/metrics.md")).strip())
                .as("type: scripts/runbench metrics --processor all --markdown > docs/reference/metrics.md")
                .isEqualTo(now.toString().strip());
    }

    @Test
    void availableMetricsHaveAFormulaAndACheckState() {
        assertThat(CELLS).allSatisfy(c -> {
            assertThat(c.available()).as(c.toString()).isEqualTo(c.formula() != null);
            assertThat(c.available()).as(c.toString()).isEqualTo(c.reason() == null);
            assertThat(c.checked() == CheckedOn.NOWHERE).as(c.toString()).isEqualTo(c.checkedBy() == null);
        });
        assertThat(CELLS.stream()
                .filter(c -> c.checked() == CheckedOn.HARDWARE)
                .map(MetricAvailability::processor)
                .distinct()).containsExactly("zen5");
        assertThat(cell("flop_rate", "zen5").checked()).isEqualTo(CheckedOn.HARDWARE);
        assertThat(cell("topdown_machine_clears", "zen5").checked()).isEqualTo(CheckedOn.NOWHERE);
        assertThat(cell("ipc", "unknown").checked()).isEqualTo(CheckedOn.NOWHERE);
    }

    private static MetricAvailability cell(String metric, String processor) {
        return CELLS.stream()
                .filter(c -> c.metric().equals(metric) && c.processor().equals(processor))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void csvHasOneRowPerCell() {
        StringWriter csv = new StringWriter();
        MetricsDocument.csv(CELLS, new PrintWriter(csv, true));
        assertThat(csv.toString().lines()).hasSize(CELLS.size() + 1)
                .anyMatch(l -> l.startsWith("flop_rate,zen5,true,") && l.contains("checked on hardware"));
    }
}
