package runbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import runbench.parser.ExitCode;
import runbench.parser.RunbenchException;

/** Turns whatever goes wrong into words for a person and the exit code for a script. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
        RunbenchException known = explain(failure);
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
        err.println("runbench: " + failure.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
            err.println("  -> " + line.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitCode.BAD_INPUT.code();
    }

    /** What failed, and what to type next. */
    public static void print(RunbenchException failure, PrintWriter err) {
        err.println("runbench: " + failure.getMessage());
        failure.remedy().ifPresent(remedy -> err.println("  -> " + remedy));
    }

    /** Known failures as they are; what the file system says in words; anything else is a defect, and says so. */
    public static RunbenchException explain(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof RunbenchException known) {
                return known;
            }
            if (t instanceof NoSuchFileException missing) {
                return RunbenchException.badInput("no such file: " + missing.getFile()).causedBy(failure);
            }
            if (t instanceof AccessDeniedException denied) {
                return RunbenchException.machine("permission denied: " + denied.getFile())
                        .remedy("write elsewhere with -o DIR, or: ls -ld " + denied.getFile()).causedBy(failure);
            }
            if (t instanceof FileSystemException fs) {
                return RunbenchException.machine(fs.getFile() + ": " + fs.getReason()).causedBy(failure);
            }
            if (t instanceof IOException && String.valueOf(t.getMessage()).contains("No space left on device")) {
                return RunbenchException.machine("no space left on the disk").remedy("make room (df -h), or write elsewhere with -o DIR")
                        .causedBy(failure);
            }
            if (t instanceof OutOfMemoryError) {
                return RunbenchException.machine("the Java heap is too small for this")
                        .remedy("RUNBENCH_JVM_OPTIONS=-Xmx8g runbench ...").causedBy(failure);
            }
        }
        return RunbenchException.of(ExitCode.MACHINE, "internal error: " + failure)
                .remedy("this is a defect of runbench; RUNBENCH_DEBUG=1 runbench ... shows where").causedBy(failure);
    }
}
