package runbench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import runbench.cli.option.SectionedOptions;

/** The text of {@code -h}: usage, the most used options with one line each, and one example. */
final class ShortHelp {
    /** A command with at most this many options shows all of them. */
    private static final int FEW_OPTIONS = 8;
    private static final int MAX_NAME_COLUMNS = 28;
    /** Between two sentences; "A ... -- B" is one. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[^.]\\.) (?=[A-Z\"-])");
    private static final Set<String> GENERAL = Set.of("--help", "--version");
    private static final Set<String> MOST_USED = Set.of("--analysis", "--around", "--chart", "--check", "--clock-model",
            "--column", "--csv", "--emulate", "--events", "--fail-if-worse", "--follow", "--for", "--format", "--from",
            "--hosts", "--ids", "--json", "--keep", "--last", "--launch", "--level", "--list", "--measure", "--metrics",
            "--no-chart", "--node", "--output", "--period", "--phase", "--pid", "--policy", "--precision", "--probe",
            "--processor", "--quick", "--quiet", "--repetitions", "--resume", "--run", "--same-clock", "--severity",
            "--slurm", "--store", "--svg", "--timeout", "--to", "--tolerance", "--tree", "--type", "--window");

    private final CommandLine line;
    private final CommandSpec spec;
    private final StringBuilder text = new StringBuilder();

    private ShortHelp(CommandLine line) {
        this.line = line;
        spec = line.getCommandSpec();
    }

    /** Returns whether a command line asks for short help: by -h, and not by --help. */
    static boolean isAskedBy(ParseResult parsed) {
        return parsed.originalArgs().stream().takeWhile(word -> !word.equals("--")).noneMatch("--help"::equals);
    }

    /** Returns the text for a command. */
    static String of(CommandLine line) {
        return new ShortHelp(line).text();
    }

    /** Returns the purpose of a command: its first sentence, without a list after a colon. */
    static String purpose(CommandSpec command) {
        return sentence(command.usageMessage().description()).replaceFirst("(?<=[a-z)])[.:]( .*)?$", "");
    }

    private String text() {
        boolean isRoot = spec.parent() == null;
        if (isRoot) {
            text.append(spec.usageMessage().header()[0]).append("\n\n");
        }
        text.append("Usage: ").append(usage()).append('\n');
        if (isRoot) {
            text.append('\n').append(TopCommands.groups());
        } else {
            add(sentence(spec.usageMessage().description()));
            table(rows());
            example();
        }
        text.append('\n')
                .append(isRoot ? "runbench COMMAND -h shows its options, runbench --help examples."
                        : spec.qualifiedName(" ") + " --help shows "
                                + (line.getSubcommands().isEmpty() ? "all options." : "more."))
                .append('\n');
        return text.toString();
    }

    private String usage() {
        if (spec.usageMessage().customSynopsis().length > 0) {
            return String.join("\n", spec.usageMessage().customSynopsis());
        }
        return Stream
                .of(Stream.of(spec.qualifiedName(" ")),
                        line.getSubcommands().isEmpty() ? Stream.of("[OPTIONS]") : Stream.of("COMMAND"),
                        spec.positionalParameters().stream().filter(p -> !p.hidden()).map(ShortHelp::label))
                .flatMap(words -> words)
                .collect(Collectors.joining(" "));
    }

    private static String label(PositionalParamSpec parameter) {
        String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
        return parameter.arity().min() > 0 ? label : "[" + label + "]";
    }

    /** Returns name and explanation of the shown options or commands. */
    private List<String[]> rows() {
        List<String[]> rows = new ArrayList<>();
        line.getSubcommands()
                .forEach((name, command) -> rows.add(new String[]{"  " + name,
                        String.join(" ", command.getCommandSpec().usageMessage().description())}));
        List<OptionSpec> options = spec.options()
                .stream()
                .filter(o -> !o.hidden() && !GENERAL.contains(o.longestName()))
                .sorted((a, b) -> Integer.compare(a.order(), b.order()))
                .toList();
        options.stream()
                .filter(o -> options.size() <= FEW_OPTIONS || MOST_USED.contains(o.longestName()))
                .forEach(o -> rows.add(new String[]{names(o), String.join(" ", o.description())}));
        return rows;
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? ""
                : option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : "=" + option.paramLabel();
        boolean isShort = option.shortestName().length() == 2;
        return (isShort ? "  " + option.shortestName() + ", " : "      ") + option.longestName() + value;
    }

    private void table(List<String[]> rows) {
        if (rows.isEmpty()) {
            return;
        }
        int column = Math.min(MAX_NAME_COLUMNS, rows.stream().mapToInt(r -> r[0].length()).max().orElse(0)) + 2;
        text.append('\n');
        for (String[] row : rows) {
            int gap = Math.max(2, column - row[0].length());
            text.append(row[0])
                    .append(" ".repeat(gap))
                    .append(shortened(plain(row[1]), line.getUsageHelpWidth() - row[0].length() - gap))
                    .append('\n');
        }
    }

    private void example() {
        String[] footer = spec.usageMessage().footer();
        if (footer.length > 0) {
            text.append("\nExample:\n").append(SectionedOptions.example(footer[0], line.getUsageHelpWidth()));
        }
    }

    /** Adds a text, wrapped between words. */
    private void add(String words) {
        text.append(SectionedOptions.wrapped(words, line.getUsageHelpWidth()));
    }

    private static String plain(String description) {
        return description.replace("%%", "%").replace("%n", " ");
    }

    private static String sentence(String[] description) {
        String all = plain(String.join(" ", description));
        return SENTENCE_END.split(all, 2)[0];
    }

    /** Returns the longest beginning of a text that fits and ends with a sentence or a clause. */
    static String shortened(String text, int columns) {
        String sentence = SENTENCE_END.split(text, 2)[0];
        String whole = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        if (whole.length() <= columns) {
            return whole;
        }
        int best = 0;
        for (String end : List.of("; ", ": ", " (", ", ")) {
            for (int at = whole.indexOf(end); at > 0 && at <= columns; at = whole.indexOf(end, at + 1)) {
                if (at > best && balanced(whole.substring(0, at))) {
                    best = at;
                }
            }
        }
        if (best > 0) {
            return whole.substring(0, best);
        }
        int space = whole.lastIndexOf(' ', Math.max(1, Math.min(columns - 3, whole.length() - 1)));
        return whole.substring(0, Math.max(1, space)) + "...";
    }

    private static boolean balanced(String text) {
        return text.chars().filter(c -> c == '(').count() == text.chars().filter(c -> c == ')').count();
    }
}
