package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.synthetic.PlantedTrace;

/**
 * Tests of killed ranks, truncated files, missing ranks and flipped bits: a message, and an analysis of the complete
 * beginning.
 */
@Tag("scenario")
@Tag("beside")
class DamagedTraceTest {
    private static final int RANKS = 4;

    @TempDir
    Path directory;
    private long intactEvents;

    @BeforeEach
    void plant() throws IOException {
        intactEvents = PlantedTrace.write(new PlantedTrace.Plan(RANKS, 12_000, 4, 3), directory).events();
    }

    private static PhaseAnalysis analyse(MpiTrace trace) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(analysis.sweep().events() + analysis.sweep().leftOut()).isEqualTo(trace.events());
        return analysis;
    }

    @Test
    void theIntactTraceIsComplete() {
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.complete()).isTrue();
        assertThat(trace.remarks()).isEmpty();
        assertThat(analyse(trace).sweep().events()).isEqualTo(intactEvents);
    }

    @Test
    void rankFileTruncatedAnywhereKeepsItsStart() throws IOException {
        Path file = TraceFormat.fileOf(directory, 2);
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(5);
        for (int i = 0; i < 40; i++) {
            int header = RankHeader.read(TraceFormat.fileOf(directory, 1)).headerBytes();
            int cut = header + random.nextInt(whole.length - header);
            Files.write(file, Arrays.copyOf(whole, cut));
            MpiTrace trace = MpiTrace.open(directory);
            PhaseAnalysis analysis = analyse(trace);
            assertThat(trace.complete()).isFalse();
            assertThat(trace.remarks()).hasSize(1).first().asString().contains("rank 2").contains(file.toString());
            assertThat(trace.eventsOf(2)).isLessThanOrEqualTo((cut - header) / 64);
            assertThat(analysis.sweep().unmatched()).isZero();
        }
    }

    /** Checks the file after kill -9: allocated space full of zeros follows the last record. */
    @Test
    void zerosAfterTheLastRecordAreTheEnd() throws IOException {
        Path file = TraceFormat.fileOf(directory, 0);
        byte[] whole = Files.readAllBytes(file);
        int header = RankHeader.read(file).headerBytes();
        byte[] killed = Arrays.copyOf(Arrays.copyOf(whole, header + 64 * 500), 1 << 18);
        Files.write(file, killed);
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.eventsOf(0)).isEqualTo(498);
        assertThat(trace.remarks().get(0)).contains("without MPI_Finalize");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().stoppedAt()).contains("wait for events that are not in the trace");
        assertThat(analysis.sweep().events()).isGreaterThan(4 * 400);
        assertThat(analysis.phases()).isNotEmpty();
    }

    @Test
    void aMissingRankIsNamed() throws IOException {
        Files.delete(TraceFormat.fileOf(directory, 1));
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.remarks()).containsExactly("rank 1 is missing: no readable file of it");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().stoppedAt()).isNotNull();
    }

    @Test
    void missingTraceIsReportedWithAdvice() {
        assertThatThrownBy(() -> MpiTrace.open(directory.resolve("nothing"))).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("nothing");
        Path empty = directory.resolve("empty");
        assertThatThrownBy(() -> {
            Files.createDirectory(empty);
            MpiTrace.open(empty);
        }).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.getMessage()).contains("no trace here");
            assertThat(e.remedy()).hasValueSatisfying(r -> assertThat(r).contains("runbench pas2p trace"));
        });
    }

    @Test
    void filesOfTwoRunsAreRefused() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(8, 100, 2, 3), directory.resolve("other"));
        assertThatThrownBy(() -> MpiTrace.open(directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("different runs");
    }

    @Test
    void mutatedFilesAreReadOrRejectedWithAMessage() throws IOException {
        Path file = TraceFormat.fileOf(directory, 3);
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(7);
        int noticed = 0;
        for (int i = 0; i < 75; i++) {
            byte[] mutated = whole.clone();
            int flips = 1 + random.nextInt(4);
            for (int f = 0; f < flips; f++) {
                // Half of the positions are near the beginning, where the header is.
                int at = random.nextInt(i % 2 == 0 ? mutated.length : 512);
                mutated[at] ^= (byte) (1 << random.nextInt(8));
            }
            if (i % 10 == 0) {
                mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length));
            }
            Files.write(file, mutated);
            try {
                MpiTrace trace = MpiTrace.open(directory);
                PhaseAnalysis analysis = analyse(trace);
                boolean remarked = !trace.remarks().isEmpty();
                noticed += remarked ? 1 : 0;
                if (!remarked) {
                    // A checksum covers every byte of header, records and trailer; it does not cover padding.
                    assertThat(analysis.sweep().events()).isEqualTo(intactEvents);
                }
            } catch (RunbenchException e) {
                noticed++;
                assertThat(e.getMessage()).contains("rank");
            }
        }
        assertThat(noticed).isGreaterThan(71);
    }

    private static List<byte[]> records(MpiTrace trace, int rank) {
        List<byte[]> records = new ArrayList<>();
        try (RecordCursor cursor = (RecordCursor) trace.cursor(rank)) {
            while (cursor.advanceAny()) {
                byte[] record = new byte[64];
                cursor.copyTo(ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN));
                records.add(record);
            }
        }
        return records;
    }

    /** Returns the bytes of the first {@code blocks} blocks with their seals, after the header. */
    private int sealedBytes(Path file, int blocks) {
        return RankHeader.read(file).headerBytes() + blocks * (TraceFormat.SEAL_RECORDS + 1) * 64;
    }

    /** Checks that an overwrite of the second half of a record and the first half of the next invalidates both. */
    @Test
    void recordsAfterTheLastValidChecksumAreNotUsedBeforeDamage() throws IOException {
        Path file = TraceFormat.fileOf(directory, 2);
        byte[] whole = Files.readAllBytes(file);
        int seal = sealedBytes(file, 1);
        Files.write(file, Arrays.copyOf(whole, seal));
        List<byte[]> intact = records(MpiTrace.open(directory), 2);
        long matched = analyse(MpiTrace.open(directory)).sweep().matched();
        Random random = new Random(11);
        for (int i = 0; i < 20; i++) {
            byte[] damaged = whole.clone();
            byte[] noise = new byte[64];
            random.nextBytes(noise);
            int at = seal + 64 * random.nextInt(TraceFormat.SEAL_RECORDS - 1) + 32;
            System.arraycopy(noise, 0, damaged, at, 64);
            Files.write(file, damaged);
            MpiTrace trace = MpiTrace.open(directory);
            assertThat(records(trace, 2)).usingElementComparator(Arrays::compare).containsExactlyElementsOf(intact);
            assertThat(analyse(trace).sweep().matched()).isEqualTo(matched);
            assertThat(trace.remarks()).hasSize(1)
                    .first()
                    .asString()
                    .contains("up to offset " + seal + " are used, where its last good checksum is")
                    .endsWith(String.format("the %,d bytes behind it are not used", whole.length - seal));
        }
    }

    /** Checks a killed rank whose last records are also damaged: no later damage reveals it. */
    @Test
    void partlyOverwrittenRecordInTheUnsealedTailIsNotUsed() throws IOException {
        Path file = TraceFormat.fileOf(directory, 1);
        byte[] whole = Files.readAllBytes(file);
        int seal = sealedBytes(file, 1);
        byte[] killed = Arrays.copyOf(Arrays.copyOf(whole, seal + 64 * 200), seal + (1 << 16));
        Files.write(file, killed);
        MpiTrace before = MpiTrace.open(directory);
        assertThat(before.remarks().get(0)).contains("no checksum vouches for the last 200 of them");
        assertThat(records(before, 1)).hasSize(TraceFormat.SEAL_RECORDS + 200);
        Random random = new Random(13);
        for (int i = 0; i < 20; i++) {
            byte[] damaged = killed.clone();
            byte[] noise = new byte[32];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, damaged, seal + 64 * random.nextInt(200) + 32, 32);
            Files.write(file, damaged);
            assertThat(records(MpiTrace.open(directory), 1)).hasSize(TraceFormat.SEAL_RECORDS);
        }
    }

    /**
     * Checks that records without a seal are counted, events or not: here a communicator, MPI_Init and three events.
     */
    @Test
    void recordsWithoutAChecksumAreCounted() throws IOException {
        Path file = TraceFormat.fileOf(directory, 1);
        byte[] whole = Files.readAllBytes(file);
        int header = RankHeader.read(file).headerBytes();
        Files.write(file, Arrays.copyOf(whole, header + 64 * 5));
        assertThat(MpiTrace.open(directory).remarks().get(0)).contains("its 3 events")
                .endsWith("no checksum vouches for the last 3 of them and for 2 other records");
        Files.write(file, Arrays.copyOf(whole, header + 64 * 2));
        assertThat(MpiTrace.open(directory).remarks().get(0)).contains("its 0 events")
                .doesNotContain("last good checksum")
                .endsWith("for 2 other records");
    }

    @Test
    void missingOrDuplicatedBlockIsDetectedByItsSealNumber() throws IOException {
        Path file = TraceFormat.fileOf(directory, 0);
        byte[] whole = Files.readAllBytes(file);
        int first = sealedBytes(file, 1);
        int second = sealedBytes(file, 2);
        byte[] missing = join(whole, 0, first, second, whole.length);
        byte[] twice = join(whole, 0, second, first, whole.length);
        Files.write(file, missing);
        assertThat(MpiTrace.open(directory).remarks()).hasSize(1)
                .first()
                .asString()
                .contains("has number 2 where 1 is due");
        assertThat(records(MpiTrace.open(directory), 0)).hasSize(TraceFormat.SEAL_RECORDS);
        Files.write(file, twice);
        assertThat(MpiTrace.open(directory).remarks()).hasSize(1)
                .first()
                .asString()
                .contains("has number 1 where 2 is due");
        assertThat(records(MpiTrace.open(directory), 0)).hasSize(2 * TraceFormat.SEAL_RECORDS);
    }

    private static byte[] join(byte[] bytes, int from, int to, int thenFrom, int thenTo) {
        byte[] joined = Arrays.copyOf(Arrays.copyOfRange(bytes, from, to), to - from + thenTo - thenFrom);
        System.arraycopy(bytes, thenFrom, joined, to - from, thenTo - thenFrom);
        return joined;
    }

    @Test
    void holeOfZerosIsNotTheEndOfAKilledRank() throws IOException {
        Path file = TraceFormat.fileOf(directory, 0);
        byte[] whole = Files.readAllBytes(file);
        int seal = sealedBytes(file, 1);
        Arrays.fill(whole, seal + 64 * 40, seal + 64 * 104, (byte) 0);
        Files.write(file, whole);
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.remarks()).hasSize(1).first().asString().contains("zeros at offset " + (seal + 64 * 40));
        assertThat(records(trace, 0)).hasSize(TraceFormat.SEAL_RECORDS);
    }
}
