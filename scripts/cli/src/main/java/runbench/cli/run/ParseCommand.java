package runbench.cli.run;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.output.Terminal;
import runbench.cli.run.RecordingOptions.WindowOptions;
import runbench.measure.PartAnalysis;
import runbench.measure.RunAnalysis;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunSummary;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.report.text.PrintedJson;
import runbench.report.text.SummaryText.PartText;
import runbench.report.text.FoldedText;
import runbench.report.text.SummaryText;

/** {@code runbench parse}: writes CSV, gnuplot files and the summary of a recording. */
@Command(name = "parse", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes samples.csv, gnuplot files and summary.json of a recording. Of a damaged recording the "
                + "intact part is used, and every output says so. With --from, --to or --phase it prints the "
                + "statistics of that part and writes no files.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench parse results/403.gcc/20260131T021011Z",
                "  runbench parse samples.rec -o /tmp/again --metrics page_fault_rate,cpu_utilisation",
                "  runbench parse results/403.gcc/20260131T021011Z --from 2s --to 2500ms      statistics of a part",
                "  runbench parse results/403.gcc/20260131T021011Z --phase B"})
public final class ParseCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RecordingOptions from;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Folder for the files (default: the folder of the recording).")
    private Path directory;

    @Mixin
    private WindowOptions window = new WindowOptions();

    @Option(names = "--strict", description = "Reject a damaged recording (exit code 2).")
    private boolean strict;

    @Override
    public Integer call() throws Exception {
        Recording recording = from.open();
        if (strict) {
            recording.requireIntact();
        }
        if (window.asked()) {
            return printPart(recording);
        }
        RunFolder to = RecordingOptions.folder(recording, directory);
        try (Terminal terminal = from.terminal()) {
            RunSummary summary = new RunAnalysis(terminal, recording, from.metrics(recording)).tables(to);
            RunRecord.recordCutOff(to);
            if (from.isJson()) {
                spec.commandLine().getOut().println(summary.toJson());
            } else if (!from.isQuiet()) {
                FoldedText.print(Terminal.outputColumns(), spec.commandLine().getOut(),
                        screen -> SummaryText.print(summary, screen));
                spec.commandLine().getOut().println("  files: " + to.path());
            }
        }
        return 0;
    }

    /** Rejects an output folder for a part of the run: its files would look like those of the whole run. */
    private int printPart(Recording recording) {
        if (directory != null) {
            throw RunbenchException
                    .badInput("-o " + directory
                            + ": --from, --to and --phase print the statistics of a part and write no files")
                    .remedy("leave -o out; --json prints them for programs");
        }
        try (Terminal terminal = from.terminal()) {
            PartSummary part = new PartAnalysis(terminal, recording, from.metrics(recording), null, window.from(),
                    window.to(), window.phase()).summary();
            if (from.isJson()) {
                spec.commandLine().getOut().println(PrintedJson.text(OutputFormat.PART, part));
            } else if (!from.isQuiet()) {
                PartText.print(part, spec.commandLine().getOut());
            }
        }
        return 0;
    }
}
