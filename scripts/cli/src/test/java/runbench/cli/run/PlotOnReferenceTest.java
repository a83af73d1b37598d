package runbench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.cli.Main;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;

/** The command {@code runbench plot RUN --clock-model}: a recording on the time of a reference clock. */
@Tag("beside")
class PlotOnReferenceTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;
    private Path recording;
    private long begin;
    private long lengthNanos;

    @BeforeEach
    void copyRecording() throws IOException {
        recording = folder.resolve("samples.rec");
        try (var in = new GZIPInputStream(Files.newInputStream(
                Path.of(System.getProperty("runbench.home", ".."), "parser/src/test/resources/zen5-xalan.rec.gz")))) {
            Files.copy(in, recording);
        }
        Recording opened = Recording.open(recording);
        Periods periods = Periods.of(opened);
        begin = periods.startWallNanos() + opened.metadata().realtimeOffsetNanos();
        periods.forEach(p -> lengthNanos = Math.max(lengthNanos, p.wallNanos()));
    }

    private Path model(String node, String source, long... windows) throws IOException {
        List<String> all = new ArrayList<>();
        for (long at : windows) {
            all.add("""
                    {"x0_ns":%d,"offset_ns":5000,"slope":0,"err_stat_ns":130,"slope_err":0,"lo_ns":4000,"hi_ns":6500,"slope_lo":0,"slope_hi":0,
                     "rtt_min_ns":1,"n":9,"method":"blend","stamps":"kernel"}""".formatted(at));
        }
        return Files.writeString(folder.resolve(node + ".model.json"), """
                {"format":"runbench clock model","version":1,"node":"%s","reference":"root","source":"%s","wander_ppm":0.5,
                 "tolerance_ns":1000000,"windows":[%s]}""".formatted(node, source, String.join(",", all)));
    }

    private record Answer(int code, String err) {}

    private Answer plot(Object... words) {
        List<String> args = new ArrayList<>(
                List.of("plot", recording.toString(), "--svg", "-q", "-o", folder.resolve("chart.png").toString()));
        for (Object word : words) {
            args.add(word.toString());
        }
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int code = Main.execute(args.toArray(String[]::new));
            return new Answer(code, err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    private String svg() throws IOException {
        return Files.readString(folder.resolve("chart.svg"))
                .replace('\u2009', ' ')
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ")
                .replace("&apos;", "'");
    }

    @Test
    void theChartIsOnTheReferencesTimeAndSaysItsError() throws IOException {
        Path model = model("n", "realtime", begin - SECOND, begin + lengthNanos + SECOND);
        Answer answer = plot("--clock-model", model);
        assertThat(answer.code()).as(answer.err()).isZero();
        long zero = begin - 5000;
        assertThat(svg())
                .contains("time of root (s)", "guaranteed within",
                        "Time of root: 0 s is " + zero / SECOND + "." + String.format("%09d", zero % SECOND)
                                + " s of its clock")
                .containsPattern("Largest error of n: standard error 1\\d\\d ns")
                .doesNotContain("Predicted", "task running time", "wall time (s)");
    }

    @Test
    void whatNoWindowEnclosesIsCalledPredicted() throws IOException {
        Answer answer = plot("--clock-model", model("n", "realtime", begin - SECOND, begin + lengthNanos / 2),
                "--by-task", 2);
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(svg()).contains("Predicted from ", "the model has windows on one side only");
    }

    @Test
    void aModelOfAnotherClockIsRefusedWithWhatToType() throws IOException {
        Answer raw = plot("--clock-model", model("n", "raw", begin));
        assertThat(raw.code()).isEqualTo(2);
        assertThat(raw.err()).contains("CLOCK_MONOTONIC", "the clock raw", "--clock monotonic");
        Answer longAgo = plot("--clock-model", model("n", "realtime", begin - 40L * 24 * 3600 * SECOND));
        assertThat(longAgo.code()).isEqualTo(2);
        assertThat(longAgo.err()).contains("more than 30 days", "measured around this run");
        assertThat(folder.resolve("chart.png")).doesNotExist();
    }

    @Test
    void aModelOfAnotherNodeIsRefusedUnlessTheNodeIsNamed() throws IOException {
        patch("\"switches\":false,", "\"host\":\"atlas\",  ");
        Path other = model("n", "realtime", begin);
        Answer refused = plot("--clock-model", other);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("recorded on atlas", "models of n only", "--node n");
        assertThat(plot("--clock-model", other, "--node", "n").code()).isZero();
        assertThat(plot("--clock-model", other, "--node", "m").code()).isEqualTo(2);
        model("atlas", "realtime", begin);
        assertThat(plot("--clock-model", folder).code()).as("found by the host's name").isZero();
    }

    @Test
    void withoutAWallClockARealtimeModelHasNothingToHoldOnTo() throws IOException {
        patch("\"realtime_offset_ns\"", "\"something_else_ns\" ");
        Answer refused = plot("--clock-model", model("n", "realtime", begin));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("does not tell the wall clock", "--clock monotonic");
        assertThat(
                plot("--clock-model", model("n", "monotonic", Periods.of(Recording.open(recording)).startWallNanos()))
                        .code())
                .isZero();
    }

    @Test
    void otherAxesHaveNoPlaceOnAClock() throws IOException {
        Path model = model("n", "realtime", begin);
        Answer running = plot("--clock-model", model, "--axis", "run_time");
        assertThat(running.code()).isEqualTo(2);
        assertThat(running.err()).contains("--axis");
        assertThat(plot("--node", "n").code()).isEqualTo(2);
        assertThat(plot("--clock-model", model, "--axis", "wall_time").code()).isZero();
        patch("\"axis\":\"run_time\",\"inherit\":true,", "\"axis\":\"instructions\",           ");
        Answer counted = plot("--clock-model", model);
        assertThat(counted.code()).isEqualTo(2);
        assertThat(counted.err()).contains("counts instructions", "leave --clock-model out");
    }

    /** Replaces metadata by others of the same length. */
    private void patch(String from, String to) throws IOException {
        assertThat(to).hasSameSizeAs(from);
        String text = new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1);
        assertThat(text).contains(from);
        ByteBuffer file = ByteBuffer.wrap(text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1))
                .order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(28, checksum(file, 64, file.getInt(24)));
        file.putInt(60, checksum(file, 0, 60));
        Files.write(recording, file.array());
    }

    private static int checksum(ByteBuffer file, int at, int bytes) {
        CRC32C crc = new CRC32C();
        crc.update(file.array(), at, bytes);
        return (int) crc.getValue();
    }
}
