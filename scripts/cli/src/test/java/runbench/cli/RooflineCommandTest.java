package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.record.Synthetic;
import runbench.parser.roofline.Roof.RoofKind;
import runbench.parser.roofline.Roof;
import runbench.parser.roofline.Roofs;

@Tag("scenario")
class RooflineCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    @BeforeEach
    void keepRoofs() throws IOException {
        new Roofs(Map.of("processor", "a machine of the test", "kernel", "6.1"), 2, "2026-01-31T02:10:11Z",
                List.of(roof("avx2_double", RoofKind.OPERATIONS, "AVX2 FMA", "double", 1, 40e9),
                        roof("scalar_double", RoofKind.OPERATIONS, "scalar", "double", 1, 8e9),
                        roof("l1_read", RoofKind.BANDWIDTH, "L1", "", 1, 200e9),
                        roof("dram_read", RoofKind.BANDWIDTH, "DRAM", "", 1, 10e9),
                        roof("dram_triad", RoofKind.BANDWIDTH, "DRAM", "", 1, 12e9)),
                Map.of("l3_read, 1 thread", "this processor has no third-level cache"))
                .write(dir.resolve("roofs.json"));
    }

    private static Roof roof(String name, RoofKind kind, String label, String precision, int threads, double rate) {
        return Roof.of(name, kind, label, precision, threads, "as a test says", 0,
                DoubleStream.of(0.98, 0.99, 1, 1, 1, 1, 1, 1, 1.01, 1.02).map(f -> f * rate).toArray(), 10);
    }

    private int run(String... words) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words);
    }

    private int roofline(String... words) {
        return run(Stream.concat(Stream.of("machine", "roofline", "--roofs", dir.resolve("roofs.json").toString(), "-o",
                dir.resolve("r.png").toString()), Arrays.stream(words)).toArray(String[]::new));
    }

    @Test
    void kernelsOfKnownWorkStandBelowTheRoofs() throws IOException {
        assertThat(roofline("--svg", "--point", "triad=2e9,24e9,2.5")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("triad: 800 MFLOP/s of wall time at 0.0833 FLOP/byte")
                .contains("given by hand")
                .contains("80.0 % of DRAM's roof")
                .contains("not measured: l3_read, 1 thread: this processor has no third-level cache");
        assertThat(Files.size(dir.resolve("r.png"))).isPositive();
        assertThat(Files.readString(dir.resolve("r.svg"))).contains("DRAM triad 12")
                .contains("AVX2 FMA 40")
                .contains("triad (by hand)")
                .contains("measured by time and arithmetic")
                .contains("Williams");
        assertThat(Files.readString(dir.resolve("r.csv"))).contains("roof,dram_triad,1,,DRAM,,,,1.2E10,")
                .contains("point,triad,1,,by hand,8.0E8,");
    }

    @Test
    void aRunWithoutTheCountsIsRefusedWithWhatToRecord() {
        Path recording = dir.resolve("samples.rec");
        Synthetic.run(recording, 20, 1, 3);
        assertThat(roofline(recording.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).contains("no point: its floating-point operations were not counted")
                .contains("-> ")
                .contains("--flops N");
        out.getBuffer().setLength(0);
        assertThat(roofline(recording.toString(), "--flops", "1e9", "--bytes", "2e9", "--json")).isZero();
        PublishedSchemas.check(OutputFormat.ROOFLINE, out.toString());
        assertThat(out.toString()).contains("\"flops_from\" : \"given by hand\"").contains("\"intensity\" : 0.5");
    }

    @Test
    void nonsenseIsRefused() {
        assertThat(roofline("--point", "triad=2e9,24e9")).isEqualTo(2);
        assertThat(err.toString()).contains("not three numbers above 0");
        assertThat(roofline("--flops", "1e9")).isEqualTo(2);
        assertThat(err.toString()).contains("name one run");
        assertThat(roofline("--float-precision", "half")).isEqualTo(2);
        assertThat(run("machine", "roofline", "--roofs", dir.resolve("absent.json").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("there is no such file");
    }
}
