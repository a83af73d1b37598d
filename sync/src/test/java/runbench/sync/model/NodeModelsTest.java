package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;

class NodeModelsTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    private Path folder;

    /**
     * Adds a window.
     *
     * @param told the node's clock; null: its opening was lost
     */
    private String addedTo(int window, String told) throws IOException {
        Exchanges e = new Generator(Link.QUIET, new ScenarioPlan(4, 16, 1_000_000_000L, 0), 5,
                Oscillator.steady(3, START)).window(START + window * MINUTE, new SplittableRandom(window));
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("node", "n");
        if (told != null) {
            meta.putObject("node_clock").put("source", told);
        }
        Estimate estimate = Estimation.of(e, Stamps.KERNEL, Estimators.DEFAULT, 1);
        new NodeModels(folder, "here", 0.5e-6, 100_000).add("n", estimate,
                new ExchangeRecording("n", meta, e, true, true));
        NodeModel model = ModelFile.read(folder.resolve("n.model.json"));
        assertThat(model.windows()).as("none is lost").hasSize(window + 1);
        return model.source();
    }

    /** A window without the node's clock belongs to the clock of the earlier or later windows. */
    @Test
    void takesAnUnknownClockFromTheOtherWindows() throws IOException {
        assertThat(addedTo(0, null)).as("a wrong name would keep every later window out").isEqualTo("unknown");
        assertThat(addedTo(1, "monotonic")).isEqualTo("monotonic");
        assertThat(addedTo(2, null)).isEqualTo("monotonic");
        assertThatThrownBy(() -> addedTo(3, "realtime")).hasMessageContaining("are not of one clock");
    }
}
