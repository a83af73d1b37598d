package runbench.cli.pas2p;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;

/** Commands of {@code runbench pas2p} as typed, with the output of the last one. */
final class Pas2pLine {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    /**
     * @return exit code; 99 if the failure is unknown to Runbench
     */
    int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = new CommandLine(new Pas2pCommand());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            err.append(failure.getMessage());
            return failure instanceof RunbenchException e ? e.exitCode().code() : 99;
        });
        return line.execute(args);
    }
}
