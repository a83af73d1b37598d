package runbench.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.OutputComparison.OutputResult;

/** Comparisons as Markdown with the tables of GitHub and GitLab: verdict, programs, numbers, notes. */
public final class ComparisonMarkdown {
    private ComparisonMarkdown() {
    }

    /** Returns the comparison of two programs, the comparisons of several, or a sweep. */
    public static String text(MultipleComparison m) {
        StringBuilder text = new StringBuilder();
        m.all().forEach(c -> text.append(list(reservations(c))));
        if (m.sweep() != null) {
            text.append(bold(SweepText.headline(m)));
        } else if (m.hasRanking()) {
            m.all().forEach(c -> text.append(bold(RatioText.verdict(c))));
        } else {
            text.append(bold(RatioText.headline(m.comparison())));
        }
        text.append(m.programs()
                .stream()
                .map(p -> "- " + escaped(p.name()) + ": " + code(p.label()) + "\n")
                .collect(Collectors.joining()));
        text.append(list(List.of(m.hasRanking() ? RankingText.design(m) : ComparisonText.design(m.comparison()))));
        text.append('\n');
        if (m.hasRanking()) {
            text.append(table(m.sweep() == null ? RankingText.ranking(m) : SweepText.rows(m)));
            if (!m.comparison().others().isEmpty()) {
                text.append('\n').append(table(RankingText.others(m)));
            }
            text.append('\n').append(list(RankingText.footnotes(m)));
        } else {
            text.append(table(ComparisonText.rows(m.comparison())));
            text.append('\n').append(list(ComparisonText.footnotes(m.comparison())));
        }
        return text.toString();
    }

    /** Returns what limits the verdict. */
    private static List<String> reservations(Comparison c) {
        List<String> lines = new ArrayList<>(c.failed());
        if (c.unintended()) {
            lines.add(RankingText.unintended(c));
            for (Difference d : c.differences()) {
                lines.add(d.name() + ": " + c.a().name() + " " + String.join(", ", d.a()) + ", " + c.b().name() + " "
                        + String.join(", ", d.b()));
            }
        }
        if (c.outputs() != null && c.outputs().result() == OutputResult.DIFFERENT) {
            lines.add(ComparisonText.outputs(c));
        }
        return lines;
    }

    private static String bold(String sentence) {
        return "**" + escaped(sentence) + "**\n\n";
    }

    private static String code(String text) {
        String fence = text.contains("`") ? "``" : "`";
        return fence + (text.startsWith("`") ? " " : "") + text.replace('\n', ' ') + (text.endsWith("`") ? " " : "")
                + fence;
    }

    /** Returns a list of sentences. */
    static String list(List<String> sentences) {
        return sentences.stream().map(s -> "- " + escaped(s) + "\n").collect(Collectors.joining());
    }

    /**
     * Returns a table, its first column left-aligned and the others right-aligned.
     *
     * @param rows the heading, then the rows; a short row is filled with empty cells
     */
    static String table(List<String[]> rows) {
        int columns = rows.get(0).length;
        String rule = "|" + IntStream.range(0, columns)
                .mapToObj(i -> i == 0 ? " :--- |" : " ---: |")
                .collect(Collectors.joining()) + "\n";
        return line(rows.get(0), columns) + rule
                + rows.stream().skip(1).map(row -> line(row, columns)).collect(Collectors.joining());
    }

    private static String line(String[] row, int columns) {
        return "|" + Arrays.stream(Arrays.copyOf(row, columns))
                .map(cell -> " " + (cell == null ? "" : escaped(cell.strip())) + " |")
                .collect(Collectors.joining()) + "\n";
    }

    /** Escapes characters that Markdown interprets inside a line or a cell. */
    static String escaped(String text) {
        return text.replaceAll("([\\\\`*_|<>\\[\\]~#])", "\\\\$1").replace('\n', ' ');
    }
}
