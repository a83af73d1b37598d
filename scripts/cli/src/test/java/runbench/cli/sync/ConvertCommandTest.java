package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.sync.model.ModelFile;

/** Stamps as users have them: many nodes in one table, ticks, recordings, pipes, and stamps that no window covers. */
@Tag("beside")
@Tag("scenario")
class ConvertCommandTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;
    private StringWriter out;
    private StringWriter err;

    @BeforeEach
    void writeModels() throws IOException {
        // a is 5 us ahead, b 1 s behind; c is connected through the gateway g, which is 20 us ahead.
        model("a", "ref", "realtime", window(START, 5_000));
        model("b", "ref", "realtime", window(START, -SECOND), window(START + 100 * SECOND, -SECOND));
        model("g", "ref", "realtime", window(START, 20_000));
        model("c", "g", "realtime", window(START, 3_000));
    }

    private static String window(long at, long offset) {
        return """
                {"x0_ns":%d,"offset_ns":%d,"slope":0,"err_stat_ns":10,"slope_err":0,"lo_ns":%d,"hi_ns":%d,"slope_lo":0,"slope_hi":0,
                 "rtt_min_ns":1,"n":9,"method":"blend","stamps":"kernel"%%s}""".formatted(at, offset, offset - 1000,
                offset + 1000);
    }

    private Path model(String node, String reference, String source, String... windows) throws IOException {
        String all = String.join(",",
                List.of(windows).stream().map(w -> w.contains("%s") ? w.formatted("") : w).toList());
        return Files.writeString(folder.resolve(node + ".model.json"), """
                {"format":"runbench clock model","version":1,"node":"%s","reference":"%s","source":"%s","wander_ppm":0.5,
                 "tolerance_ns":100000,"windows":[%s]}""".formatted(node, reference, source, all));
    }

    private int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine line = new CommandLine(new SyncCommand());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private List<String> rows() {
        return out.toString().lines().skip(1).toList();
    }

    @Test
    void oneTableOfManyNodes() throws IOException {
        Path csv = Files.writeString(folder.resolve("all.csv"),
                "host,event,t\nb,one,%d\na,two,%d\nref,three,%d\nc,\"four, five\",%d\n".formatted(START + 10 * SECOND,
                        START + 5_000, START + 77, START + 23_000));
        assertThat(run("convert", "--clock-model", folder.toString(), "--node-column", "host", "--column", "t",
                csv.toString())).as("%s", err).isZero();
        assertThat(rows()).hasSize(4);
        assertThat(rows().get(0)).startsWith("b,one,")
                .contains("," + (START + 11 * SECOND) + ",")
                .endsWith("interpolated");
        assertThat(rows().get(1)).contains("," + START + ",").endsWith("predicted");
        assertThat(rows().get(2)).as("the reference's own")
                .isEqualTo("ref,three,%1$d,%1$d,0.0,%1$d,%1$d,interpolated".formatted(START + 77));
        assertThat(rows().get(3)).as("through its gateway")
                .contains("\"four, five\"", "," + START + ",")
                .endsWith("predicted");
        Files.writeString(csv, "host,t\nnobody,5\n");
        assertThat(run("convert", "--clock-model", folder.toString(), "--node-column", "host", "--column", "t",
                csv.toString())).isNotZero();
        assertThat(run("convert", "--clock-model", folder.toString(), "--node-column", "where", "--column", "t",
                csv.toString())).isNotZero();
        assertThat(run("convert", "--clock-model", folder.toString(), "--node", "c", "--stamp", "" + (START + 23_000)))
                .isZero();
        assertThat(rows().get(0)).contains("," + START + ",");
    }

    @Test
    void whatNoWindowVouchesForIsSaid() {
        String a = folder.resolve("a.model.json").toString();
        // 0.5 ppm wander and 100 us: about 200 s.
        for (long s : new long[]{-190, 190}) {
            assertThat(run("convert", "--clock-model", a, "--stamp", "" + (START + s * SECOND))).isZero();
            assertThat(rows().get(0)).as("%d s", s).endsWith("predicted");
            assertThat(err.toString()).isEmpty();
        }
        for (long s : new long[]{-210, 210}) {
            assertThat(run("convert", "--clock-model", a, "--stamp", (START + s * SECOND) + "," + START)).isZero();
            assertThat(rows().get(0)).as("%d s", s).endsWith("expired");
            assertThat(err.toString()).contains("1 of 2 stamps are beyond the models' validity", "100 us");
        }
        assertThat(run("convert", "--clock-model", a, "--stamp", "123456789")).isZero();
        assertThat(err.toString()).contains("30 days", "of the clock realtime");
    }

    @Test
    void aStepBetweenWindowsLeavesOnlyBounds() throws IOException {
        Path stepped = model("s", "ref", "realtime", window(START, 0), window(START + 100 * SECOND, 5_000_000));
        assertThat(run("convert", "--clock-model", stepped.toString(), "--stamp",
                (START + 50 * SECOND) + "," + (START + 120 * SECOND))).isZero();
        String[] cells = rows().get(0).split(",");
        assertThat(cells[5]).isEqualTo("stepped");
        assertThat(Long.parseLong(cells[4]) - Long.parseLong(cells[3])).as("both sides of the step")
                .isGreaterThan(4_900_000);
        assertThat(rows().get(1)).endsWith("predicted").contains("," + (START + 120 * SECOND - 5_000_000) + ",");
        assertThat(err.toString()).contains("1 of 2 stamps are where a clock was set or stepped");
    }

    @Test
    void ticksAndSecondsAreTurnedIntoTime() throws IOException {
        String counter = window(START, 1_000 * SECOND - START)
                .formatted(",\"source\":{\"clock\":\"tsc\",\"hertz\":2.6E9,\"hertz_error\":800}");
        Path tsc = model("t", "ref", "tsc", counter);
        assertThat(run("convert", "--clock-model", tsc.toString(), "--unit", "ticks", "--stamp", "2600026000000"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString()).startsWith("node_ticks,ref_ns,");
        assertThat(rows().get(0)).startsWith("2600026000000," + (START + 10_000_000) + ",");
        assertThat(run("convert", "--clock-model", tsc.toString(), "--unit", "s", "--stamp", "1000.010000001"))
                .isZero();
        assertThat(rows().get(0)).startsWith("1000.010000001," + (START + 10_000_001) + ",");
        assertThat(run("convert", "--clock-model", folder.resolve("a.model.json").toString(), "--unit", "ticks",
                "--stamp", "5")).isNotZero();
        assertThat(run("convert", "--clock-model", tsc.toString(), "--stamp", "noon")).isNotZero();
    }

    @Test
    void readsAPipe() {
        InputStream before = System.in;
        System.setIn(
                new ByteArrayInputStream(("# stamps\n\n" + (START + 5_000) + "\n").getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(run("convert", "--clock-model", folder.resolve("a.model.json").toString(), "--json")).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString()).startsWith("{\"node_ns\":" + (START + 5_000) + ",\"ref_ns\":" + START + ",");
    }

    @Test
    void aRecordingsSamplesComeIntoTheReferencesTime() throws IOException {
        Path recorded = Path.of(System.getProperty("runbench.home", ".."), "parser/src/test/resources/pmu-phases.rec");
        Recording recording = Recording.open(recorded);
        long wall = Periods.of(recording).startWallNanos();
        long begin = wall + recording.metadata().realtimeOffsetNanos();
        Path realtime = model("r", "ref", "realtime", window(begin, 5_000));
        assertThat(run("convert", "--clock-model", realtime.toString(), recorded.toString())).as("%s", err).isZero();
        List<String> header = List.of(out.toString().lines().findFirst().orElseThrow().split(","));
        assertThat(header).startsWith("wall_s", "run_s").contains("instructions", "ref_ns", "how");
        assertThat(rows()).hasSizeGreaterThan(10);
        for (String row : rows()) {
            String[] cells = row.split(",", -1);
            long after = Math.round(Double.parseDouble(cells[0]) * 1e9);
            assertThat(Long.parseLong(cells[header.indexOf("ref_ns")])).isEqualTo(begin + after - 5_000);
        }
        Path monotonic = model("m", "ref", "monotonic", window(wall, 5_000));
        assertThat(run("convert", "--clock-model", monotonic.toString(), recorded.toString())).isZero();
        assertThat(Long.parseLong(rows().get(0).split(",", -1)[header.indexOf("ref_ns")])).isBetween(wall - 5_000,
                wall + SECOND);
        assertThat(run("convert", "--clock-model", model("x", "ref", "raw", window(wall, 0)).toString(),
                recorded.toString())).isNotZero();
    }

    /**
     * Checks the reference's own recording. Its clock is the one that the models were measured against, or one that the
     * models name.
     */
    @Test
    void theReferencesOwnRecordingStaysInItsOwnClock() throws IOException {
        Path recorded = Path.of(System.getProperty("runbench.home", ".."), "parser/src/test/resources/pmu-phases.rec");
        Recording recording = Recording.open(recorded);
        long wall = Periods.of(recording).startWallNanos();
        long offset = recording.metadata().realtimeOffsetNanos();
        assertThat(firstOfReference(model("m", "ref", "monotonic", window(wall, 5_000)), recorded)).isBetween(wall,
                wall + SECOND);
        assertThat(firstOfReference(model("m", "ref", "realtime", window(wall + offset, 5_000)), recorded))
                .isBetween(wall + offset, wall + offset + SECOND);
        Path named = model("m", "ref", "tsc", window(wall, 5_000));
        Files.writeString(named,
                Files.readString(named).replace("\"source\"", "\"reference_source\":\"monotonic\",\"source\""));
        assertThat(firstOfReference(named, recorded)).isBetween(wall, wall + SECOND);
    }

    private long firstOfReference(Path model, Path recorded) {
        assertThat(run("convert", "--clock-model", model.toString(), "--node", "ref", recorded.toString()))
                .as("%s", err)
                .isZero();
        List<String> header = List.of(out.toString().lines().findFirst().orElseThrow().split(","));
        return Long.parseLong(rows().get(0).split(",", -1)[header.indexOf("ref_ns")]);
    }

    /** Checks that a plus sign and leading zeros are valid in stamps although they are not valid JSON. */
    @Test
    void printsJsonThatParsersTake() throws IOException {
        String a = folder.resolve("a.model.json").toString();
        assertThat(run("convert", "--clock-model", a, "--json", "--stamp", "+" + START + ",00" + START)).isZero();
        assertThat(run("convert", "--clock-model", a, "--json", "--unit", "s", "--stamp", "+01795000000.5,1.795e9"))
                .isZero();
        for (String row : out.toString().lines().toList()) {
            JsonNode node = new ObjectMapper().readTree(row);
            assertThat(node.get("node_s").decimalValue()).isBetween(new BigDecimal("1795000000"),
                    new BigDecimal("1795000000.5"));
            assertThat(row).doesNotContain("+", ":0", "e9");
        }
    }

    /** Checks that a value beyond 64 bits is no time of this clock; no value wraps around. */
    @Test
    void stampsAtTheEdgesOfSixtyFourBitsAreRejected() {
        String b = folder.resolve("b.model.json").toString();
        for (String edge : new String[]{"9223372036854775807", "-9223372036854775808", "4000000000000000001",
                "9223372036854775808", "NaN"}) {
            assertThat(run("convert", "--clock-model", b, "--stamp", edge)).as(edge).isNotZero();
            assertThat(run("convert", "--clock-model", b, "--skip-bad", "--stamp", edge + "," + (START - SECOND)))
                    .as(edge)
                    .isZero();
            assertThat(rows()).hasSize(1);
            assertThat(rows().get(0)).contains("," + START + ",");
        }
        assertThat(run("convert", "--clock-model", b, "--unit", "ticks", "--stamp", "18446744073709551615"))
                .isNotZero();
    }

    @Test
    void whatIsNoStampIsLeftOutAndCountedIfAskedFor() throws IOException {
        Path csv = Files.writeString(folder.resolve("bad.csv"),
                "t,event\n%d,one\n,two\nnoon,three\n%d,four\n".formatted(START + 5_000, START + 6_000));
        String a = folder.resolve("a.model.json").toString();
        assertThat(run("convert", "--clock-model", a, "--column", "t", csv.toString())).isNotZero();
        assertThat(run("convert", "--clock-model", a, "--column", "t", "--skip-bad", csv.toString())).isZero();
        assertThat(rows()).hasSize(4);
        assertThat(rows().get(1)).endsWith(",two,,,,,");
        assertThat(rows().get(2)).isEqualTo("noon,three,,,,,");
        assertThat(rows().get(3)).contains("," + (START + 1_000) + ",");
        assertThat(err.toString()).contains("2 stamps were empty or invalid");
        Path bare = Files.writeString(folder.resolve("bad.txt"), "noon\n" + (START + 5_000) + "\n");
        assertThat(run("convert", "--clock-model", a, bare.toString())).isNotZero();
        assertThat(run("convert", "--clock-model", a, "--skip-bad", bare.toString())).isZero();
        assertThat(rows()).hasSize(1);
    }

    @Test
    void aNodeWithoutAModelDoesNotKeepTheOthersFromBeingConverted() throws IOException {
        Path csv = Files.writeString(folder.resolve("all.csv"),
                "host,t\nghost,5\na,%d\nghost,6\nb,%d\n".formatted(START + 5_000, START - SECOND));
        assertThat(run("convert", "--clock-model", folder.toString(), "--node-column", "host", "--column", "t",
                csv.toString())).isEqualTo(2);
        assertThat(rows()).hasSize(4);
        assertThat(rows().get(0)).isEqualTo("ghost,5,,,,,");
        assertThat(rows().get(1)).contains("," + START + ",");
        assertThat(rows().get(3)).contains("," + START + ",");
        assertThat(err.toString()).contains("no model of the node 'ghost': its 2 stamps");
    }

    /** Checks that a window of one burst yields no error: no error is stated, and no prediction is valid. */
    @Test
    void anUnknownErrorIsNotZero() throws IOException {
        Path unknown = model("u", "ref", "realtime",
                window(START, 5_000).replace("\"err_stat_ns\":10", "\"err_stat_ns\":null")
                        .replace("\"slope_err\":0", "\"slope_err\":null"));
        assertThat(run("convert", "--clock-model", unknown.toString(), "--stamp", "" + (START + 60 * SECOND)))
                .as("%s", err)
                .isZero();
        assertThat(rows().get(0)).contains(",,").endsWith("expired");
        assertThat(err.toString()).contains("no err_stat_ns", "fewer than 3 bursts");
        assertThat(run("convert", "--clock-model", unknown.toString(), "--json", "--stamp", "" + (START + 60 * SECOND)))
                .isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).get("err_stat_ns").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"x0_ns\":1795000000000000000 | \"x0_ns\":100000000000000000000 | x0_ns",
            "\"err_stat_ns\":10 | \"err_stat_ns\":-10 | err_stat_ns", "\"slope\":0 | \"slope\":\"NaN\" | slope",
            "\"slope_err\":0 | \"slope_err\":1e999 | slope_err", "\"slope\":0 | \"slope\":3 | slope",
            "\"wander_ppm\":0.5 | \"wander_ppm\":-5 | wander_ppm",
            "\"wander_ppm\":0.5 | \"wander_ppm\":\"NaN\" | wander_ppm",
            "\"tolerance_ns\":100000 | \"tolerance_ns\":-1 | tolerance_ns",
            "\"slope_lo\":0 | \"slope_lo\":0.5 | slope_lo", "\"offset_ns\":5000 | \"offset_ns\":-1e19 | offset_ns"})
    void aModelWithWhatNoClockHasIsRejectedWithFileAndField(String good, String bad, String field) throws IOException {
        Path file = folder.resolve("a.model.json");
        String text = Files.readString(file);
        assertThat(text).contains(good);
        Files.writeString(file, text.replace(good, bad));
        assertThatThrownBy(() -> ModelFile.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("'" + field + "'");
    }

    /** Converts a million stamps; the README states the duration, this test does not check it. */
    @Tag("nightly")
    @Test
    void convertsAMillionStamps() throws IOException {
        Path file = folder.resolve("million.txt");
        try (var writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 1_000_000; i++) {
                writer.write(START + 5_000 + i * 1_000L + "\n");
            }
        }
        assertThat(run("convert", "--clock-model", folder.resolve("b.model.json").toString(), file.toString()))
                .isZero();
        assertThat(rows()).hasSize(1_000_000);
        assertThat(rows().get(999_999))
                .startsWith((START + 5_000 + 999_999_000L) + "," + (START + SECOND + 5_000 + 999_999_000L) + ",");
    }
}
