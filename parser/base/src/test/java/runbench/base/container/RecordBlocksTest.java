package runbench.base.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.container.RecordWindows.MappedRecords;

class RecordBlocksTest {
    private static final int HEADER = 64;

    @TempDir
    Path dir;

    /** Blocks lie across windows, the last one is not full, and a record may be wider than a block ought to be. */
    @ParameterizedTest
    @CsvSource({"11, 5000, 7", "7, 40000, 1000", "1, 600, 600", "4100, 9, 2"})
    void anyRecordInAnyOrderIsTheOneInTheFile(int words, int records, int perWindow) throws IOException {
        int width = words * Long.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + records * width).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; i < (long) records * words; i++) {
            bytes.putLong((int) (HEADER + i * Long.BYTES), value(i));
        }
        Path file = Files.write(dir.resolve("records"), bytes.array());
        try (FileChannel channel = FileChannel.open(file)) {
            RecordBlocks blocks = new RecordBlocks(
                    new MappedRecords(channel, HEADER, width, records, (long) perWindow * width));
            assertThat(blocks.words()).isEqualTo(words);
            Random random = new Random(7);
            for (int i = 0; i < 4 * records; i++) {
                int record = i < records ? i : random.nextInt(records);
                long[] block = blocks.block(record >>> blocks.shift());
                int at = (record & (1 << blocks.shift()) - 1) * words;
                assertThat(block[at]).isEqualTo(value((long) record * words));
                assertThat(block[at + words - 1]).isEqualTo(value((long) record * words + words - 1));
            }
        }
    }

    private static long value(long i) {
        return i * 0x9E3779B97F4A7C15L;
    }
}
