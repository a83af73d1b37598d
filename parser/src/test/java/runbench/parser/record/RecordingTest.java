package runbench.parser.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.Intact;
import runbench.base.container.RecordWindows.MappedRecords;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording.Damage;
import runbench.parser.record.Recording.SampleCount;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

@Tag("beside")
@Tag("scenario")
class RecordingTest {
    @TempDir
    Path dir;

    private Path write(long samples) {
        Path file = dir.resolve("samples.rec");
        Synthetic.run(file, samples, 3, 1);
        return file;
    }

    private static void fixHeaderCrc(byte[] bytes) {
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(bytes, 0, 60);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(60, (int) crc.getValue());
    }

    @Test
    void readsBackWhatWasWritten() {
        Recording recording = Recording.open(write(250)).requireIntact();
        assertThat(recording.damage()).isEmpty();
        assertThat(recording.samples()).isEqualTo(250);
        assertThat(recording.metadata().events()).extracting(EventInfo::name)
                .containsExactly("page-faults", "event-1", "event-2", "L1D_ALL_REF");
        assertThat(recording.metadata().events().get(3).counted()).isFalse();
        assertThat(recording.metadata().events().get(3).reason()).isEqualTo("this machine has no PMU");
        assertThat(recording.metadata().benchmark()).isEqualTo("403.gcc");
        assertThat(recording.trailer().orElseThrow().exitStatus()).isZero();
        Cursor cursor = recording.cursor();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.kind()).isEqualTo(Kind.TASK);
        assertThat(cursor.pid()).isEqualTo(4711);
        assertThat(cursor.parentTask()).isEqualTo(Kind.ALL_TASKS);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.name()).isEqualTo("cc1");
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.kind()).isEqualTo(Kind.SAMPLE);
        assertThat(cursor.runNanos()).isBetween(1_000_000L, 2_020_000L);
    }

    @Test
    void aFileCutOffAnywhereIsIntactUpToItsLastSeal() throws IOException {
        byte[] whole = Files.readAllBytes(write(1000));
        Path cut = dir.resolve("cut.rec");
        int headerBytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        int recordBytes = 56 + 3 * 8;
        Files.write(cut, Arrays.copyOf(whole, headerBytes + 2 * recordBytes + 350 * recordBytes + 17));
        Recording recording = Recording.open(cut);
        assertThat(recording.samples()).isEqualTo(300);
        assertThat(recording.records()).isEqualTo(305);
        assertThat(recording.trailer()).isEmpty();
        Damage damage = recording.damage().orElseThrow();
        assertThat(damage.offset()).isEqualTo(headerBytes + 305 * recordBytes);
        assertThat(damage.samplesKept()).isEqualTo(300);
        assertThat(damage.reason()).contains("never sealed");
        assertThatThrownBy(recording::requireIntact).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("cut.rec")
                .hasMessageContaining("byte " + damage.offset());
        RunSummary summary = RunSummary.of(Periods.of(recording));
        assertThat(summary.samples()).isEqualTo(300);
        assertThat(summary.exact()).isNull();
        assertThat(summary.exitStatus()).isNull();
        assertThat(summary.toJson()).contains("never sealed");
    }

    @Test
    void aFlippedBitEndsTheIntactPartBeforeItsBlock() throws IOException {
        byte[] bytes = Files.readAllBytes(write(1000));
        int headerBytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        bytes[headerBytes + 80 * 450 + 30] ^= 4;
        Path file = Files.write(dir.resolve("flipped.rec"), bytes);
        Recording recording = Recording.open(file);
        assertThat(recording.samples()).isEqualTo(400);
        assertThat(recording.damage().orElseThrow().reason()).contains("checksum");
    }

    @Test
    void whatIsNoRecordingIsRefusedInWords() throws IOException {
        Path file = dir.resolve("x.rec");
        assertThatThrownBy(() -> Recording.open(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> Recording.open(dir)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("directory");
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> Recording.open(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("x.rec")
                .hasMessageContaining("byte 0");
        Files.writeString(file, "wall_s,run_s\n".repeat(20));
        assertThatThrownBy(() -> Recording.open(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("magic");
        byte[] bytes = Files.readAllBytes(write(3));
        bytes[8] = 2;
        fixHeaderCrc(bytes);
        Files.write(file, bytes);
        assertThatThrownBy(() -> Recording.open(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void lengthsInAValidlySealedHeaderControlNoAllocation() throws IOException {
        byte[] good = Files.readAllBytes(write(3));
        for (int field : new int[]{12, 16, 20, 24}) {
            for (int value : new int[]{0, 1, -1, 64, Integer.MAX_VALUE, 0x7fffffc0, 0x20000000}) {
                byte[] bytes = good.clone();
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(field, value);
                fixHeaderCrc(bytes);
                Path file = Files.write(dir.resolve("lengths.rec"), bytes);
                assertThatThrownBy(() -> Recording.open(file)).isInstanceOf(RunbenchException.class)
                        .hasMessageContaining("lengths.rec")
                        .hasMessageContaining("byte ");
            }
        }
    }

    @Test
    void aSparseHoleIsNotWalkedThrough() throws IOException {
        Path file = write(100);
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - Synthetic.trailer(100).length() - 80);
            channel.write(ByteBuffer.wrap(new byte[1]), 5L << 30);
        }
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            Recording recording = Recording.open(file);
            assertThat(recording.samples()).isEqualTo(100);
            assertThat(recording.damage().orElseThrow().reason()).contains("kind 0");
            assertThat(recording.damage().orElseThrow().bytesIgnored()).isGreaterThan(4L << 30);
        });
    }

    @Test
    void recordsAndSealsMayStraddleWindows() throws IOException {
        Path file = write(1000);
        try (var channel = java.nio.channels.FileChannel.open(file)) {
            ContainerHeader header = ContainerReader.header(channel, file, Layout.FORMAT);
            int headerBytes = header.headerBytes();
            long count = (channel.size() - headerBytes) / 80;
            MappedRecords wide = new MappedRecords(channel, headerBytes, 80, count, 1 << 20);
            MappedRecords narrow = new MappedRecords(channel, headerBytes, 80, count, 1000);
            SampleCount samples = new SampleCount();
            Intact seals = ContainerReader.check(channel, header, narrow, samples);
            assertThat(seals.damage()).isNull();
            assertThat(seals.complete()).isTrue();
            assertThat(samples.samples()).isEqualTo(1000);
            Cursor a = new Cursor(wide, seals.used());
            Cursor b = new Cursor(narrow, seals.used());
            while (a.next()) {
                assertThat(b.next()).isTrue();
                assertThat(b.wallNanos()).isEqualTo(a.wallNanos());
                assertThat(b.value(2)).isEqualTo(a.value(2));
            }
            a.at(7);
            b.at(7);
            assertThat(b.runNanos()).isEqualTo(a.runNanos());
        }
    }

    /** Each mutant is refused in words, or gives a prefix of the original; nothing else ever happens. */
    @Test
    void threeHundredMutantsAndStumps() throws IOException {
        byte[] good = Files.readAllBytes(write(2000));
        Recording original = Recording.open(dir.resolve("samples.rec"));
        SplittableRandom random = new SplittableRandom(20260131);
        int refused = 0;
        int damaged = 0;
        for (int i = 0; i < 300; i++) {
            byte[] bytes = mutate(good, random, i);
            Path file = Files.write(dir.resolve("mutant.rec"), bytes);
            try {
                Recording mutant = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
                    Recording r = Recording.open(file);
                    Periods periods = Periods.of(r);
                    RunSummary.of(periods).toJson();
                    Envelopes.of(periods, 100);
                    return r;
                });
                assertPrefix(original, mutant);
                if (!Arrays.equals(good, bytes)) {
                    damaged += mutant.damage().isPresent() ? 1 : 0;
                }
            } catch (RunbenchException e) {
                refused++;
                assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
                assertThat(e.getMessage()).contains("mutant.rec").containsPattern("byte \\d+");
                assertThat(e.remedy()).isPresent();
            }
        }
        assertThat(refused).isGreaterThan(9);
        assertThat(damaged).isGreaterThan(210);
    }

    private static byte[] mutate(byte[] good, SplittableRandom random, int i) {
        if (i % 4 == 0) {
            return Arrays.copyOf(good, random.nextInt(good.length));
        }
        byte[] bytes = good.clone();
        // The head, the tail and the seals decide most, so hit them more often than their size.
        int range = i % 4 == 1 ? 1024 : bytes.length;
        int from = i % 8 == 5 ? bytes.length - range : 0;
        for (int n = random.nextInt(1, 4); n > 0; n--) {
            int at = from + random.nextInt(range);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(1, 600)),
                        (byte) random.nextInt(-1, 2));
                default -> {
                    int length = Math.min(random.nextInt(1, 400), bytes.length - at);
                    System.arraycopy(good, random.nextInt(good.length - length + 1), bytes, at, length);
                }
            }
        }
        return bytes;
    }

    private static void assertPrefix(Recording original, Recording mutant) {
        assertThat(mutant.records()).isLessThanOrEqualTo(original.records());
        Cursor a = original.cursor();
        Cursor b = mutant.cursor();
        while (b.next()) {
            assertThat(a.next()).isTrue();
            boolean same = a.kind() == b.kind() && a.wallNanos() == b.wallNanos() && a.runNanos() == b.runNanos()
                    && a.value(0) == b.value(0) && a.value(1) == b.value(1) && a.value(2) == b.value(2);
            assertThat(same).isTrue();
        }
        if (mutant.damage().isEmpty()) {
            assertThat(mutant.records()).isEqualTo(original.records());
        }
    }
}
