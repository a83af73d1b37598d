package runbench.cli.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.BatchPlanner;
import runbench.measure.batch.BatchReport;
import runbench.report.page.ShownBatch;

/** {@code runbench batch}: commands for a finished batch; scripts/overnight runs one. */
@Command(name = "batch", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Batches of runs, as scripts/overnight makes them.",
        subcommands = BatchCommand.BatchReportCommand.class, footerHeading = "%nExample:%n",
        footer = "  runbench batch report results/overnight/2026-11-22T01-00-00Z")
public final class BatchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code runbench batch report}: the page of a batch. */
    @Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Writes the page of a batch: failures first, then slowdowns relative to earlier batches, "
                    + "with the " + "recent history of each run.",
            footerHeading = "%nExamples:%n",
            footer = {"  runbench batch report                             the last batch",
                    "  runbench batch report results/overnight/20260131T021011Z --last 20",
                    "  runbench batch report NIGHT -o night.html --json"})
    public static final class BatchReportCommand implements Callable<Integer> {
        @Parameters(paramLabel = "BATCH", arity = "0..1",
                description = "A batch: its folder, batch@2 (the one before the last) or last (default: the last one "
                        + "of results/overnight/).")
        private String name;

        @Option(names = "--last", paramLabel = "N", defaultValue = "" + BatchReport.BATCHES,
                description = "Compare the last N batches, including this one (default: ${DEFAULT-VALUE}).")
        private int last;

        @Option(names = {"-o", "--output"}, paramLabel = "FILE",
                description = "The page (default: page.html in the batch's folder).")
        private Path file;

        @Mixin
        private JsonOption printed;

        @Override
        public Integer call() throws IOException {
            if (last < 1) {
                throw RunbenchException.badInput("--last " + last + ": this batch is one already")
                        .remedy("give 1 or more");
            }
            BatchFolder batch = BatchPlanner.begun(name == null ? null : new RunName().convert(name));
            Path to = file == null ? BatchReport.file(batch) : file;
            ShownBatch shown = BatchReport.write(batch, last, to);
            printed.print(OutputFormat.BATCH_REPORT, () -> shown, out -> out.println("page: " + to));
            return 0;
        }
    }
}
