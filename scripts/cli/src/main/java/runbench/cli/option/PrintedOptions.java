package runbench.cli.option;

import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;

/** Options for the format of a result and for progress. */
public final class PrintedOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", order = 34, description = "Print the result as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35,
            description = "Print no messages of Runbench except errors; show no progress.")
    private boolean quiet;

    public Terminal terminal() {
        return Terminal.of(quiet);
    }

    /** Returns whether text is printed: neither {@code --json} nor {@code --quiet}. */
    public boolean words() {
        return !json && !quiet;
    }

    /** Prints the result: as JSON with {@code --json}, else as text unless {@code --quiet} is given. */
    public void print(OutputFormat format, Supplier<?> result, Consumer<PrintWriter> words) {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(format, result.get()));
        } else if (!quiet) {
            words.accept(out);
        }
    }
}
