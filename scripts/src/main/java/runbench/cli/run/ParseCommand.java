package runbench.cli.run;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.measure.RunAnalysis;
import runbench.measure.RunFolder;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunSummary;
import runbench.report.text.SummaryText;

/** {@code runbench parse}: a recording to CSV, gnuplot files and summary. */
@Command(
        name = "parse",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Turns a recording into samples.csv, gnuplot files and summary.json. Of a damaged recording the "
                + "intact part is used, and every output says so.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench parse results/403.gcc/20260131T021011Z",
            "  runbench parse samples.rec -o /tmp/again --metrics page_fault_rate,cpu_utilisation"})
public final class ParseCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RecordingOptions from;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", description = "Folder for the files (default: beside the recording).")
    private Path directory;

    @Option(names = "--strict", description = "Reject a damaged recording (exit code 2).")
    private boolean strict;

    @Override
    public Integer call() throws Exception {
        Recording recording = from.open();
        if (strict) {
            recording.requireIntact();
        }
        RunFolder to = RecordingOptions.folder(recording, directory);
        try (Terminal terminal = from.terminal()) {
            RunSummary summary = new RunAnalysis(terminal, recording, from.metrics(recording)).tables(to);
            if (from.json) {
                spec.commandLine().getOut().println(summary.toJson());
            } else if (!from.quiet) {
                SummaryText.print(summary, spec.commandLine().getOut());
                spec.commandLine().getOut().println("  files: " + to.path());
            }
        }
        return 0;
    }
}
