package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Font;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Printable;

class TextTest {
    private final Font font = Fonts.get().small;

    @Test
    void fittedTextFits() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            String text = words(random);
            double max = 5 + random.nextInt(300);
            String fitted = Text.fit(font, text, max);
            assertThat(Text.width(font, fitted)).isLessThanOrEqualTo(max);
            if (!fitted.equals(text) && !fitted.isEmpty()) {
                assertThat(fitted).endsWith("…");
                assertThat(text).startsWith(fitted.substring(0, fitted.length() - 1));
            }
        }
    }

    @Test
    void namesKeepTheirEnd() {
        String name = "benchmark-with-a-long-name.17";
        String fitted = Text.fitMiddle(font, name, 90);
        assertThat(Text.width(font, fitted)).isLessThanOrEqualTo(90);
        assertThat(fitted).startsWith("bench").contains("…").endsWith(".17");
        assertThat(Text.fitMiddle(font, name, 1000)).isEqualTo(name);
    }

    @Test
    void wrappedLinesFitAndKeepAllText() {
        Random random = new Random(8);
        for (int i = 0; i < 300; i++) {
            String text = Printable.line(words(random));
            List<String> lines = Text.wrap(font, text, 120, 1000);
            assertThat(lines).allSatisfy(l -> assertThat(Text.width(font, l)).isLessThanOrEqualTo(120));
            assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
        }
    }

    @Test
    void linesDoNotBreakInsideNumbersNorBeforeTheirUnits() {
        String text = "a run of 12.34 s with 1\u2009234\u2009567 samples at 100 ms, 37 % of 4,567 ms, and 123456789012345";
        for (int max = 220; max < 500; max++) {
            List<String> lines = Text.wrap(font, text, max, 1000);
            for (String line : lines.subList(0, lines.size() - 1)) {
                assertThat(line).as("lines of %d pixels", max).doesNotContainPattern("\\d$");
            }
        }
    }

    @Test
    void lastAllowedLineEndsWithAnEllipsis() {
        List<String> lines = Text.wrap(font, "word ".repeat(100), 100, 2);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).endsWith("…");
    }

    @Test
    void charactersInvalidInXmlAreEscaped() {
        assertThat(Printable.line("a\u0007b\nc\ud800d\uffff \ud83d\ude00"))
                .isEqualTo("a\\u0007b\\u000ac\\ud800d\\uffff \ud83d\ude00");
    }

    private static String words(Random random) {
        StringBuilder out = new StringBuilder();
        int n = 1 + random.nextInt(80);
        for (int i = 0; i < n; i++) {
            out.append(random.nextInt(7) == 0 ? " "
                    : random.nextInt(30) == 0 ? "\ud83d\ude00" : "" + (char) (33 + random.nextInt(90)));
        }
        return out.toString();
    }
}
