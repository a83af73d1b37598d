package runbench.cli.output;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Printable;

/** Prints failures as messages, and returns their exit codes. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** picocli's text about a word that is none of an enumeration; it prints the constants. */
    private static final Pattern NO_CONSTANT = Pattern
            .compile("expected one of \\[([A-Z_, ]+)] \\(case-insensitive\\) but was ");

    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
        RunbenchException known = ExceptionTranslator.translate(failure);
        PrintWriter err = line.getErr();
        print(known, err);
        if (System.getenv("RUNBENCH_DEBUG") != null) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            err.print(trace);
        }
        return known.exitCode().code();
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        if (failure.getCause() instanceof RunbenchException known) {
            print(known, err);
            return known.exitCode().code();
        }
        String message = NO_CONSTANT.matcher(String.valueOf(failure.getMessage()))
                .replaceFirst(
                        constants -> "must be one of " + constants.group(1).toLowerCase(Locale.ROOT) + "; it was ");
        err.println("runbench: " + Printable.lines(message));
        if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
            err.println("  -> " + line.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitCode.BAD_INPUT.code();
    }

    /** Prints a failure and its remedy. Control characters from files and programs are replaced. */
    public static void print(RunbenchException failure, PrintWriter err) {
        err.println("runbench: " + Printable.lines(String.valueOf(failure.getMessage())));
        failure.remedy().ifPresent(remedy -> err.println("  -> " + Printable.lines(remedy)));
    }
}
