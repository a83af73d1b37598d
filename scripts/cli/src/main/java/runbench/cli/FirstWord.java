package runbench.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.cli.option.RenamedOptions;

/**
 * The meaning of the first word of a command line: a command, a request for help, a benchmark, or a mistyped command. A
 * mistyped command must not count as a benchmark: the error would name its arguments instead of its name.
 */
public final class FirstWord {
    private static final List<String> GLOBAL_OPTIONS = List.of("-h", "--help", "-V", "--version");

    private FirstWord() {
    }

    /**
     * Returns the arguments in full form: {@code 403.gcc} becomes {@code run 403.gcc}, {@code help sync
     * measure} becomes {@code sync measure --help}.
     *
     * @throws RunbenchException exit code 2 where the word is a mistyped command
     */
    public static String[] interpret(String... args) {
        if (args.length > 0 && RenamedOptions.COMMANDS.containsKey(args[0])) {
            return renamed(args);
        }
        if (args.length == 0 || GLOBAL_OPTIONS.contains(args[0]) || TopCommands.has(args[0])) {
            return args;
        }
        if (args[0].equals("help")) {
            String[] words = Arrays.copyOfRange(args, 1, args.length);
            return help(Arrays.asList(
                    words.length > 0 && RenamedOptions.COMMANDS.containsKey(words[0]) ? renamed(words) : words));
        }
        if (!args[0].startsWith("-")) {
            rejectMistypedCommand(args);
        }
        return prepend("run", args);
    }

    private static String[] renamed(String[] args) {
        List<String> words = new ArrayList<>(RenamedOptions.COMMANDS.get(args[0]));
        words.addAll(Arrays.asList(args).subList(1, args.length));
        return words.toArray(String[]::new);
    }

    private static String[] help(List<String> words) {
        CommandLine command = Main.commandLine(words.isEmpty() ? TopCommands.all() : TopCommands.of(words.get(0)));
        List<String> path = new ArrayList<>();
        for (String word : words) {
            if (GLOBAL_OPTIONS.contains(word)) {
                continue;
            }
            Map<String, CommandLine> known = command.getSubcommands();
            command = known.get(word);
            if (command == null) {
                String of = String.join(" ", path);
                throw RunbenchException
                        .badInput("there is no command '" + word + "'" + (of.isEmpty() ? "" : " of '" + of + "'"))
                        .remedy(suggestion(word, visible(known),
                                "runbench " + (of.isEmpty() ? "" : of + " ") + "--help lists them"));
            }
            path.add(word);
        }
        path.add("--help");
        return path.toArray(String[]::new);
    }

    private static void rejectMistypedCommand(String[] args) {
        String word = args[0];
        List<String> arguments = Arrays.asList(args);
        boolean looksLikeACommand = !NearestNames.of(word, TopCommands.visible()).isEmpty() || arguments.contains("--");
        // Entries of further catalogues are unknown until the options are parsed.
        if (looksLikeACommand && arguments.stream().noneMatch(a -> a.startsWith("--catalogue")) && !isBenchmark(word)) {
            throw RunbenchException.badInput("'" + word + "' is neither a command nor a benchmark")
                    .remedy(suggestion(word, TopCommands.visible(),
                            "runbench --help lists the commands, runbench list the benchmarks"));
        }
    }

    private static boolean isBenchmark(String word) {
        return Catalogue.load(List.of()).knows(word);
    }

    private static String suggestion(String word, List<String> known, String fallback) {
        String near = NearestNames.didYouMean(word, known);
        return near.isEmpty() ? fallback : near + " " + fallback;
    }

    private static List<String> visible(Map<String, CommandLine> commands) {
        return commands.entrySet()
                .stream()
                .filter(e -> !e.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String[] prepend(String command, String[] args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add(0, command);
        return all.toArray(String[]::new);
    }
}
