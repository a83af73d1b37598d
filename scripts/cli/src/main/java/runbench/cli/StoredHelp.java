package runbench.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import runbench.base.file.OutputFile;
import runbench.cli.option.RenamedOptions;
import runbench.cli.output.Terminal;

/**
 * The help that {@code scripts/runbench} prints before the first build. {@code scripts/lib/store-help} runs this
 * program to write it. Not a command.
 */
final class StoredHelp {
    static final String HELP = "help.txt";
    static final String COMPLETION = "completion.bash";

    /** Prefix of the line above the help of a command. */
    private static final String HEADING = "==== ";

    private StoredHelp() {
    }

    /** @param arguments output folder, and the file of the table of former names */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        OutputFile.write(folder.resolve(HELP), help().getBytes(StandardCharsets.UTF_8));
        OutputFile.write(folder.resolve(COMPLETION), completion().getBytes(StandardCharsets.UTF_8));
        OutputFile.write(Path.of(arguments[1]), RenamedOptions.page().getBytes(StandardCharsets.UTF_8));
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

    private static void append(StringBuilder text, String words, CommandLine command) {
        text.append(HEADING).append(words).append('\n').append(command.getUsageMessage(Ansi.OFF));
        text.append(HEADING).append(words).append(" -h\n").append(ShortHelp.of(command));
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            append(text, words + " " + below.getKey(), below.getValue());
        }
    }
}
