package runbench.cli.results;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench batch}: what is done with a batch that has run; scripts/overnight runs one. */
@Command(name = "batch", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Batches of runs, as scripts/overnight makes them.", subcommands = BatchReportCommand.class,
        footerHeading = "%nExample:%n", footer = "  runbench batch report results/overnight/2026-11-22T01-00-00Z")
public final class BatchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
