package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.cli.option.TypedQuantity.Nanos;
import runbench.cli.output.Failures;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;
import runbench.sync.session.BenchSession.ServiceResult;

@Tag("scenario")
@Tag("beside")
class SyncCommandTest {
    private static final long START = 1_795_000_000_000_000_000L;

    @TempDir
    private static Path shared;
    private static Path recorded;
    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void recordTwoWindows() throws IOException {
        Generator generator = new Generator(Link.QUIET, ScenarioPlan.OFFSET, 0, Oscillator.steady(0, START));
        SplittableRandom random = new SplittableRandom(2);
        StringBuilder text = new StringBuilder();
        for (long start : new long[]{START, START + 5_000_000_000L}) {
            Exchanges e = generator.window(start, random);
            for (int i = 0; i < e.size(); i++) {
                for (Stamps stamps : Stamps.values()) {
                    for (int position = 1; position <= 4; position++) {
                        text.append(e.stamp(stamps, position, i)).append(' ');
                    }
                }
                text.append('\n');
            }
        }
        recorded = shared.resolve("recorded.txt");
        Files.writeString(recorded, text);
    }

    private int run(String... args) {
        CommandLine line = new CommandLine(new SyncCommand());
        line.setCaseInsensitiveEnumValuesAllowed(true).setExecutionExceptionHandler(new Failures());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    @Test
    void findsAPlantedClockWithEveryMethod() throws IOException {
        assertThat(run("estimate", recorded.toString(), "--inject", "-5000000000,137.5", "--method", "all", "--window",
                "4s", "--json")).isZero();
        JsonNode file = new ObjectMapper().readTree(out.toString()).get(0);
        assertThat(file.get("windows")).hasSize(2);
        assertThat(file.get("windows").get(0).get("results")).hasSize(13);
        for (JsonNode method : file.get("summary")) {
            assertThat(method.get("truth_inside").asInt()).isEqualTo(2);
            double limit = method.get("method").asText().equals("clop") ? 10_000 : 500;
            assertThat(method.get("error_max_ns").asDouble()).as(method.get("method").asText()).isLessThan(limit);
        }
        JsonNode one = file.get("windows").get(1).get("results").get(0);
        assertThat(one.get("offset_ns").decimalValue().doubleValue()
                - one.get("true_offset_ns").decimalValue().doubleValue())
                .isCloseTo(one.get("true_error_ns").doubleValue(), org.assertj.core.data.Offset.offset(0.01));
        assertThat(one.get("guaranteed").get("offset_lo_ns").decimalValue())
                .isLessThan(one.get("offset_ns").decimalValue());
    }

    @Test
    void printsATableForPeople() {
        assertThat(run("estimate", recorded.toString(), "--stamps", "user", "--burst", "64")).isZero();
        assertThat(out.toString()).contains("offset_ns", "blend", "user", "guaranteed interval");
    }

    @Test
    void drawsTheWindows() throws IOException {
        Path chart = folder.resolve("clock.svg");
        assertThat(run("estimate", recorded.toString(), "--window", "4", "--chart", chart.toString())).isZero();
        assertThat(Files.readString(chart)).contains("window 1", "guaranteed", "blend");
    }

    @Test
    void predictsLaterWindowsFromTheFirstOnes() throws IOException {
        Path chart = folder.resolve("predicted.svg");
        assertThat(run("estimate", recorded.toString(), "--window", "1s", "--learn", "2s", "--chart", chart.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("learned windows", "worst_after_s", "predicted minus measured offset");
        assertThat(Files.readString(chart)).contains("error of the prediction");
        out.getBuffer().setLength(0);
        assertThat(run("estimate", recorded.toString(), "--window", "1s", "--learn", "2s", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.ESTIMATES, out.toString());
        JsonNode prediction = new ObjectMapper().readTree(out.toString()).at("/0/prediction");
        assertThat(prediction.path("windows").size()).isGreaterThan(3);
        assertThat(prediction.path("worst_ns").asDouble()).as("both ends shared one clock").isBetween(-5e3, 5e3);
        assertThat(run("estimate", recorded.toString(), "--learn", "2s")).isEqualTo(2);
        assertThat(err.toString()).contains("has 1 window in the first 2s; a rate needs two");
    }

    @Test
    void comparesMethodsAndTellsWhatPassed() throws IOException {
        assertThat(run("scenarios", "kernel", "exponential", "--windows", "4", "--method", "all", "--json")).isZero();
        JsonNode root = new ObjectMapper().readTree(out.toString());
        assertThat(root.get("pass").asInt()).isEqualTo(2);
        assertThat(root.get("scores")).hasSize(26);
        assertThat(root.get("scores").get(1).get("truth_inside").asInt()).isEqualTo(4);
        assertThat(root.get("scenarios").get(1).get("checks").get(0).get("kept").asBoolean()).isTrue();
    }

    @Test
    void scenariosRunOnARecording() {
        assertThat(run("scenarios", "kernel", "stale", "user-loaded", "return", "--on", recorded.toString(), "--window",
                "4s", "--windows", "3")).isZero();
        assertThat(out.toString()).contains("PASS  kernel", "SKIP  stale", "SKIP  user-loaded", "PASS  return",
                "4 scenarios: 2 passed, 0 failed, 2 skipped");
    }

    /**
     * Checks a recorded path that is 30 us longer in one direction: no limit of the quiet condition holds, and the
     * message names the limit.
     */
    @Test
    void aBrokenLimitEndsWithOne() throws IOException {
        StringBuilder slanted = new StringBuilder();
        for (String line : Files.readAllLines(recorded)) {
            String[] stamp = line.split(" ");
            for (int i = 0; i < 8; i++) {
                slanted.append(Long.parseLong(stamp[i]) + (i % 4 == 0 ? 0 : 30_000)).append(' ');
            }
            slanted.append('\n');
        }
        Path file = Files.writeString(folder.resolve("slanted.txt"), slanted);
        assertThat(run("scenarios", "kernel", "--on", file.toString(), "--windows", "3")).isEqualTo(1);
        assertThat(out.toString()).contains("FAIL  kernel", "VIOLATED", "1 failed");
    }

    @Test
    void listsScenarios() {
        assertThat(run("scenarios", "--list")).isZero();
        assertThat(out.toString().lines()).hasSize(18)
                .anyMatch(l -> l.startsWith("wander"))
                .anyMatch(l -> l.startsWith("stale"));
        assertThat(run("scenarios", "rain")).isNotZero();
    }

    @Test
    void simulatesInWords() throws IOException {
        Path drift = folder.resolve("drift.svg");
        assertThat(run("simulate", "drift", "--for", "1h", "--wander", "0.3", "--learn", "10min,20min", "--tolerance",
                "100us", "-n", "2", "--chart", drift.toString())).isZero();
        assertThat(out.toString()).contains("prediction only", "10min", "20min", "re-synchronise", "2/2");
        assertThat(Files.readString(drift)).contains("rate learned in 20min", "worst error by the time of learning");
        assertThat(run("simulate", "drift", "--for", "1h", "--learn", "2h")).isEqualTo(2);
        assertThat(err.toString()).contains("--learn 2h: expected a time from 1min to 59min");
        Path chart = folder.resolve("scale.svg");
        assertThat(run("simulate", "scale", "--nodes", "20,40", "--topology", "tree", "--chart", chart.toString()))
                .isZero();
        assertThat(out.toString()).contains("busiest host", "tree");
        assertThat(Files.readString(chart)).contains("error by depth", "packets of the busiest host");
    }

    @Test
    void benchPrintsThePublishedTablesBesideItsOwn() throws IOException {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
        Path csv = folder.resolve("bench.csv");
        Path chart = folder.resolve("bench.svg");
        assertThat(run("bench", "system", "clock:virtual(realtime,offset=5000000)", "--rates", "20,200", "--for",
                "0.3s", "--udp-load", "127.0.0.1,1", "--csv", csv.toString(), "--chart", chart.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("table 3 as published", "84", "table 4 as published", "54",
                "table 7 as published", "system, with traffic", "resolution us", "CPU us per reading", "packets/s",
                "Allan deviation", "lost", "cost of a reading", "reading loop without service");
        assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 2 * (6 + 60))
                .first()
                .asString()
                .contains("traffic_mbit_per_s");
        assertThat(Files.readString(chart)).contains("resolution against load", "Allan deviation", "with traffic");
        assertThat(run("bench", "system", "--rates", "0")).isNotZero();
    }

    /**
     * Checks that an unreachable node does not affect the others: they are shown, it is named, and the exit code
     * reports it.
     */
    @Test
    void oneUnreachableServiceLeavesTheOthers() throws IOException {
        assumeTrue(
                Files.exists(
                        Path.of(System.getProperty("runbench.home", "."), "native/build/lib/librunbench-clock.so")),
                "native/build/lib/librunbench-clock.so is not built (make -C native)");
        int unusedPort;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            unusedPort = free.getLocalPort();
        }
        Path csv = folder.resolve("bench.csv");
        Path chart = folder.resolve("bench.svg");
        assertThat(
                run("bench", "sntp:127.0.0.1:" + unusedPort, "sntp:no.such.host.invalid", "system", "command:echo soon",
                        "--rates", "20", "--for", "0.3s", "--csv", csv.toString(), "--chart", chart.toString()))
                .isEqualTo(3);
        assertThat(out.toString()).contains("by load", "system  ");
        assertThat(err.toString())
                .contains("runbench: sntp:127.0.0.1:" + unusedPort + ": no answer (Is a server listening there?",
                        "runbench: sntp:no.such.host.invalid: no such host",
                        "runbench: command:echo soon: printed 'soon', not nanoseconds")
                .doesNotContain("runbench: system");
        assertThat(Files.readAllLines(csv)).hasSize(1 + 6);
        assertThat(Files.readString(chart)).contains("Allan deviation");
        out.getBuffer().setLength(0);
        assertThat(run("bench", "sntp:127.0.0.1:" + unusedPort, "system", "--rates", "20", "--for", "0.3s", "--json"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("\"error\" : \"no answer", "\"error_rms_ns\"", "\"packets_sent\"",
                "\"loop_per_reading\"");
        assertThat(run("bench", "system", "sundial:here")).as("no service at all: before anything is measured")
                .isEqualTo(2);
    }

    @Test
    void servicesAreNamedShortlyInTables() {
        assertThat(new ServiceResult("chrony:/run/chrony/chronyd.sock", List.of(), null).label())
                .isEqualTo("chrony:chronyd.sock");
        assertThat(new ServiceResult("model:/a/n.model.json@virtual(realtime,ppm=3)", List.of(), null).label())
                .isEqualTo("model:n.model.json@virtual(...");
        assertThat(new ServiceResult("sntp:10.79.0.1", List.of(), null).label()).isEqualTo("sntp:10.79.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clocks", "measure", "estimate", "convert", "scenarios", "simulate drift", "simulate scale",
            "bench", "external"})
    void everyCommandHasAnExampleAndJson(String command) {
        String[] args = (command + " --help").split(" ");
        assertThat(run(args)).isZero();
        assertThat(out.toString()).contains("Example", "--json", "runbench sync " + command);
    }

    @Test
    void theReflectorHasAnExampleAndNoResult() {
        assertThat(run("reflector", "--help")).isZero();
        assertThat(out.toString()).contains("Example", "runbench sync reflector").doesNotContain("--json");
    }

    @Test
    void convertsToUtcWhereTheReferencesTimeServiceTold() throws IOException {
        String model = """
                {"format":"runbench clock model","version":1,"node":"n","reference":"r","source":"realtime","wander_ppm":0.5,
                 "windows":[{"x0_ns":%d,"offset_ns":5000,"slope":0,"err_stat_ns":10,"slope_err":0,"lo_ns":4000,"hi_ns":6000,
                 "slope_lo":0,"slope_hi":0,"rtt_min_ns":1,"n":9,"method":"blend","stamps":"kernel","external":{"x_ns":%d,
                 "offset_ns":-70000,"slope":0,"err_ns":300,"bound_ns":20000,"synchronised":%s}}]}""";
        Path file = folder.resolve("n.model.json");
        Files.writeString(file, model.formatted(START, START, true));
        assertThat(run("convert", "--clock-model", file.toString(), "--utc", "--stamp", "" + (START + 5000))).isZero();
        assertThat(out.toString().lines()).containsExactly("node_ns,utc_ns,err_stat_ns,utc_lo_ns,utc_hi_ns,how",
                (START + 5000) + "," + (START + 70000) + ",300.2," + (START + 49000) + "," + (START + 91000)
                        + ",predicted");
        Files.writeString(file, model.formatted(START, START, false));
        assertThat(run("convert", "--clock-model", file.toString(), "--utc", "--stamp", "" + START)).isNotZero();
    }

    @Test
    void timesAreReadAsPeopleWriteThem() {
        Nanos nanos = new Nanos();
        assertThat(nanos.convert("4s")).isEqualTo(4_000_000_000L);
        assertThat(nanos.convert("2.5 ms")).isEqualTo(2_500_000L);
        assertThat(nanos.convert("12h")).isEqualTo(43_200_000_000_000L);
        for (String wrong : new String[]{"", "4", "4 s s", "s", "-1s", "1e99h", "999999999999h"}) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> nanos.convert(wrong))
                    .as(wrong)
                    .isInstanceOf(CommandLine.TypeConversionException.class);
        }
    }
}
