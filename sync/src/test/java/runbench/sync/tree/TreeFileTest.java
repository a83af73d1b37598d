package runbench.sync.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sync.tree.TreeFile.TreeNode;

class TreeFileTest {
    private static final String GOOD = """
            start = "ssh {host} {command}"
            children = ["g1=10.0.0.2", "n0"]
            [node.g1]
            clock = "raw"
            children = ["n1=10.1.0.2:7912", "g2"]
            [node.g2]
            start = "srun -w {host} {command}"
            programs = "/opt/bin"
            children = ["n2"]
            [node.n2]
            clock = "tsc"
            """;

    private static TreeNode read(String text) {
        return TreeFile.read("t.toml", text, "here", "realtime", "/usr/bin", 7911);
    }

    @Test
    void inheritsMissingSettings() {
        TreeNode root = read(GOOD);
        assertThat(root.name()).isEqualTo("here");
        assertThat(root.descendants()).extracting(TreeNode::name).containsExactly("g1", "n1", "g2", "n2", "n0");
        assertThat(root.descendants()).extracting(TreeNode::clock)
                .containsExactly("raw", "raw", "raw", "tsc", "realtime");
        assertThat(root.descendants()).extracting(TreeNode::programs)
                .containsExactly("/usr/bin", "/usr/bin", "/opt/bin", "/opt/bin", "/usr/bin");
        assertThat(root.descendants()).extracting(TreeNode::start)
                .containsExactly("ssh {host} {command}", null, "srun -w {host} {command}", null, null);
        assertThat(root.levels()).hasSize(3);
        assertThat(root.descendants().get(1).node().port()).isEqualTo(7912);
        assertThat(read("reference = \"r\"\n" + GOOD).name()).isEqualTo("r");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(Arguments.of("children = [\"a\"", "t.toml:1: not TOML"),
                Arguments.of("start = \"{command}\"", "children is missing"),
                Arguments.of("children = [\"a\"]", "start is missing: here needs a command that starts"),
                Arguments.of("start = \"ssh {host}\"\nchildren = [\"a\"]", "start 'ssh {host}': {command} is missing"),
                Arguments.of(GOOD + "childen = [\"x\"]", "[node.n2] childen is unknown"),
                Arguments.of("colour = 1\n" + GOOD, "colour is unknown"),
                Arguments.of(GOOD + "[node.n9]\nclock = \"raw\"", "[node.n9] is the child of no machine"),
                Arguments.of(GOOD.replace("\"n2\"", "\"n1\""),
                        "[node.g2] children names n1 again; it is a child of g1 already"),
                Arguments.of(GOOD.replace("\"n2\"", "\"g1\""), "names g1 again"),
                Arguments.of(GOOD.replace("\"n2\"", "\"here\""), "names here again; that is the reference itself"),
                Arguments.of(GOOD.replace("\"n2\"", "\"n2=\""), "[node.g2] children 'n2=': not NODE"),
                Arguments.of(GOOD.replace("\"raw\"", "7"), "[node.g1] clock is not a text"),
                Arguments.of(GOOD.replace("[\"n2\"]", "\"n2\""), "[node.g2] children is not a list"),
                Arguments.of(GOOD.replace("\"raw\"", "\"virtual(raw,ppm=3)\""),
                        "[node.g1] clock is a virtual one without epoch=NS"),
                Arguments.of(GOOD.replace("ssh {host}", "pdsh -w {hosts}"),
                        "start starts all nodes with one command ({hosts}), but here has gateways"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void reportsMistakesWithTheirPlace(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("t.toml")
                .satisfies(e -> assertThat(((RunbenchException) e).exitCode()).isEqualTo(ExitCode.BAD_INPUT));
    }
}
