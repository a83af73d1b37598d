package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.Repetitions;

class ComparisonMarkdownTest {
    @Test
    void aComparisonIsAVerdictAndATable() {
        List<String> lines = ComparisonMarkdown.text(MultipleComparison.of(List.of(ComparisonExamples.faster())))
                .lines()
                .toList();
        assertThat(lines.get(0))
                .matches("\\*\\*B is 1\\.03\\d \\(1\\.03\\d-1\\.03\\d\\) x as fast as A in wall time\\*\\*");
        assertThat(lines).contains("- A: `./solver-old --size 300`",
                "- 10 interleaved pairs, random order with seed 4711",
                "| geometric mean | A | B | B/A-1 % | 95 % interval | p\\* | verdict |",
                "| :--- | ---: | ---: | ---: | ---: | ---: | ---: |");
        assertThat(lines).filteredOn(l -> l.startsWith("| wall\\_s")).singleElement().asString().endsWith("| better |");
        assertThat(lines).filteredOn(l -> l.startsWith("|"))
                .allSatisfy(l -> assertThat(l.replace("\\|", "").chars().filter(c -> c == '|').count()).isEqualTo(8));
    }

    @Test
    void differencesPrecedeTheVerdict() {
        assertThat(ComparisonMarkdown.text(MultipleComparison.of(List.of(ComparisonExamples.elsewhere()))))
                .startsWith("- More than one thing differs between A and B")
                .contains("- kernel: A Linux 6.1.0-18-amd64 x86\\_64 with a long name, B Linux 6.1.0-21\n");
    }

    @Test
    void repeatedRunsAreATable() {
        String text = RepetitionsText.markdown(
                Repetitions.of("a|b", ComparisonExamples.runs("A", 3, 1, 0.01, 1, 0), "counted by x", List.of()));
        assertThat(text).startsWith("**3 runs of a\\|b: wall time ")
                .contains("|  | mean | +- 95 % | median | min | max | deviation |\n")
                .contains("| wall\\_s | ")
                .contains("- counted by x\n");
    }

    @Test
    void charactersOfMarkdownAreText() {
        assertThat(ComparisonMarkdown.escaped("a_b*c|d<e>`f`")).isEqualTo("a\\_b\\*c\\|d\\<e\\>\\`f\\`");
    }
}
