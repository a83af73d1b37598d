package runbench.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import runbench.base.file.OutputFile;
import runbench.cli.option.RenamedOptions;
import runbench.cli.output.Terminal;

/**
 * The help that {@code scripts/runbench} prints, without Java. {@code scripts/lib/store-help} runs this program to
 * write it. Not a command.
 */
final class StoredHelp {
    static final String HELP = "help.txt";
    static final String COMPLETION = "completion.bash";
    static final String COMMANDS = "commands.md";

    /** Prefix of the line above the help of a command. */
    private static final String HEADING = "==== ";

    private StoredHelp() {
    }

    /** @param arguments folder of the stored texts, and folder of the reference in the documentation */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        OutputFile.write(folder.resolve(HELP), help().getBytes(StandardCharsets.UTF_8));
        OutputFile.write(folder.resolve(COMPLETION), completion().getBytes(StandardCharsets.UTF_8));
        Path reference = Path.of(arguments[1]);
        OutputFile.write(reference.resolve("renamed-options.md"),
                RenamedOptions.page().getBytes(StandardCharsets.UTF_8));
        OutputFile.write(reference.resolve(COMMANDS), commandsPage().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the help of runbench and of every command below it, whole and short, each under a heading. */
    static String help() {
        StringBuilder text = new StringBuilder();
        append(text, "runbench", Main.commandLine(TopCommands.all()).setUsageHelpWidth(Terminal.DEFAULT_COLUMNS));
        return text.toString();
    }

    /** Returns the completion for bash. */
    static String completion() {
        return AutoComplete.bash("runbench", Main.commandLine(TopCommands.all())) + "\n";
    }

    /** Returns the page of the documentation that lists all commands, in the groups of the help. */
    static String commandsPage() {
        StringBuilder text = new StringBuilder("# Commands\n\nGenerated from the product by `scripts/lib/store-help`. ")
                .append("`runbench COMMAND --help` shows all options; `-h` shows the most used ones.\n");
        CommandLine all = Main.commandLine(TopCommands.all());
        String group = "";
        for (TopCommands.TopCommand command : TopCommands.listed()) {
            if (!command.group().equals(group)) {
                group = command.group();
                text.append("\n## ").append(group).append("\n\n| command | purpose |\n|---|---|\n");
            }
            row(text, command.name(), command.summary());
            rowsBelow(text, command.name(), all.getSubcommands().get(command.name()));
        }
        return text.toString();
    }

    private static void rowsBelow(StringBuilder text, String words, CommandLine command) {
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            CommandSpec spec = below.getValue().getCommandSpec();
            if (spec.usageMessage().hidden()) {
                continue;
            }
            row(text, words + " " + below.getKey(), ShortHelp.purpose(spec));
            rowsBelow(text, words + " " + below.getKey(), below.getValue());
        }
    }

    private static void row(StringBuilder text, String words, String purpose) {
        text.append("| `").append(words).append("` | ").append(purpose.replace("|", "\\|")).append(" |\n");
    }

    private static void append(StringBuilder text, String words, CommandLine command) {
        text.append(HEADING).append(words).append('\n').append(command.getUsageMessage(Ansi.OFF));
        text.append(HEADING).append(words).append(" -h\n").append(ShortHelp.of(command));
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            append(text, words + " " + below.getKey(), below.getValue());
        }
    }
}
