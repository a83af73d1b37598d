package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.cli.output.Failures;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.XchgFile;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;

/** Files from users and accidents: the result is an interval, or the error with its place and exit code 2. */
@Tag("beside")
@Tag("scenario")
class EstimateFilesTest {
    private static final long START = 1_795_000_000_000_000_000L;

    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** One command line for a thousand files: to make it takes longer than to estimate one file. */
    private final CommandLine line = new CommandLine(new SyncCommand()).setExecutionExceptionHandler(new Failures())
            .setParameterExceptionHandler(new Failures())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return line.execute(args);
    }

    private Path file(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Exchanges window(ScenarioPlan plan) {
        return new Generator(Link.QUIET, plan, 0, Oscillator.steady(0, START)).window(START, new SplittableRandom(1));
    }

    private static String xchg(Exchanges e) throws IOException {
        StringWriter text = new StringWriter();
        XchgFile.write(text, JsonNodeFactory.instance.objectNode().put("node", "n1").put("slack_ns", 1), e);
        return text.toString();
    }

    /** Returns rows of eight columns; kernel stamps are 0 where {@code kernel} is true. */
    private static String plain(Exchanges e, java.util.function.IntPredicate kernel) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < e.size(); i++) {
            for (int k = 0; k < 8; k++) {
                text.append(k >= 4 && !kernel.test(i) ? 0 : e.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, k % 4 + 1, i))
                        .append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Checks that a thousand damaged files of both kinds have no third outcome. */
    @Test
    void damagedFilesAreEstimatedOrRefusedWithTheirLine() throws IOException {
        Exchanges small = window(new ScenarioPlan(3, 10, 30_000_000L, 0));
        byte[][] whole = {xchg(small).getBytes(StandardCharsets.US_ASCII),
                plain(small, i -> true).getBytes(StandardCharsets.US_ASCII)};
        SplittableRandom random = new SplittableRandom(5);
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] mutated = whole[i % 2].clone();
            if (random.nextInt(3) == 0) {
                mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length));
            }
            for (int k = random.nextInt(0, 5); k > 0 && mutated.length > 0; k--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            Path file = Files.write(folder.resolve("damaged-" + i + ".xchg"), mutated);
            int code = run("estimate", file.toString(), "--method", i % 10 == 0 ? "all" : "blend", "--inject",
                    "5000,20");
            assertThat(code).as(err.toString()).isIn(0, 2);
            assertThat(err.toString()).doesNotContain("internal error");
            if (code == 2) {
                refused++;
                assertThat(err.toString()).contains(file.toString())
                        .containsPattern("line \\d+|holds no exchange|version|not text|stamps|slack_ns|--inject|one "
                                + "clock|centuries");
            } else {
                assertThat(out.toString()).contains("guaranteed interval");
            }
        }
        assertThat(refused).isBetween(200, 900);
    }

    /** Checks that every method answers with an interval that contains the truth, whatever column is missing. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"whole", "no kernel stamps", "half the kernel stamps", "only kernel stamps", "backwards",
            "CRLF", "comments", "a byte order mark", "commas", "one exchange", "one burst", "two exchanges"})
    void oddFilesAreEstimatedByEveryMethod(String kind) throws IOException {
        Exchanges e = window(new ScenarioPlan(6, 20, 1_000_000_000L, 0));
        String text = switch (kind) {
            case "no kernel stamps" -> plain(e, i -> false);
            case "half the kernel stamps" -> plain(e, i -> i % 2 == 0);
            case "only kernel stamps" -> plain(e, i -> true).lines()
                    .map(l -> "0 0 0 0" + l.substring(nth(l, 4)))
                    .reduce("", (a, b) -> a + b + "\n");
            case "backwards" -> plain(e, i -> true).lines().reduce("", (a, b) -> b + "\n" + a);
            case "CRLF" -> plain(e, i -> true).replace("\n", "\r\n");
            case "comments" -> "# t1 t2\n\n" + plain(e, i -> true).replace("\n", "\n# noise\n   \n");
            case "a byte order mark" ->
                new String("\uFEFF".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                        + plain(e, i -> true);
            case "commas" -> plain(e, i -> true).replace(" \n", "\n").replace(" ", ",");
            case "one exchange" -> plain(e.rows(5, 6), i -> true);
            case "two exchanges" -> plain(e.rows(5, 7), i -> true);
            case "one burst" -> plain(e.rows(0, 20), i -> true);
            default -> plain(e, i -> true);
        };
        Path file = file("odd.txt", text);
        for (String inject : new String[]{"0,0", "-5000000000,137.5"}) {
            assertThat(run("estimate", file.toString(), "--method", "all", "--inject", inject, "--json"))
                    .as(err.toString())
                    .isZero();
            PublishedSchemas.check(OutputFormat.ESTIMATES, out.toString());
            JsonNode results = new ObjectMapper().readTree(out.toString()).get(0).get("windows").get(0).get("results");
            assertThat(results).hasSize(13);
            for (JsonNode r : results) {
                assertThat(r.get("truth_inside").asBoolean()).as(r.get("method").asText()).isTrue();
                assertThat(r.get("guaranteed").get("offset_lo_ns").isNumber()).isTrue();
                assertThat(Math.abs(r.get("true_error_ns").asDouble())).as(r.get("method").asText()).isLessThan(60_000);
            }
        }
    }

    private static int nth(String line, int words) {
        int at = -1;
        for (int i = 0; i < words; i++) {
            at = line.indexOf(' ', at + 1);
        }
        return at;
    }

    /** Checks that both kinds of files yield the same results for the same exchanges. */
    @Test
    void plantsTheSameClockIntoBothKinds() throws IOException {
        Exchanges e = window(ScenarioPlan.OFFSET);
        Path xchg = file("a.xchg", xchg(e));
        Path text = file("a.txt", plain(e, i -> true));
        String[] offset = new String[2];
        for (Path file : new Path[]{xchg, text}) {
            assertThat(run("estimate", file.toString(), "--inject", "2500000,40", "--burst", "64", "--json")).isZero();
            JsonNode r = new ObjectMapper().readTree(out.toString()).get(0).get("windows").get(0).get("results").get(0);
            offset[file == xchg ? 0 : 1] = r.get("offset_ns").asText() + " " + r.get("slope_ppm").asText();
        }
        assertThat(offset[0]).isEqualTo(offset[1]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "100 205 206 90 0 0 0 0               | line 1: the reply came before the probe was sent (t4 90 < t1 100)",
            "100 205 204 111 0 0 0 0              | line 1: the reply was sent before the probe came (t3 204 < t2 205)",
            "0 0 0 0 100 205 206 90               | (k4 90 < k1 100)",
            "9223372036854775807 205 206 111 0 0 0 0 | line 1: t1 is 9223372036854775807 ns, more than 126 years",
            "1 -9223372036854775808 3 4 0 0 0 0   | t2 is -9223372036854775808",
            "99999999999999999999 2 3 4 5 6 7 8   | eight integers",
            "1.5 2 3 4 5 6 7 8                    | line 1: '1.5 2",
            "1 2 3                                | eight integers", "0 0 0 0 0 0 0 0                      | stamps"})
    void refusesWhatNoClockShows(String line, String complaint) throws IOException {
        Path file = file("wrong.txt", line + "\n");
        assertThat(run("estimate", file.toString(), "--stamps", "auto")).isEqualTo(2);
        assertThat(err.toString()).contains(file.toString()).contains(complaint);
    }

    /** Checks stamps whose differences exceed 64 bits. */
    @Test
    void refusesClocksThatPartByCenturies() throws IOException {
        Path file = file("far.txt",
                "-3999999999999999999 3999999999999999999 3999999999999999999 -3999999999999999990 0 0 0 0\n"
                        + "3999999999999999000 -3999999999999999999 -3999999999999999998 3999999999999999900 0 0 "
                        + "0 0\n");
        assertThat(run("estimate", file.toString(), "--method", "all")).isEqualTo(2);
        assertThat(err.toString()).contains(file.toString(), "centuries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "NaN,1", "1,NaN", "1,1e9", "1e999999999,1", "9000000000000000000,1", "1;2", ",",
            "1,Infinity"})
    void refusesClocksThatCannotBePlanted(String inject) throws IOException {
        Path file = file("good.txt", plain(window(new ScenarioPlan(3, 10, 30_000_000L, 0)), i -> true));
        assertThat(run("estimate", file.toString(), "--inject", inject)).isEqualTo(2);
        assertThat(err.toString()).contains("runbench: ").contains("->");
    }

    @Test
    void saysWhichWindowLacksItsStamps() throws IOException {
        Exchanges e = window(new ScenarioPlan(6, 20, 1_000_000_000L, 0));
        Path file = file("half.txt", plain(e, i -> i < 60));
        assertThat(run("estimate", file.toString(), "--stamps", "kernel", "--window", "0.3s", "--burst", "20"))
                .isEqualTo(2);
        assertThat(err.toString()).contains(file + ": window 2", "kernel stamps", "--stamps user");
    }

    /** Reads a million rows, splits them into bursts and estimates by the default method, which makes the most fits. */
    @Tag("nightly")
    @Test
    void readsAMillionRows() throws IOException {
        Exchanges e = window(new ScenarioPlan(250, 64, 60_000_000_000L, 0));
        String rows = plain(e, i -> true);
        Path file = folder.resolve("million.txt");
        long hour = 3_600_000_000_000L;
        try (var writer = Files.newBufferedWriter(file)) {
            for (int copy = 0; copy * e.size() < 1_000_000; copy++) {
                long shift = copy * hour / 60;
                if (copy == 0) {
                    writer.write(rows);
                } else {
                    for (int i = 0; i < e.size(); i++) {
                        for (int k = 0; k < 8; k++) {
                            writer.write(e.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, k % 4 + 1, i) + shift + " ");
                        }
                        writer.write('\n');
                    }
                }
            }
        }
        assertThat(run("estimate", file.toString(), "--inject", "-77,12", "--json")).as(err.toString()).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString())
                .get(0)
                .get("windows")
                .get(0)
                .get("results")
                .get(0);
        assertThat(result.get("truth_inside").asBoolean()).isTrue();
        assertThat(Math.abs(result.get("true_error_ns").asDouble())).isLessThan(100);
        assertThat(result.get("exchanges").asInt()).isGreaterThan(900_000);
    }
}
