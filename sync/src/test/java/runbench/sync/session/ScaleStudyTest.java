package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.sync.simulate.Topology;

class ScaleStudyTest {
    @Test
    void eachTopologyIsSimulatedWithEachNumberOfNodes() {
        List<Long> done = new ArrayList<>();
        List<Topology.Outcome> outcomes = ScaleStudy.run(List.of(Topology.Kind.STAR, Topology.Kind.TREE),
                List.of(4, 20), (finished, all) -> {
                    assertThat(all).isEqualTo(4);
                    done.add(finished);
                });
        assertThat(outcomes).extracting(o -> o.kind() + " " + o.nodes())
                .containsExactly("STAR 4", "STAR 20", "TREE 4", "TREE 20");
        assertThat(outcomes.get(3).levels()).as("gateways of 8").hasSize(2);
        assertThat(done).containsExactly(1L, 2L, 3L, 4L);
    }
}
