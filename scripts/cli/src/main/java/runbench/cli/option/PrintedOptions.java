package runbench.cli.option;

import picocli.CommandLine.Option;
import runbench.cli.output.Terminal;

/** Options for the format of a result and for progress. */
public class PrintedOptions extends JsonOption {
    @Option(names = {"-q", "--quiet"}, order = 35,
            description = "Print no messages of Runbench except errors; show no progress.")
    private boolean quiet;

    public boolean isQuiet() {
        return quiet;
    }

    /** Returns the display of progress, which {@code --json} does not affect. */
    public Terminal terminal() {
        return Terminal.of(quiet);
    }

    /** Returns the display of progress of a command that shows none with {@code --json}. */
    public Terminal progress() {
        return Terminal.of(quiet || isJson());
    }

    @Override
    public boolean isText() {
        return super.isText() && !quiet;
    }
}
