package runbench.base.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.container.BeatFormat.Beats;
import runbench.base.container.Intact.ContainerDamage.Fault;
import runbench.base.container.RecordWindows.MappedRecords;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** The container with a format of its own: nothing in it knows recordings or traces. */
class ContainerTest {
    private static final int COUNT = 1050;
    private static final int BLOCK = 100;
    /** Of {@value #COUNT} beats: ten full blocks with their seals. */
    private static final int SEALED = 10 * (BLOCK + 1);

    @TempDir
    Path dir;

    /** What a check of a file found. */
    private record Found(Intact intact, Beats beats, long headerBytes) {}

    private static Found check(Path file, ContainerFormat format) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ContainerHeader header = ContainerReader.header(channel, file, format);
            Beats beats = new Beats();
            MappedRecords records = new MappedRecords(channel, header.headerBytes(), header.recordBytes(),
                    header.recordsIn(channel.size()), 1 << 16);
            return new Found(ContainerReader.check(channel, header, records, beats), beats, header.headerBytes());
        }
    }

    private Path whole() throws IOException {
        Path file = dir.resolve("whole.beat");
        BeatFormat.write(file, COUNT, BLOCK, true);
        return file;
    }

    private static void assertFirst(Beats beats, int count) {
        assertThat(beats.numbers).isEqualTo(LongStream.range(0, count).boxed().toList());
    }

    private static int at(Found found, long record) {
        return (int) (found.headerBytes + record * BeatFormat.RECORD_BYTES);
    }

    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        Found found = check(whole(), BeatFormat.NUMBERED);
        assertThat(found.intact.complete()).isTrue();
        assertThat(found.intact.damage()).isNull();
        assertThat(found.intact.unsealed()).isZero();
        assertThat(found.intact.used()).isEqualTo(SEALED + 51);
        assertThat(found.intact.trailer().path("beats").asInt()).isEqualTo(COUNT);
        assertFirst(found.beats, COUNT);
        try (FileChannel channel = FileChannel.open(dir.resolve("whole.beat"))) {
            ContainerHeader header = ContainerReader.header(channel, dir.resolve("whole.beat"), BeatFormat.NUMBERED);
            assertThat(header.metadata().path("heart").asText()).isEqualTo("left");
            assertThat(header.fields().getInt(24)).isEqualTo(4711);
        }
    }

    /** Windows of any width, mapped or read, show the same records. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 4096})
    void windowsOfAnyWidthShowTheSame(int windowRecords) throws IOException {
        Path file = whole();
        try (FileChannel channel = FileChannel.open(file)) {
            ContainerHeader header = ContainerReader.header(channel, file, BeatFormat.NUMBERED);
            long count = header.recordsIn(channel.size());
            MappedRecords mapped = new MappedRecords(channel, header.headerBytes(), 48, count, 48L * windowRecords);
            Beats beats = new Beats();
            Intact intact = ContainerReader.check(channel, header, mapped, beats);
            assertFirst(beats, COUNT);
            for (boolean keepOpen : new boolean[]{true, false}) {
                try (ReadRecords read = new ReadRecords(file, header.headerBytes(), 48, intact.used(), windowRecords,
                        keepOpen)) {
                    BeatFormat.BeatCursor a = new BeatFormat.BeatCursor(mapped, intact.used());
                    BeatFormat.BeatCursor b = new BeatFormat.BeatCursor(read, intact.used());
                    while (a.next()) {
                        assertThat(b.next()).isTrue();
                        assertThat(b.index()).isEqualTo(a.index());
                        assertThat(b.kind()).isEqualTo(a.kind());
                        assertThat(b.number()).isEqualTo(a.number());
                        assertThat(b.square()).isEqualTo(a.square());
                    }
                    assertThat(b.next()).isFalse();
                    b.at(5);
                    assertThat(b.number()).isEqualTo(5);
                    assertThat(b.next()).isTrue();
                    assertThat(b.number()).isEqualTo(6);
                    assertThatThrownBy(() -> b.at(intact.used())).isInstanceOf(IndexOutOfBoundsException.class);
                }
            }
        }
    }

    /** Two readers of one thread share a buffer; the words of each one are those of its own window. */
    @Test
    void wordsAreThoseOfTheWindow() throws IOException {
        Path file = whole();
        try (ReadRecords few = words(file, 7);
                ReadRecords many = words(file, 64);
                ReadRecords windows = words(file, 1)) {
            long[] spare = {};
            for (long at = 0, behind = 0; at < few.count(); at += few.windowRecords(at)) {
                long[] words = few.words(at, spare);
                assertWords(windows, words, at, few.windowRecords(at));
                if (behind < many.count()) {
                    assertWords(windows, many.words(behind, new long[0]), behind, many.windowRecords(behind));
                    behind += many.windowRecords(behind);
                }
                assertWords(windows, words, at, few.windowRecords(at));
                assertThat(spare.length == 0 || words == spare).isTrue();
                spare = words;
            }
        }
    }

    private static ReadRecords words(Path file, int windowRecords) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ContainerHeader header = ContainerReader.header(channel, file, BeatFormat.NUMBERED);
            return new ReadRecords(file, header.headerBytes(), 48, header.recordsIn(channel.size()), windowRecords,
                    true);
        }
    }

    private static void assertWords(ReadRecords windows, long[] words, long first, int records) {
        for (int r = 0; r < records; r++) {
            for (int w = 0; w < 6; w++) {
                assertThat(words[6 * r + w]).isEqualTo(windows.window(first + r).getLong(8 * w));
            }
        }
    }

    @Test
    void recordsWithoutASealAreUsedOnlyWhereTheyAreNumbered() throws IOException {
        Path file = dir.resolve("stopped.beat");
        BeatFormat.write(file, COUNT, BLOCK, false);
        Found numbered = check(file, BeatFormat.NUMBERED);
        assertThat(numbered.intact).isEqualTo(new Intact(SEALED, 50, 0, null, null));
        assertFirst(numbered.beats, COUNT);
        Found unnumbered = check(file, BeatFormat.UNNUMBERED);
        assertThat(unnumbered.intact).isEqualTo(new Intact(SEALED, 0, 50, null, null));
        assertFirst(unnumbered.beats, 1000);
    }

    /** Space that was allocated ahead is not damage; more records behind it are. */
    @Test
    void zerosAreTheEndOnlyWhereNothingFollows() throws IOException {
        Path file = dir.resolve("stopped.beat");
        BeatFormat.write(file, COUNT, BLOCK, false);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length + 100_000));
        assertThat(check(file, BeatFormat.NUMBERED).intact).isEqualTo(new Intact(SEALED, 50, 0, null, null));
        Found found = check(file, BeatFormat.NUMBERED);
        Arrays.fill(bytes, at(found, SEALED + 10), at(found, SEALED + 12), (byte) 0);
        Files.write(file, bytes);
        Found hole = check(file, BeatFormat.NUMBERED);
        assertThat(hole.intact.damage().fault()).isEqualTo(Fault.HOLE);
        assertThat(hole.intact.damage().offset()).isEqualTo(at(found, SEALED + 10));
        assertThat(hole.intact.used()).isEqualTo(SEALED);
        assertThat(hole.intact.refused()).isEqualTo(10);
        assertFirst(hole.beats, 1000);
    }

    @Test
    void recordsWithoutASealThatDoNotFollowAreNotUsed() throws IOException {
        Path file = dir.resolve("stopped.beat");
        BeatFormat.write(file, COUNT, BLOCK, false);
        byte[] bytes = Files.readAllBytes(file);
        Found before = check(file, BeatFormat.NUMBERED);
        bytes[at(before, SEALED + 20) + 24] ^= 1;
        Files.write(file, bytes);
        Found found = check(file, BeatFormat.NUMBERED);
        assertThat(found.intact.damage().fault()).isEqualTo(Fault.SEQUENCE);
        assertThat(found.intact.used()).isEqualTo(SEALED);
        assertThat(found.intact.refused()).isEqualTo(50);
        assertFirst(found.beats, 1000);
    }

    @Test
    void aBlockThatIsMissingOrStandsTwiceIsNoticed() throws IOException {
        Path file = whole();
        byte[] bytes = Files.readAllBytes(file);
        Found whole = check(file, BeatFormat.NUMBERED);
        int first = at(whole, BLOCK + 1);
        int second = at(whole, 2 * (BLOCK + 1));
        byte[] missing = join(Arrays.copyOf(bytes, first), Arrays.copyOfRange(bytes, second, bytes.length));
        byte[] twice = join(Arrays.copyOf(bytes, second), Arrays.copyOfRange(bytes, first, bytes.length));
        for (ContainerFormat format : new ContainerFormat[]{BeatFormat.NUMBERED, BeatFormat.UNNUMBERED}) {
            Found gap = check(Files.write(file, missing), format);
            assertThat(gap.intact.damage().fault()).isEqualTo(Fault.SEAL_NUMBER);
            assertThat(gap.intact.used()).isEqualTo(BLOCK + 1);
            Found repeat = check(Files.write(file, twice), format);
            assertThat(repeat.intact.damage().fault()).isEqualTo(Fault.SEAL_NUMBER);
            assertThat(repeat.intact.used()).isEqualTo(2 * (BLOCK + 1));
        }
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    @Test
    void eachKindOfDamageHasItsName() throws IOException {
        Path file = whole();
        byte[] bytes = Files.readAllBytes(file);
        Found whole = check(file, BeatFormat.NUMBERED);
        int seal = at(whole, BLOCK);
        int end = at(whole, SEALED + 51);
        assertThat(mutant(bytes, at(whole, 150) + 40)).isEqualTo(Fault.BLOCK_CHECKSUM);
        assertThat(mutant(bytes, seal + 1)).isEqualTo(Fault.SEAL_CHECKSUM);
        assertThat(mutant(bytes, end + 4)).isEqualTo(Fault.TRAILER_LENGTH);
        assertThat(mutant(bytes, end + 48 + 3)).isEqualTo(Fault.TRAILER_CHECKSUM);
        byte[] kind = bytes.clone();
        kind[at(whole, 120)] = 6;
        assertThat(fault(kind)).isEqualTo(Fault.KIND);
        byte[] negative = bytes.clone();
        negative[at(whole, 120) + 15] = -1;
        assertThat(fault(negative)).isEqualTo(Fault.RECORD);
        byte[] unsealed = bytes.clone();
        unsealed[at(whole, SEALED + 50)] = BeatFormat.BEAT;
        assertThat(fault(unsealed)).isEqualTo(Fault.END_WITHOUT_SEAL);
        byte[] moved = join(Arrays.copyOf(bytes, at(whole, 150)),
                Arrays.copyOfRange(bytes, at(whole, 151), bytes.length));
        assertThat(fault(moved)).isEqualTo(Fault.SEAL_COVERS);
    }

    private Fault mutant(byte[] good, int at) throws IOException {
        byte[] bytes = good.clone();
        bytes[at] ^= 1;
        return fault(bytes);
    }

    private Fault fault(byte[] bytes) throws IOException {
        return check(Files.write(dir.resolve("mutant.beat"), bytes), BeatFormat.NUMBERED).intact.damage().fault();
    }

    /** Each mutant is refused in words, or gives a beginning of the original. */
    @Test
    void aThousandMutants() throws IOException {
        byte[] good = Files.readAllBytes(whole());
        SplittableRandom random = new SplittableRandom(20260201);
        int refused = 0;
        int damaged = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] bytes = i % 5 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            for (int n = random.nextInt(1, 4); n > 0 && i % 5 != 0; n--) {
                int range = i % 2 == 0 ? 256 : bytes.length;
                bytes[(i % 4 == 0 ? bytes.length - range : 0)
                        + random.nextInt(range)] ^= (byte) (1 << random.nextInt(8));
            }
            Path file = Files.write(dir.resolve("mutant.beat"), bytes);
            ContainerFormat format = i % 3 == 0 ? BeatFormat.UNNUMBERED : BeatFormat.NUMBERED;
            try {
                Found found = check(file, format);
                assertFirst(found.beats, found.beats.numbers.size());
                damaged += found.intact.damage() != null ? 1 : 0;
                if (found.intact.complete()) {
                    assertThat(found.beats.numbers).hasSize(COUNT);
                }
                assertThat(format.numbered() || found.intact.unsealed() == 0).isTrue();
            } catch (RunbenchException e) {
                refused++;
                assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
                assertThat(e.getMessage()).contains("mutant.beat").containsPattern("byte \\d+");
                assertThat(e.remedy()).isPresent();
            }
        }
        assertThat(refused).isGreaterThan(50);
        assertThat(damaged).isGreaterThan(300);
    }

    @Test
    void headersAreCheckedBeforeTheyAreBelieved() throws IOException {
        byte[] good = Files.readAllBytes(whole());
        refused(new byte[10], "beat file header of 64 bytes");
        byte[] magic = good.clone();
        magic[2] = 'X';
        refused(magic, "magic \"RUNBEAT\\n\"");
        refused(header(good, 8, 8), "version 8");
        refused(header(good, 16, 40), "beats of 40 bytes");
        refused(header(good, 12, 65), "multiple of 64");
        refused(header(good, 12, 1 << 20), "cut off inside its header");
        refused(header(good, 44, 1), "metadata");
        refused(header(good, 40, 15), "the checksum of the metadata");
    }

    private static byte[] header(byte[] good, int field, int value) {
        byte[] bytes = good.clone();
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(field, value);
        header.putInt(60, (int) ContainerFormat.crc32c(bytes, 60));
        return bytes;
    }

    private void refused(byte[] bytes, String words) throws IOException {
        Path file = Files.write(dir.resolve("refused.beat"), bytes);
        assertThatThrownBy(() -> check(file, BeatFormat.NUMBERED)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("refused.beat")
                .hasMessageContaining(words);
    }

    /** A block that is larger than the writer's buffer has one seal all the same. */
    @Test
    void blocksMayBeLargerThanTheWritersBuffer() throws IOException {
        Path file = dir.resolve("large.beat");
        BeatFormat.write(file, 30_000, 20_000, true);
        Found found = check(file, BeatFormat.NUMBERED);
        assertThat(found.intact.complete()).isTrue();
        assertFirst(found.beats, 30_000);
    }
}
