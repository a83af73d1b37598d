package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.estimate.Estimators;
import runbench.sync.keep.Permission;
import runbench.sync.model.NodeModels;
import runbench.sync.session.Measurement.Declaration;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.LoopbackReflector;
import runbench.sync.window.Node;
import runbench.sync.window.WindowPlan;

/** Runs the use case without a front end: a reflector on loopback, and a second node without one. */
@Tag("scenario")
class StarMeasurementTest {
    private static final WindowPlan PLAN = new WindowPlan(4, 16, 50_000_000L, 200, 1, "realtime", false);

    @TempDir
    private Path folder;
    private LoopbackReflector reflector;

    @BeforeEach
    void chooseAPort() throws IOException {
        reflector = LoopbackReflector.onFreePort();
    }

    private StarMeasurement star(Node... nodes) {
        String program = "sh -c 'case {name} in n1) exec " + Programs.path("runbench-reflector")
                + " --listen 127.0.0.1:{port} --until-eof;; *)"
                + " echo \"{\\\"v\\\":1,\\\"event\\\":\\\"ready\\\"}\"; exec cat;; esac'";
        return new StarMeasurement(PLAN, List.of(nodes), new NodeModels(folder, "here", 0.5e-6, 100_000),
                new ExchangeEvaluation(Estimators.DEFAULT, Optional.empty()), "{command}", program);
    }

    /** Records the events that a front end would receive. */
    private static final class Recorder implements MeasurementRun.Observer {
        private final List<WindowReport> windows = new ArrayList<>();

        @Override
        public Progress windowBegins() {
            return Progress.NONE;
        }

        @Override
        public void windowEnded(WindowReport report) {
            windows.add(report);
        }

        @Override
        public void windowFailed(RunbenchException why) {
            throw why;
        }

        @Override
        public void late(long due, OptionalLong next) {
            // Not needed here.
        }
    }

    @Test
    void reportsAWindowAsAValue() throws IOException {
        Recorder recorder = new Recorder();
        try (StarMeasurement star = star(new Node("n1", "n1", "127.0.0.1", reflector.port()),
                new Node("away", "away", "127.0.0.1", 9))) {
            assertThat(star.declaration()).isEqualTo(new Declaration.Star(PLAN, 2));
            star.start(Progress.NONE);
            new MeasurementRun(star, folder, recorder).measureWindow();
        }
        WindowReport report = recorder.windows.get(0);
        assertThat(report.complete()).isFalse();
        assertThat(report.nodes()).extracting(NodeResult::state)
                .containsExactly(NodeResult.State.MEASURED, NodeResult.State.SILENT);
        NodeResult n1 = report.nodes().get(0);
        assertThat(n1.evaluated().answered()).isEqualTo(n1.evaluated().planned()).isEqualTo(64);
        assertThat(n1.toReference()).isEqualTo(n1.model().windows().get(0));
        assertThat(n1.validNanos(100_000)).isPositive();
        assertThat(report.failures()).containsOnlyKeys("away")
                .containsEntry("away", "no answer: refused, no reflector listens there");
        Path raw;
        try (Stream<Path> all = Files.list(folder)) {
            raw = all.filter(p -> p.getFileName().toString().startsWith("window-")).findFirst().orElseThrow();
        }
        JsonNode written = new ObjectMapper().readTree(raw.resolve("window.json").toFile());
        assertThat(written.path("nodes").get(1).path("error").asText()).isEqualTo(report.failures().get("away"));
        assertThat(written).isEqualTo(new ObjectMapper().readTree(WindowJson.of(report).toString()));
    }

    /** Two windows are requested and taken, and both are in the model. */
    @Test
    void takesWindowsBySchedule() throws IOException {
        Recorder recorder = new Recorder();
        MeasurementRun.Kept kept;
        try (StarMeasurement star = star(new Node("n1", "n1", "127.0.0.1", reflector.port()))) {
            star.start(Progress.NONE);
            int[] asked = {0};
            Permission twice = new Permission() {
                @Override
                public Answer ask(long now, long due, long begun, long length) {
                    return asked[0]++ < 2 ? new Answer(Kind.GO, now) : new Answer(Kind.OVER, now);
                }

                @Override
                public boolean allowsClosingWindow() {
                    return false;
                }
            };
            kept = new MeasurementRun(star, folder, recorder).keep((start, length) -> twice, 60_000_000_000L,
                    PLAN.windowNanos(), 100_000, false);
        }
        assertThat(kept.complete()).isTrue();
        assertThat(kept.outcome().windows()).isEqualTo(2);
        assertThat(recorder.windows).hasSize(2);
        assertThat(recorder.windows.get(1).measured().get(0).model().windows()).hasSize(2);
    }
}
