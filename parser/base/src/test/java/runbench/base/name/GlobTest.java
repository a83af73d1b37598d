package runbench.base.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GlobTest {
    @Test
    void starsAndQuestionMarksMatchWholeNames() {
        assertThat(Glob.matches("sched_*", "sched_switch")).isTrue();
        assertThat(Glob.matches("cpu?", "cpu0")).isTrue();
        assertThat(Glob.matches("cpu?", "cpu")).isFalse();
        assertThat(Glob.matches("*", "")).isTrue();
        assertThat(Glob.matches("", "a")).isFalse();
        assertThat(Glob.matchesStars("a?c*", "abcd")).isFalse();
        assertThat(Glob.matchesStars("a?c*", "a?cd")).isTrue();
        assertThat(Glob.matchesStars("*\n", "one\ntwo\n")).isTrue();
    }

    @Test
    void shortPatternsMatchAsTheirRegularExpressionsDo() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String pattern = draw(random, "ab*?", 6);
            String name = draw(random, "ab", 8);
            assertThat(Glob.matches(pattern, name)).as(pattern + " " + name)
                    .isEqualTo(Pattern.matches(pattern.replace("*", ".*").replace("?", "."), name));
            String quoted = Arrays.stream(pattern.split("\\*", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*"));
            assertThat(Glob.matchesStars(pattern, name)).isEqualTo(Pattern.matches(quoted, name));
        }
    }

    @Test
    void fortyStarsDoNotHang() {
        String name = "a".repeat(100_000);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            assertThat(Glob.matches("*a".repeat(40) + "b", name)).isFalse();
            assertThat(Glob.matchesStars("a*".repeat(40) + "b", name)).isFalse();
            assertThat(Glob.matchesStars("a*".repeat(40), name)).isTrue();
            assertThat(Glob.matches("?*".repeat(40) + "b", name)).isFalse();
        });
    }

    private static String draw(Random random, String from, int most) {
        return random.ints(random.nextInt(most + 1), 0, from.length())
                .mapToObj(c -> from.substring(c, c + 1))
                .collect(Collectors.joining());
    }
}
