package runbench.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import runbench.base.quantity.Durations;

/**
 * Former names of commands and options. They are accepted for one release, and help does not show them. A former option
 * is replaced by its new name before its value is read.
 */
public final class RenamedOptions {
    /** The former commands, with the words of the new ones. */
    public static final Map<String, List<String>> COMMANDS = new TreeMap<>(
            Map.of("roofline", List.of("machine", "roofline"), "bandwidth", List.of("machine", "bandwidth"),
                    "interference", List.of("schedule", "interference"), "profile", List.of("schedule", "profile")));

    /** The former options. */
    public static final List<RenamedOption> OPTIONS = List.of(
            same("--l1d", "--model", v -> "l1d=" + v, "run", "sample", "compare", "overnight", "gallery"),
            same("--no-plot", "--no-chart", "run", "sample", "cluster", "overnight", "gallery", "pas2p analyze"),
            same("--periods", "--period", "overnight", "gallery"), same("--run", "--repetitions", "compare"),
            same("--repeat", "--repetitions", "schedule run"), same("--runs", "--repetitions", "sync simulate drift"),
            same("--event", "--events", "plot"), same("--model", "--clock-model", "plot", "sync convert"),
            same("--model", "--contention-model", "schedule interference", "schedule simulate"),
            same("--policies", "--policy", "schedule run"),
            same("--seconds", "--for", RenamedOptions::seconds, "machine roofline", "machine bandwidth", "metrics"),
            same("--seconds", "--max-time", RenamedOptions::seconds, "list"),
            same("--each", "--for", RenamedOptions::seconds, "sync bench"),
            same("--hours", "--for", v -> withUnit(v, "h"), "sync simulate drift"),
            same("--nodes", "--hosts", "log run", "sync measure"),
            same("--start-with", "--launch", "log run", "sync measure"),
            same("--to", "--format", "export", "log export", "pas2p export"),
            same("--from", "--analysis", "pas2p predict"), same("--list", "--ids", "overnight", "gallery"),
            same("--occurrences", "--all-occurrences", "pas2p analyze"),
            same("--precision", "--float-precision", "machine roofline"), same("--traffic", "--udp-load", "sync bench"),
            same("--traffic", "--traffic-metric", "schedule profile"),
            same("--clock", "--clock-rate", "schedule profile"), same("--keep", "--store", "schedule profile"),
            same("--cpus", "--cpu-count", "schedule simulate", "schedule generate"),
            same("--programs", "--program-count", "schedule generate"),
            same("--window", "--window-quanta", "schedule simulate"));

    private final List<String> notes = new ArrayList<>();

    /**
     * A former name of an option.
     *
     * @param commands words of the commands that have it
     * @param former the former name
     * @param name the name
     * @param value converts a value of the former option into one of the option
     */
    public record RenamedOption(List<String> commands, String former, String name, UnaryOperator<String> value) {
        /** Returns the form of the new value, if it differs from that of the former one. */
        private String example() {
            String time = value().apply("20");
            String sizes = value().apply("SIZES");
            return time.equals("20") ? "" : " " + (sizes.equals("SIZES") ? time : sizes);
        }
    }

    private static RenamedOption same(String former, String name, String... commands) {
        return same(former, name, UnaryOperator.identity(), commands);
    }

    private static RenamedOption same(String former, String name, UnaryOperator<String> value, String... commands) {
        return new RenamedOption(List.of(commands), former, name, value);
    }

    private static String seconds(String value) {
        return withUnit(value, "s");
    }

    private static String withUnit(String value, String unit) {
        return Durations.lacksUnit(value) ? value.strip() + unit : value;
    }

    /** Adds the former options to a command and the commands below it. */
    public static RenamedOptions install(CommandLine line) {
        RenamedOptions renamed = new RenamedOptions();
        renamed.addTo(line);
        return renamed;
    }

    /**
     * Reads options that a command stored, which may have former names.
     *
     * @param command object with the options
     */
    public static void readStored(Object command, List<String> words) {
        CommandLine line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        install(line);
        line.parseArgs(words.toArray(String[]::new));
    }

    /** Returns one line for each former name on the command line. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns the page of the documentation that lists the former names. */
    public static String page() {
        StringBuilder page = new StringBuilder("""
                # Renamed options and commands

                The former names are accepted for one release. They print a note with the new name, and help \
                does not show \
                them.
                Times need a unit (`20s`); where a bare number of seconds was accepted, it still is for one release.

                | former | now | commands |
                |---|---|---|
                """);
        COMMANDS.forEach((former, words) -> page
                .append("| `runbench %s` | `runbench %s` | |%n".formatted(former, String.join(" ", words))));
        OPTIONS.forEach(o -> page.append("| `%s` | `%s` | %s |%n".formatted(o.former(), o.name() + o.example(),
                String.join(", ", o.commands()))));
        return page.toString();
    }

    private void addTo(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        String words = spec.qualifiedName(" ").replaceFirst("^runbench ", "");
        for (RenamedOption option : OPTIONS) {
            if (option.commands().contains(words)) {
                OptionSpec to = spec.optionsMap().get(option.name());
                spec.addOption(OptionSpec.builder(option.former())
                        .hidden(true)
                        .arity(to.arity().max() == 0 ? "0" : "1")
                        .type(String.class)
                        .preprocessor(new Replacement(option, to.arity().max() == 0))
                        .build());
            }
        }
        line.getSubcommands().values().forEach(this::addTo);
    }

    /** Replaces a former name and its value on the command line. */
    private final class Replacement implements IParameterPreprocessor {
        private final RenamedOption option;
        private final boolean isFlag;

        Replacement(RenamedOption option, boolean isFlag) {
            this.option = option;
            this.isFlag = isFlag;
        }

        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec former, Map<String, Object> info) {
            boolean hasValue = !isFlag && !args.isEmpty();
            String typed = hasValue ? " " + args.peek() : "";
            String replacement = option.name() + (hasValue ? "=" + option.value().apply(args.pop()) : "");
            notes.add(option.former() + typed + " is now " + replacement);
            args.push(replacement);
            return true;
        }
    }
}
