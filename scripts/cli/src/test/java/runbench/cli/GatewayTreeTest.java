package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junitpioneer.jupiter.RetryingTest;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.model.Chain;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * A tree in which host 0 measures the gateways 1 and 2, and each of these measures three hosts. One of these, 5,
 * measures two more. All clocks are seconds apart and up to 180 ppm wrong, and their truth is known.
 */
@Tag("machine")
@Tag("waits")
class GatewayTreeTest {
    private static final int HOSTS = 11;
    private static final Map<Integer, List<Integer>> CHILDREN = Map.of(0, List.of(1, 2), 1, List.of(3, 4, 5), 2,
            List.of(6, 7, 8), 5, List.of(9, 10));
    private static final int[] DEPTH = {0, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3};
    /** Packets of one window: 16 bursts of 32 exchanges, an opening and a closing packet. */
    private static final int PACKETS = 16 * 32 + 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;
    private static Bed bed;

    @BeforeAll
    static void makeTheNetwork() throws Exception {
        bed = Bed.up(HOSTS);
    }

    @AfterAll
    static void removeIt() throws Exception {
        if (bed != null) {
            bed.close();
        }
    }

    // Repeated once: a suspended CPU can delay one direction of most exchanges; the clock error then exceeds 1 us.
    @RetryingTest(2)
    void everyLeafHasAModelToTheRoot() throws Exception {
        // A gateway needs only the three programs.
        Path programs = Files.createDirectories(folder.resolve("programs"));
        for (String program : List.of("runbench-gateway", "runbench-reflector", "runbench-exchange")) {
            Files.copy(Bed.PROGRAMS.resolve(program), programs.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
        }
        List<String> prefix = bed.on(0);
        try (ReusedJvm root = new ReusedJvm(Runbench.reusable(prefix).redirectErrorStream(true))) {
            measureTwice(root, "programs = \"" + programs + "\"\n" + tree());
        }
        double[] worst = new double[4];
        for (int i = 1; i < HOSTS; i++) {
            NodeModel model = ModelFile.read(clocks().resolve(bed.host(i) + ".model.json"));
            assertThat(model.reference()).isEqualTo("root");
            assertThat(model.windows()).hasSize(2);
            for (WindowModel w : model.windows()) {
                long truth = bed.shows(i, w.x0Nanos()) - w.x0Nanos() - w.baseNanos();
                worst[DEPTH[i]] = Math.max(worst[DEPTH[i]], Math.abs(w.offsetNanos() - truth));
                // The truth itself is rounded to whole ns.
                assertThat((double) truth).as("truth of %s in the interval", model.node())
                        .isBetween(w.loNanos() - 1, w.hiNanos() + 1);
                assertThat(w.stamps()).isEqualTo("kernel");
            }
            between(i, model);
        }
        System.out.printf("tree: largest error at depth 1, 2, 3: %.0f, %.0f, %.0f ns%n", worst[1], worst[2], worst[3]);
        for (int depth = 1; depth <= 3; depth++) {
            assertThat(worst[depth]).as("error at depth %d, ns", depth).isLessThan(1000);
        }
    }

    private void measureTwice(ReusedJvm root, String tree) throws Exception {
        int[] before = bed.sent();
        ReusedJvm.Ended first = root.execute(command(tree, "1500ms"));
        assertThat(first.code()).as(first.out()).isZero();
        int[] once = bed.sent();
        for (int i = 0; i < HOSTS; i++) {
            int asked = CHILDREN.getOrDefault(i, List.of()).size();
            assertThat(once[i] - before[i]).as("packets of host %d: as declared, and nothing outside the windows", i)
                    .isEqualTo(PACKETS * (asked + (i == 0 ? 0 : 1)));
        }
        ReusedJvm.Ended second = root.execute(command(tree(), "1500ms"));
        assertThat(second.code()).as(second.out()).isZero();
        assertThat(second.out()).contains("level 3: " + bed.host(5) + " measures 2 nodes", "in total");
    }

    /** Checks times between the windows, by the node's own model and by its hops in sequence. */
    private void between(int i, NodeModel model) {
        long middle = (model.windows().get(0).x0Nanos() + model.windows().get(1).x0Nanos()) / 2;
        List<NodeModel> hops = new ArrayList<>();
        for (String name = model.node(); !name.equals("root"); name = hops.get(hops.size() - 1).reference()) {
            hops.add(ModelFile.read(clocks().resolve("hops/" + name + ".model.json")));
        }
        assertThat(hops).hasSize(DEPTH[i]);
        for (Chain chain : List.of(new Chain(List.of(model)), new Chain(hops))) {
            ReferenceTime c = chain.at(bed.shows(i, middle));
            assertThat(c.how()).isEqualTo(ReferenceTime.How.INTERPOLATED);
            assertThat((double) (middle - c.refNanos())).isBetween(c.loNanos() - 1, c.hiNanos() + 1);
            assertThat(Math.abs(middle - c.refNanos())).isLessThan(5000);
        }
    }

    /**
     * Checks that the end of a killed gateway and a leaf's missing program are reported, and that all other nodes are
     * measured and kept.
     */
    @Tag("nightly")
    @Test
    void whatFailsSpoilsNothingElse() throws Exception {
        Process run = start(
                tree().replace("[node." + bed.host(8) + "]", "[node." + bed.host(8) + "]\nprograms = \"/no/such\""));
        Runbench.awaitBursts(folder.resolve("out"));
        Bed.signal("KILL", bed.await(1, "runbench-gateway", true));
        Runbench.Ended ended = Runbench.await(run, folder.resolve("out"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains(
                String.join(", ", bed.host(3), bed.host(4), bed.host(5)) + ": the window of " + bed.host(1)
                        + " failed: " + bed.host(1) + " went away: killed by signal 9",
                bed.host(8) + ": the reflector did not start", "/no/such/runbench-reflector", "No such file");
        for (int i : new int[]{2, 6, 7}) {
            assertThat(ModelFile.read(clocks().resolve(bed.host(i) + ".model.json")).windows()).hasSize(1);
        }
        for (int i : new int[]{3, 4, 8, 9}) {
            assertThat(clocks().resolve(bed.host(i) + ".model.json")).doesNotExist();
        }
        Path window;
        try (Stream<Path> files = Files.list(clocks())) {
            window = files.filter(p -> p.getFileName().toString().startsWith("window-")).findFirst().orElseThrow();
        }
        JsonNode nodes = JSON.readTree(window.resolve("window.json").toFile()).path("nodes");
        assertThat(nodes).hasSize(10);
        for (JsonNode node : nodes) {
            assertThat(node.has("error")).as(node.path("node").asText())
                    .isEqualTo(!List.of(bed.host(2), bed.host(6), bed.host(7)).contains(node.path("node").asText()));
        }
        nothingRuns();
    }

    /** Checks a gateway that hangs, as if its machine had lost power: the wait for it is limited. */
    @Tag("nightly")
    @Test
    void aGatewayThatHangsIsGivenUp() throws Exception {
        Process run = start(tree(), "1500ms");
        bed.await(2, "runbench-exchange", true);
        Bed.signal("STOP", bed.await(2, "runbench-gateway", true));
        Runbench.Ended ended = Runbench.await(run, folder.resolve("out"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains(
                String.join(", ", bed.host(6), bed.host(7), bed.host(8)) + ": " + bed.host(2) + " does not answer");
        for (int i : new int[]{1, 3, 4, 5, 9, 10}) {
            assertThat(ModelFile.read(clocks().resolve(bed.host(i) + ".model.json")).windows()).hasSize(1);
        }
        nothingRuns();
    }

    /** Checks Ctrl-C within the window: the measurement up to then is estimated and kept, and all programs end. */
    @Test
    void anInterruptKeepsWhatWasMeasured() throws Exception {
        Process run = start(tree());
        bed.await(5, "runbench-exchange", true);
        Runbench.awaitBursts(folder.resolve("out"));
        Bed.signal("INT", run.pid());
        Runbench.Ended ended = Runbench.await(run, folder.resolve("out"));
        assertThat(ended.code()).as(ended.output()).isEqualTo(130);
        assertThat(ended.output()).contains("interrupted after burst", "completed measurements are kept in");
        for (int i = 1; i < HOSTS; i++) {
            assertThat(ModelFile.read(clocks().resolve(bed.host(i) + ".model.json")).windows()).hasSize(1);
        }
        nothingRuns();
    }

    private static void nothingRuns() throws Exception {
        for (int i = 0; i < HOSTS; i++) {
            bed.await(i, "runbench-", false);
        }
    }

    private Path clocks() {
        return folder.resolve("clocks");
    }

    /** Starts a window that is long enough for a fault within it. */
    private Process start(String tree) throws IOException {
        return start(tree, "3s");
    }

    private Process start(String tree, String window) throws IOException {
        List<String> prefix = new ArrayList<>(bed.on(0));
        prefix.addAll(Runbench.SHOW_PROGRESS);
        return Runbench.start(folder.resolve("out"), prefix, command(tree, window));
    }

    private List<String> command(String tree, String window) throws IOException {
        Path file = Files.writeString(folder.resolve("tree.toml"), tree);
        return List.of("sync", "measure", "--tree", file.toString(), "-o", clocks().toString(), "--exchanges", "32",
                "--window", window);
    }

    private static String tree() {
        StringBuilder text = new StringBuilder("reference = \"root\"\nstart = \"ip netns exec {host} {command}\"\n");
        for (int i = 0; i < HOSTS; i++) {
            text.append(i == 0 ? "" : "[node." + bed.host(i) + "]\n")
                    .append("clock = \"")
                    .append(bed.clock(i))
                    .append("\"\n");
            if (CHILDREN.containsKey(i)) {
                text.append("children = ")
                        .append(CHILDREN.get(i).stream().map(c -> "\"" + bed.node(c) + "\"").toList())
                        .append('\n');
            }
        }
        return text.toString();
    }
}
