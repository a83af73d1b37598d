package runbench.parser.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.record.Kind.Flag;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/**
 * golden.rec is what the format looks like on disk. Its reading is golden.csv, and this side's writer makes the same
 * bytes; {@link #main} makes them anew. golden-c.rec is another run, as the writer in C puts it on disk.
 */
class GoldenTest {
    private static final String METADATA = Synthetic.metadata("kernel", 1_000_000, "page-faults:software:0:0",
            "cycles:pmu:0:1", "loads:pmu:1:0", "stores:pmu:1:-");

    @TempDir
    Path dir;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenTest.class.getResourceAsStream("/" + name)) {
            return in.readAllBytes();
        }
    }

    /** Two tasks on two CPUs, two groups, all kinds and flags, one group multiplexed, rings out of order. */
    private static void write(Path file) {
        long t = 1_000_000_000_000L;
        RecordingWriter out = new RecordingWriter(file, 2, METADATA);
        out.task(0, 100, 100, Kind.ALL_TASKS, t).comm(0, 100, "cc1", t + 1);
        for (int i = 1; i <= 8; i++) {
            long ms = i * 1_000_000L;
            out.sample(0, 0, 100, 0, t + ms, ms + i, ms + i, 10L * i, 3_000_000L * i);
            out.counts(Kind.SAMPLE, i == 5 ? Flag.LOST : 0, 1, 0, 100, 0, t + ms + 7, ms + i, ms + i, ms / 2,
                    1000L * i);
        }
        out.seal();
        out.task(1, 101, 100, 0, t + 2_500_000).comm(1, 101, "größe", t + 2_500_001);
        for (int i = 1; i <= 4; i++) {
            long ms = i * 1_000_000L + (i == 4 ? 700_000 : 0);
            out.counts(Kind.SAMPLE, i == 2 ? Flag.THROTTLED : 0, 0, 1, 101, 1, t + 2_500_000 + ms, ms, ms, ms, 7L * i,
                    2_000_000L * i);
        }
        out.lost(3, t + 9_000_000)
                .counts(Kind.THROTTLE, Flag.THROTTLED, 0, 1, 101, 1, t + 9_000_001, 0, 0, 0)
                .counts(Kind.SWITCH, Flag.SWITCH_OUT | Flag.PREEMPTED, 0, 0, 100, 0, t + 9_000_002, 0, 0, 0)
                .seal();
        out.close(0, 1, 101, 1, t + 9_100_000, 4_750_000, 4_750_000, 30, 8_100_000).exit(1, 101, t + 9_100_001);
        out.counts(Kind.CLOSE, Flag.DERIVED, 0, 0, 100, 0, t + 9_200_000, 8_200_000, 8_200_000, 8_200_000, 81,
                24_500_000);
        out.close(1, 0, 100, 0, t + 9_200_000, 8_200_000, 4_100_000, 8_200).exit(0, 100, t + 9_200_001);
        out.total(0, t + 9_300_000, 12_950_000, 111, 32_600_000)
                .counts(Kind.TOTAL, 0, 1, Kind.ALL_TASKS, 0, Kind.ALL_CPUS, t + 9_300_000, 8_200_000, 8_200_000,
                        4_100_000, 8_200);
        out.end(Synthetic.trailer(20));
    }

    @Test
    void ourWriterMakesTheSameBytes() throws IOException {
        Path file = dir.resolve("golden.rec");
        write(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(resource("golden.rec"));
    }

    @Test
    void readsAsExpected() throws IOException {
        Path file = Files.write(dir.resolve("golden.rec"), resource("golden.rec"));
        Periods periods = Periods.of(Recording.open(file).requireIntact());
        Exports.csv(periods, dir.resolve("golden.csv"), Progress.NONE);
        assertThat(Files.readString(dir.resolve("golden.csv")))
                .isEqualTo(new String(resource("golden.csv"), StandardCharsets.UTF_8));
        RunSummary summary = RunSummary.of(periods);
        assertThat(summary.exact()).as("%s", summary.discrepancies()).isTrue();
        assertThat(summary.samples()).isEqualTo(20);
        assertThat(summary.lost()).isEqualTo(3);
        assertThat(summary.throttled()).isEqualTo(1);
        assertThat(summary.events()).extracting(e -> e.name() + " " + e.status().label())
                .containsExactly("page-faults counted", "cycles counted", "loads estimated", "stores not counted",
                        "L1D_ALL_REF not counted");
        assertThat(summary.tasks()).extracting(t -> t.name()).containsExactly("cc1", "größe");
    }

    /** The recording that native/test/recording_test.c writes, whose bytes it holds against the same checksum. */
    @Test
    void readsWhatTheSamplersWriterMakes() throws IOException {
        byte[] bytes = resource("golden-c.rec");
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        assertThat(crc.getValue()).as("renew it from native/build/test/golden.rec").isEqualTo(0xd2aefafaL);
        Periods periods = Periods.of(Recording.open(Files.write(dir.resolve("golden-c.rec"), bytes)).requireIntact());
        RunSummary summary = RunSummary.of(periods);
        assertThat(summary.exact()).as("%s", summary.discrepancies()).isTrue();
        assertThat(summary.samples()).isEqualTo(31);
        assertThat(summary.lost()).isEqualTo(7);
        assertThat(summary.events()).extracting(e -> e.name() + " " + e.status().label())
                .containsExactly("page-faults counted", "context-switches counted", "cycles not counted",
                        "cpu-migrations counted");
        assertThat(summary.tasks()).extracting(t -> t.name() + " " + t.tid())
                .containsExactly("golden 1000", "golden 1001");
    }

    /**
     * Writes both files anew.
     *
     * @param args the directory
     */
    public static void main(String[] args) {
        Path file = Path.of(args[0], "golden.rec");
        write(file);
        Exports.csv(Periods.of(Recording.open(file)), Path.of(args[0], "golden.csv"), Progress.NONE);
    }
}
