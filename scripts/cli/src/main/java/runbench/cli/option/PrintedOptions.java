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

/** In which form a command prints its result, and whether it shows how far it is. */
public final class PrintedOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", order = 34, description = "Print the result as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35,
            description = "Print nothing of Runbench's own but errors; no progress.")
    private boolean quiet;

    public Terminal terminal() {
        return Terminal.of(quiet);
    }

    /** A person reads along: neither {@code --json} nor {@code --quiet}. */
    public boolean words() {
        return !json && !quiet;
    }

    /** The result as JSON where that was asked for, else in words unless it is to be quiet. */
    public void print(OutputFormat format, Supplier<?> result, Consumer<PrintWriter> words) {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(format, result.get()));
        } else if (!quiet) {
            words.accept(out);
        }
    }
}
