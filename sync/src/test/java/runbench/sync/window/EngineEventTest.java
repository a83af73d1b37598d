package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.sync.window.EngineEvent.SilentNode;

/** The silent nodes and their reasons come from typed members, independently of the texts. */
class EngineEventTest {
    private static String silent(String node, String reason, String detail) {
        return "{\"v\":1,\"event\":\"silent\",\"reason\":\"" + reason + "\",\"node\":\"" + node
                + "\",\"address\":\"x:7911\",\"detail\":\"" + detail + "\"}";
    }

    @Test
    void findsSilentNodesAmongLinesOfRecordings() {
        List<SilentNode> silent = EngineEvent
                .silent(List.of("# runbench exchanges 1", "# {\"event\":\"silent\"}", "0,0,1,2,3,4,0,0,0,0",
                        silent("a", "refused", ""), "{\"v\":1,\"event\":\"progress\",\"done\":3,\"planned\":16}",
                        silent("b", "unreachable", "host: no route"), silent("c", "no_reply", ""), "{not JSON",
                        "{\"v\":1,\"event\":\"something later\"}"));
        assertThat(silent).extracting(SilentNode::name).containsExactly("a", "b", "c");
        assertThat(silent).extracting(SilentNode::reason)
                .containsExactly(SilentNode.Reason.REFUSED, SilentNode.Reason.UNREACHABLE, SilentNode.Reason.NO_REPLY);
        assertThat(silent).extracting(SilentNode::text)
                .containsExactly("no answer: refused, no reflector listens there", "no answer: host: no route",
                        "no answer");
    }

    @Test
    void textsHaveNoEffect() {
        assertThat(EngineEvent.silent(List.of("runbench-exchange: a (x:7911): no answer", "progress 1 2"))).isEmpty();
        assertThat(EngineEvent.parse("{\"v\":1,\"event\":\"progress\",\"done\":3,\"planned\":16}"))
                .contains(new EngineEvent.Progressed(3, 16));
    }

    @Test
    void rejectsAnotherProtocolVersion() {
        assertThatThrownBy(() -> EngineEvent.parse("{\"v\":2,\"event\":\"silent\",\"node\":\"a\"}"))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("version 2")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("make -C ")
                        .endsWith("native"));
    }
}
