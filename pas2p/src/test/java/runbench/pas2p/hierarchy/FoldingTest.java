package runbench.pas2p.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that loops of known structure, written as letters, are found. */
class FoldingTest {
    /**
     * Returns the weight of each sequence of letters, with runs of a letter as one. Variants with an additional or
     * missing step are counted after a "~".
     */
    private static Map<String, Integer> weights(Folding folding) {
        Map<String, Integer> weights = new HashMap<>();
        for (int node = folding.forest.leaves(); node < folding.forest.size(); node++) {
            int symbol = folding.forest.symbol(node);
            if (folding.symbols.isSequence(symbol)) {
                String letters = Arrays.stream(folding.symbols.flat(symbol))
                        .mapToObj(s -> String.valueOf((char) s))
                        .collect(Collectors.joining());
                weights.merge((folding.forest.odd(node) ? "~" : "") + letters, 1, Integer::sum);
            }
        }
        return weights;
    }

    private static Folding fold(CharSequence text) {
        Folding folding = new Folding(text.chars().toArray(), 128);
        int at = 0;
        for (int root : folding.roots) {
            assertThat(folding.forest.start(root)).as("one begins where the other ends").isEqualTo(at);
            at = folding.forest.end(root);
        }
        assertThat(at).isEqualTo(text.length());
        return folding;
    }

    @Test
    void levelsOfIterationsThatDifferInLength() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("xyz");
        for (int i = 0; i < 50; i++) {
            for (char level = 'a'; level <= 'e'; level++) {
                text.append(String.valueOf(level).repeat(1 + random.nextInt(6)));
            }
            text.append('n');
        }
        Folding folding = fold(text);
        assertThat(weights(folding)).containsEntry("abcden", 50);
        assertThat(folding.roots).as("x, y, z, and the loop").hasSize(4);
    }

    @Test
    void loopsWithinLoops() {
        Random random = new Random(2);
        StringBuilder text = new StringBuilder();
        int steps = 0;
        int solves = 0;
        for (int t = 0; t < 30; t++) {
            int cycles = 2 + random.nextInt(4);
            for (int s = 0; s < cycles; s++, solves++) {
                int inner = 2 + random.nextInt(5);
                text.append("ab".repeat(inner)).append("aac");
                steps += inner;
            }
            text.append("de");
        }
        Map<String, Integer> weights = weights(fold(text + "f"));
        assertThat(weights).containsEntry("abac", solves).containsEntry("abacde", 30);
        assertThat(weights.getOrDefault("ab", 0)).isEqualTo(steps);
    }

    /** Checks a level that appears on the way down and on the way up: no letter has one neighbour only. */
    @Test
    void cyclesDownAndUpTheLevels() {
        String down = "aabbccdd";
        String up = "dcdcbcbabab";
        Map<String, Integer> weights = weights(fold("r" + (down + up + "n").repeat(40) + "q"));
        assertThat(weights.values()).contains(40);
        assertThat(weights.entrySet()
                .stream()
                .filter(e -> e.getKey().endsWith("n") || e.getKey().startsWith("n"))
                .mapToInt(Map.Entry::getValue)
                .max()).hasValue(40);
    }

    @Test
    void stepWithOutputIsAnOddPassage() {
        Folding folding = fold("i" + ("abc".repeat(10) + "o").repeat(12) + "f");
        assertThat(weights(folding)).containsEntry("abc", 120).containsEntry("abco", 12);
        assertThat(folding.roots).hasSize(3);
    }

    /** Checks additions that are in another place of each step: a step with an addition is still that step. */
    @Test
    void oddPhasesInsideStepsAreFound() {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("i");
        int odd = 0;
        for (int i = 0; i < 300; i++) {
            StringBuilder step = new StringBuilder("abcdefgh");
            if (i > 2 && random.nextInt(15) == 0) {
                step.insert(1 + random.nextInt(7), (char) ('o' + random.nextInt(4)));
                odd++;
            }
            text.append(step);
        }
        Folding folding = fold(text + "z");
        Map<String, Integer> weights = weights(folding);
        assertThat(odd).isGreaterThan(10);
        assertThat(weights).containsEntry("abcdefgh", 300 - odd).containsEntry("~abcdefgh", odd);
        assertThat(folding.roots).hasSize(3);
    }

    @Test
    void stepWithAMissingPartIsAnOddPassage() {
        Map<String, Integer> weights = weights(
                fold("i" + "abcdefgh".repeat(20) + "abcdfgh" + "abcdefgh".repeat(20) + "z"));
        assertThat(weights).containsEntry("abcdefgh", 40).containsEntry("~abcdefgh", 1);
    }

    /** Checks that a step with larger differences is another step. */
    @Test
    void anotherSolverIsNoOddStep() {
        Map<String, Integer> weights = weights(
                fold("i" + "abcdefgh".repeat(20) + "abxyzwgh" + "abcdefgh".repeat(20) + "z"));
        assertThat(weights.keySet()).noneMatch(k -> k.startsWith("~"));
    }

    @Test
    void randomStringHasFewLoops() {
        Random random = new Random(4);
        int[] string = IntStream.range(0, 20_000).map(i -> random.nextInt(600)).toArray();
        Folding folding = new Folding(string, 600);
        assertThat(folding.roots.length).isGreaterThan(19_000);
    }

    @Test
    void emptyAndShort() {
        assertThat(new Folding(new int[0], 0).roots).isEmpty();
        assertThat(fold("a").roots).hasSize(1);
        assertThat(fold("ab").roots).hasSize(2);
        assertThat(fold("aa").roots).hasSize(1);
    }
}
