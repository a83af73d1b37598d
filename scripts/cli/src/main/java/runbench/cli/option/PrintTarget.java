package runbench.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import runbench.base.file.OutputFile;

/**
 * The target of {@code --json} and {@code --csv}: standard output, or a file.
 *
 * @param file the file; null: standard output
 */
public record PrintTarget(Path file) {
    static final String STANDARD_OUTPUT = "-";

    /** Returns whether a command prints its result in a form that programs read. */
    public static boolean isChosen(CommandSpec command) {
        // Rows that a command prints while it runs have a file of their own, which is read as text.
        return command.options()
                .stream()
                .anyMatch(o -> o.getValue() != null && (o.type() == PrintTarget.class || o.longestName().equals("--csv")
                        || o.type() == String.class && o.longestName().equals("--markdown")));
    }

    /** Returns whether the value of such an option, read as text, is standard output; false for null. */
    public static boolean isStandardOutput(String value) {
        return STANDARD_OUTPUT.equals(value);
    }

    /** Returns the file in which a command prints its result; empty: standard output. */
    private static Optional<Path> of(CommandSpec command) {
        return command.options()
                .stream()
                .filter(o -> o.type() == PrintTarget.class)
                // A method reference would keep picocli's class out of the class-data archive.
                .map(o -> o.<PrintTarget>getValue())
                .filter(target -> target != null && target.file() != null)
                .map(PrintTarget::file)
                .findFirst();
    }

    /** Runs a command whose options have been read. Its output goes to the file of the target, if one is named. */
    public static int run(CommandLine line, ParseResult parsed) throws IOException {
        Optional<Path> file = of(line.getCommandSpec());
        if (file.isEmpty()) {
            return new RunLast().execute(parsed);
        }
        PrintWriter screen = line.getOut();
        try {
            return OutputFile.produceText(file.get(), content -> {
                line.setOut(new PrintWriter(content));
                try {
                    return new RunLast().execute(parsed);
                } finally {
                    line.getOut().flush();
                }
            });
        } finally {
            line.setOut(screen);
        }
    }

    /** Reads the name of a file. */
    public static final class Converter implements ITypeConverter<PrintTarget> {
        @Override
        public PrintTarget convert(String text) {
            return new PrintTarget(text.equals(STANDARD_OUTPUT) ? null : Path.of(text));
        }
    }

    /** {@code --json RUN} names a run, {@code --json=FILE} a file. */
    public static final class AttachedOnly implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            // The former form of some commands: --csv FILE.csv.
            boolean isFormer = !args.isEmpty() && args.peek().endsWith(".csv");
            if (" ".equals(info.get("separator")) && !isFormer) {
                args.push(STANDARD_OUTPUT);
            }
            return false;
        }
    }
}
