package runbench.pas2p.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The main loop of strings whose letters are phases. */
class LoopNestTest {
    private static Optional<LoopNest> nest(String text, IntToDoubleFunction secondsOfLetter) {
        Folding folding = new Folding(text.chars().toArray(), 128);
        double all = text.chars().mapToDouble(secondsOfLetter).sum();
        return LoopNest.of(folding,
                n -> text.substring(folding.forest.start(n), folding.forest.end(n))
                        .chars()
                        .mapToDouble(secondsOfLetter)
                        .sum() / all,
                leaf -> String.valueOf((char) leaf));
    }

    private static String loops(String text) {
        return nest(text, letter -> 1).map(LoopNest::text).orElse("none");
    }

    @Test
    void loopsAreNestedOutermostFirst() {
        assertThat(loops("xy" + ("aab".repeat(26) + "c").repeat(15) + "z")).isEqualTo("15 x (26 x (2 x a, b), c)");
        assertThat(loops("x" + ("a".repeat(10) + "b".repeat(10) + "cd").repeat(50)))
                .isEqualTo("50 x (10 x a, 10 x b, c, d)");
        assertThat(loops("uvw" + "abc".repeat(60) + "z")).isEqualTo("60 x (a, b, c)");
    }

    @Test
    void repeatedPhaseIsALoop() {
        assertThat(loops("x" + "b".repeat(11) + "cd")).isEqualTo("11 x b");
        assertThat(nest("x" + "b".repeat(11) + "cd", l -> 1).orElseThrow().passages()).isEqualTo(11);
        assertThat(loops("abbbc")).as("three equal neighbours").isEqualTo("none");
    }

    @Test
    void numbersThatDifferHaveNoMean() {
        String text = "x" + "a".repeat(2) + "bc" + ("a".repeat(100) + "bc").repeat(3);
        assertThat(loops(text)).doesNotContain("75.5").contains("100");
        assertThat(loops("x" + ("aab" + "aaaab" + "aaab" + "aaaaab" + "aab").repeat(4)))
                .isEqualTo("20 x (2 to 5 x a, b)");
    }

    @Test
    void mainLoopPrecedesALongerInitialisation() {
        String text = "i".repeat(6) + "x" + "abc".repeat(50) + "z";
        // The passages of the initialisation are slow: it takes 53 % of the time.
        assertThat(nest(text, l -> l == 'i' ? 30 : 1).map(LoopNest::text)).contains("50 x (a, b, c)");
    }

    @Test
    void randomStringsHaveNoMainLoop() {
        Random random = new Random(28);
        for (int i = 0; i < 300; i++) {
            int letters = 3 + random.nextInt(10);
            StringBuilder text = new StringBuilder();
            for (int k = 60 + random.nextInt(400); k > 0; k--) {
                text.append((char) ('a' + random.nextInt(letters)));
            }
            assertThat(loops(text.toString())).as(text.toString()).isEqualTo("none");
        }
    }
}
