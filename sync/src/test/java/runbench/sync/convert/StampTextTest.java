package runbench.sync.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;

/** Numbers are written as Java writes them, and lines are read as Java reads them. */
class StampTextTest {
    @Test
    void writesNumbersAsJavaDoes() throws IOException {
        List<Long> numbers = new ArrayList<>(List.of(0L, 1L, 9L, 10L, 999_999_999L, 1_000_000_000L, 1_000_000_001L, -1L,
                -1_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE, 1_999_999_999L, 2_000_000_000L, 1_999_999_999L));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            numbers.add(random.nextLong() >> random.nextInt(64));
            numbers.add(1_795_000_000_000_000_000L + random.nextLong(3_000_000_000L));
        }
        StringBuilder written = new StringBuilder();
        StampText text = new StampText(written);
        StringBuilder expected = new StringBuilder();
        for (long number : numbers) {
            text.append(number).append('\n');
            expected.append(number).append('\n');
            text.flushIfLong();
        }
        text.flush();
        assertThat(written.toString()).isEqualTo(expected.toString());
    }

    @Test
    void writesAStampWithItsErrorAndBounds() throws IOException {
        StringBuilder written = new StringBuilder();
        StampText text = new StampText(written);
        PlacedStamp at = new PlacedStamp();
        at.set(1_795_000_000_000_000_000L, 10.26, -3.5, 7.5, How.INTERPOLATED);
        text.put(at);
        at.set(5, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, How.EXPIRED);
        text.append('\n').put(at);
        at.set(-5, 2e15, -1, 1, How.STEPPED);
        text.append('\n').put(at);
        text.flush();
        assertThat(written.toString())
                .isEqualTo("1795000000000000000,10.3,1794999999999999996,1795000000000000008,interpolated\n"
                        + "5,,-9223372036854775808,9223372036854775807,expired\n-5,2000000000000000.0,-6,-4,stepped");
    }

    @Test
    void readsLinesWithAnyLineEnd() throws IOException {
        String text = "1\n\n2\r\n3\r\r4\n\r" + "5".repeat(100_000) + "\r\nlast";
        StampLines lines = new StampLines(new StringReader(text));
        List<String> read = new ArrayList<>();
        while (lines.next()) {
            read.add(lines.line());
            assertThat(lines.number()).isEqualTo(read.size());
        }
        assertThat(read).isEqualTo(text.lines().toList());
    }
}
