package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.model.Chain;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * Runs programs in C, C++ and Fortran that stamp events by every source of this machine, with a window before and
 * after. The programs read the reference's clock before and after each event.
 */
@Tag("machine")
class InstrumentedProgramsTest {
    private static final Path BUILT = Path.of(System.getProperty("runbench.home", "."), "native/build");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"ticks", "tsc", "tscp", "monotonic", "raw", "realtime", "gettimeofday", "hpet",
            "virtual(tsc,offset=5000000000,ppm=80,epoch=0)"})
    void convertsTheirStampsToTheReferencesTime(String source) throws IOException, InterruptedException {
        assumeTrue(Files.exists(BUILT.resolve("examples/stamp-c")),
                "native/build/examples are not built (make -C native test)");
        String clock = source.equals("ticks") ? "tsc" : source;
        if (clock.contains("tsc")) {
            assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains("nonstop_tsc"),
                    "this CPU's counter is no clock");
        }
        assumeTrue(!clock.equals("hpet") || Files.isReadable(Path.of("/dev/hpet")), "this machine has no HPET");
        LoopbackReflector reflector = LoopbackReflector.onFreePort();
        List<Node> nodes = List.of(reflector.node());
        StringBuilder events = new StringBuilder();
        NodeModel model;
        try (Reflectors running = reflector.start("--clock " + clock)) {
            NodeModel before = window(nodes, "before", clock);
            for (String language : new String[]{"c", "cpp", "fortran"}) {
                Path program = BUILT.resolve("examples/stamp-" + language);
                if (Files.exists(program)) {
                    events.append(said(program.toString(), source, "4"));
                }
            }
            model = before.and(window(nodes, "after", clock));
            assertThat(running.output()).hasSize(1);
        }
        Path file = folder.resolve("n1.model.json");
        ModelFile.write(file, model, 100_000);
        Chain chain = new Chain(List.of(ModelFile.read(file)));
        List<String> rows = events.toString().lines().filter(line -> Character.isDigit(line.charAt(0))).toList();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(4);
        long worst = 0;
        for (String row : rows) {
            String[] cell = row.split(",");
            long earliest = Long.parseLong(cell[1]);
            long latest = Long.parseLong(cell[3]);
            ReferenceTime c = source.equals("ticks") ? chain.ofTicks().at(Long.parseLong(cell[2]))
                    : chain.at(Long.parseLong(cell[2]));
            assertThat(c.how()).isEqualTo(ReferenceTime.How.INTERPOLATED);
            assertThat(c.refNanos() + c.hiNanos()).as(row).isGreaterThanOrEqualTo(earliest);
            assertThat(c.refNanos() + c.loNanos()).as(row).isLessThanOrEqualTo(latest);
            worst = Math.max(worst, Math.max(earliest - c.refNanos(), c.refNanos() - latest));
        }
        System.out.printf("%s: %d stamps, the worst %.3f us outside of its bracket%n", source, rows.size(),
                Math.max(0, worst) / 1e3);
        assertThat(worst).isLessThan(20_000);
    }

    private NodeModel window(List<Node> nodes, String name, String clock) throws IOException {
        WindowPlan plan = new WindowPlan(6, 32, 150_000_000L, 40, 1, "realtime", false);
        ExchangeRecording r = SyncWindow.run(List.of(), plan, nodes, "here", folder.resolve(name)).get("n1");
        double slack = r.meta().json().path("slack_ns").asDouble();
        WindowModel w = WindowModel.of(Estimation.of(r.exchanges(), Stamps.KERNEL, Estimators.DEFAULT, slack), r);
        return new NodeModel("n1", "here", clock.startsWith("virtual") ? NodeModel.VIRTUAL : clock,
                NodeModel.TYPICAL_WANDER, List.of(w));
    }

    private static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
