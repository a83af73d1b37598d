package runbench.pas2p.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;

/** The files of an analysis: rank r of 4 computes (r + 1) * 10 ms and meets the others in a barrier, on two nodes. */
@Tag("scenario")
@Tag("beside")
class EfficiencyFilesTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;
    private MpiTrace trace;
    private EfficiencyAnalysis analysis;

    @BeforeEach
    void analyse() throws IOException {
        SimulatedRun run = new SimulatedRun(dir, 4, 0, 0);
        for (int i = 0; i < 20; i++) {
            for (int r = 0; r < 4; r++) {
                run.compute(r, (r + 1) * 10L * MS);
            }
            run.collective(MpiOp.BARRIER, -1);
        }
        trace = run.end();
        analysis = EfficiencyAnalysis.of(trace, PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE),
                Progress.NONE);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "talp-pages-reads.csv", useHeadersInDisplayName = true)
    void talpReportContainsTheFieldsThatTalpPagesReads(String where, String key, String type, String use) {
        JsonNode json = TalpReport.json(trace, analysis);
        List<JsonNode> places = switch (where) {
            case "/" -> List.of(json);
            case "resources" -> List.of(json.get("resources"));
            default -> json.get("Application").valueStream().toList();
        };
        assertThat(places).isNotEmpty().allSatisfy(place -> {
            JsonNode value = place.path(key);
            switch (type) {
                case "version" -> assertThat(value.textValue()).startsWith("3.6");
                case "local time" -> assertThat(LocalDateTime.parse(value.textValue())).isNotNull();
                case "regions" -> assertThat(value.has("Global")).isTrue();
                case "share" ->
                    assertThat(value.isFloatingPointNumber() && value.doubleValue() >= 0 && value.doubleValue() <= 1)
                            .as(use)
                            .isTrue();
                default -> assertThat(value.isIntegralNumber() && value.longValue() >= 0).as(use).isTrue();
            }
        });
    }

    @Test
    void talpValuesAreThoseOfTheRun() throws IOException {
        Path file = dir.resolve("pages/imbalanced/4x1.json");
        TalpReport.write(trace, analysis, file);
        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.at("/resources/numCpus").asInt()).isEqualTo(4);
        assertThat(json.at("/resources/numMpiRanks").asInt()).isEqualTo(4);
        assertThat(json.at("/resources/numNodes").asInt()).isEqualTo(2);
        JsonNode regions = json.get("Application");
        assertThat(regions.fieldNames()).toIterable()
                .containsExactly("Global", analysis.phases().get(0).phase().name());
        JsonNode global = regions.get("Global");
        assertThat(global.get("elapsedTime").asLong()).isEqualTo(20 * 40 * MS);
        assertThat(global.get("usefulTime").asLong()).isEqualTo(20 * 100 * MS);
        assertThat(global.get("usefulTime").asLong() + global.get("mpiTime").asLong()).isEqualTo(4 * 20 * 40 * MS);
        assertThat(global.get("parallelEfficiency").asDouble()).isEqualTo(0.625);
        assertThat(global.get("mpiLoadBalance").asDouble()).isEqualTo(0.625);
        assertThat(global.get("mpiCommunicationEfficiency").asDouble()).isEqualTo(1);
        // Ranks 1 and 3 are on one node: 20 and 40 ms of at most 40.
        assertThat(global.get("mpiLoadBalanceIn").asDouble()).isCloseTo(30.0 / 40, within(1e-12));
        assertThat(global.get("mpiLoadBalanceOut").asDouble()).isCloseTo(25.0 / 30, within(1e-12));
    }

    @Test
    void everyValueInTheFilesIsDefined() throws IOException {
        EfficiencyReport.write(trace, analysis, dir.resolve("out"));
        JsonNode json = new ObjectMapper().readTree(dir.resolve("out/efficiency.json").toFile());
        json.get("run").fieldNames().forEachRemaining(name -> {
            if (!name.equals("longest_wait")) {
                assertThat(json.at("/definitions/" + name + "/formula").asText()).as(name).isNotEmpty();
                assertThat(json.at("/definitions/" + name + "/source").asText()).as(name).isNotEmpty();
            }
        });
        assertThat(json.at("/run/load_balance").asDouble()).isEqualTo(0.625);
        assertThat(json.at("/run/critical_rank").asInt()).isEqualTo(3);
        assertThat(json.at("/phases/0/useful_ns_of_locations").size()).isEqualTo(4);
        assertThat(json.at("/communication/collectives/0/waited_ns").asLong()).isEqualTo(20 * 60 * MS);
        assertThat(Files.readAllLines(dir.resolve("out/efficiency.csv"))).hasSize(5)
                .element(1)
                .asString()
                .startsWith("run,,1,0.625,0.625,1.0,1.0,1.0,0.8,0.8,0.5,0.8,3,0.0,0.0,1.2,");
        assertThat(Files.readAllLines(dir.resolve("out/waits.csv"))).contains("0,3,0.0,0.0,0.6");
        assertThat(Files.readAllLines(dir.resolve("out/collectives.csv"))).hasSize(2);
        assertThat(Files.readAllLines(dir.resolve("out/mpi-calls.csv"))).element(1)
                .asString()
                .startsWith("MPI_Barrier,80,");
    }

    /** Checks an incomplete trace: the figures cover the events that could be ordered, and a note says so. */
    @Test
    void incompleteTraceIsAnalysedUpToItsEnd() throws IOException {
        Files.delete(dir.resolve("rank-00002.mpit"));
        MpiTrace cut = MpiTrace.open(dir);
        EfficiencyAnalysis partly = EfficiencyAnalysis.of(cut,
                PhaseAnalysis.of(cut, PhaseOptions.DEFAULT, Progress.NONE), Progress.NONE);
        assertThat(partly.wholeRun()).isFalse();
        assertThat(partly.run().elapsedNanos()).isZero();
        assertThat(partly.run().parallel()).isNaN();
        assertThat(EfficiencyReport.json(cut, partly).at("/run/parallel_efficiency").isNull()).isTrue();
    }
}
