package runbench.parser.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextSinkTest {
    private static final int VALUES = 1_000_000;

    private static String written(Consumer<TextSink> by) {
        StringWriter text = new StringWriter();
        try (TextSink sink = new TextSink(text)) {
            by.accept(sink);
        }
        return text.toString();
    }

    /** Returns numbers of all lengths, each power of ten and its neighbours, and the extreme ones. */
    private static long[] numbers() {
        SplittableRandom random = new SplittableRandom(7);
        long[] numbers = random.longs(VALUES).toArray();
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] >>= random.nextInt(64);
        }
        int at = 0;
        for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
            for (long value = power - 1; value <= power + 1; value++) {
                numbers[at++] = value;
                numbers[at++] = -value;
            }
        }
        numbers[at++] = Long.MAX_VALUE;
        numbers[at] = -Long.MAX_VALUE;
        return numbers;
    }

    @Test
    void writesNumbersAsLongToStringDoes() {
        long[] numbers = numbers();
        StringBuilder expected = new StringBuilder();
        for (long n : numbers) {
            expected.append(n).append('\n');
        }
        expected.append(Long.MIN_VALUE);

        assertThat(written(sink -> {
            for (long n : numbers) {
                sink.number(n);
                sink.character('\n');
            }
            sink.number(Long.MIN_VALUE);
        }).contentEquals(expected)).isTrue();
    }

    @Test
    void writesFractionsAsBigDecimalDoes() {
        long[] numbers = numbers();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < numbers.length; i++) {
            expected.append(BigDecimal.valueOf(numbers[i], 1 + i % 9).toPlainString()).append('\n');
        }

        assertThat(written(sink -> {
            for (int i = 0; i < numbers.length; i++) {
                sink.fixed(numbers[i], 1 + i % 9);
                sink.character('\n');
            }
        }).contentEquals(expected)).isTrue();
    }

    @Test
    void writesTextThatIsLongerThanItsBuffer() {
        String text = "é".repeat(1 << 18);
        assertThat(written(sink -> {
            sink.text("a");
            sink.text("");
            sink.text(text);
            sink.number(5);
        })).isEqualTo("a" + text + "5");
    }
}
