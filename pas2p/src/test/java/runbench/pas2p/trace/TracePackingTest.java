package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;

/** Checks that packed files are read like their originals and are unpacked to the same bytes. */
@Tag("scenario")
@Tag("beside")
class TracePackingTest {
    private static final int ITERATIONS = 3_000;

    @TempDir
    Path directory;

    private final Random random = new Random(11);

    private Path file(int rank) {
        return TraceFormat.fileOf(directory, rank);
    }

    /** Writes a program of three events per iteration whose times are noise of {@code noise} ns at most. */
    private void regular(int rank, int noise) throws IOException {
        try (TraceWriter w = new TraceWriter(directory, rank, 2, Map.of("source", "test"))) {
            w.communicator(TraceWriter.WORLD, 2, rank, 0x1234);
            w.init(1_000, 2_000);
            long now = 2_000;
            for (int i = 0; i < ITERATIONS; i++) {
                long length = 100L + random.nextInt(noise);
                w.send(MpiOp.SEND, 1 - rank, 7, TraceWriter.WORLD, 4096, now += 1_000 + random.nextInt(noise),
                        now += length);
                w.receive(MpiOp.RECV, 1 - rank, 7, TraceWriter.WORLD, 4096, now += random.nextInt(noise),
                        now += length);
                w.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, i, 8, now += random.nextInt(noise), now += length);
            }
            w.finalizeAt(now + 10);
            w.end(Map.of("posted_receives", ITERATIONS));
        }
    }

    private byte[] packedAndBack(int rank) throws IOException {
        TracePacking.pack(directory, Progress.NONE);
        assertThat(Files.readAllBytes(file(rank))).startsWith(PackedTrace.MAGIC);
        TracePacking.unpack(directory, Progress.NONE);
        return Files.readAllBytes(file(rank));
    }

    @Test
    void unpackedFileIsIdenticalAndReadersSeeNoDifference() throws IOException {
        regular(0, 900);
        regular(1, 900);
        byte[] before = Files.readAllBytes(file(0));
        MpiTrace whole = MpiTrace.open(directory);
        TracePacking.Packed packed = TracePacking.pack(directory, Progress.NONE);
        assertThat(packed.records()).isGreaterThan(2 * 3 * ITERATIONS);
        MpiTrace read = MpiTrace.open(directory);
        assertThat(read.complete()).isTrue();
        assertThat(read.remarks()).isEmpty();
        assertThat(read.events()).isEqualTo(whole.events()).isEqualTo(2 * 3 * ITERATIONS);
        assertThat(read.endNanos(1)).isEqualTo(whole.endNanos(1));
        assertThat(TracePacking.pack(directory, Progress.NONE).after()).isEqualTo(packed.after());
        TracePacking.unpack(directory, Progress.NONE);
        assertThat(Files.readAllBytes(file(0))).isEqualTo(before);
        try (var left = Files.list(directory)) {
            assertThat(left).hasSize(2);
        }
    }

    /** Checks that repeated events cost almost no space, and that times cost the bits of their noise. */
    @Test
    void structurePacksWellAndTimesCostTheirNoise() throws IOException {
        regular(0, 1);
        regular(1, 1);
        double quiet = TracePacking.pack(directory, Progress.NONE).bytesPerRecord();
        assertThat(quiet).isLessThan(0.25);
        regular(0, 1 << 12);
        regular(1, 1 << 12);
        // Twelve bits of gap for each event and of length for every third: 2 bytes, plus the coded lengths.
        assertThat(TracePacking.pack(directory, Progress.NONE).bytesPerRecord()).isBetween(2.0, 4.5);
    }

    /**
     * Checks the interposer's own file, which has records that this writer does not make. Also checks the file of a
     * killed rank and a file with a hole.
     */
    @Test
    void filesOfKilledRanksAndDamagedFilesAreRestored() throws IOException {
        try (var golden = getClass().getResourceAsStream("golden.mpit")) {
            Files.write(file(1), golden.readAllBytes());
        }
        byte[] before = Files.readAllBytes(file(1));
        assertThat(packedAndBack(1)).isEqualTo(before);
        byte[] killed = Arrays.copyOf(before, before.length / 2 + 13);
        Files.write(file(1), killed);
        assertThat(packedAndBack(1)).isEqualTo(killed);
        byte[] holed = Arrays.copyOf(before, before.length + 100_000);
        random.nextBytes(killed);
        System.arraycopy(killed, 0, holed, 64 * 40, 64 * 30);
        Files.write(file(1), holed);
        String said = MpiTrace.open(directory).remarks().toString();
        assertThat(packedAndBack(1)).isEqualTo(holed);
        TracePacking.pack(directory, Progress.NONE);
        assertThat(MpiTrace.open(directory).remarks().toString()).isEqualTo(said);
    }

    @Test
    void damageOfAPackedFileIsLocated() throws IOException {
        regular(0, 900);
        TracePacking.pack(directory, Progress.NONE);
        byte[] good = Files.readAllBytes(file(0));
        for (int i = 0; i < 40; i++) {
            byte[] bad = good.clone();
            bad[8 + random.nextInt(bad.length - 8)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file(0), bad);
            assertThatThrownBy(() -> MpiTrace.open(directory)).isInstanceOf(RunbenchException.class)
                    .hasMessageContaining(file(0).getFileName().toString())
                    .hasMessageContaining("byte ");
        }
        Files.write(file(0), Arrays.copyOf(good, good.length / 2));
        assertThatThrownBy(() -> MpiTrace.open(directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("byte ");
    }
}
