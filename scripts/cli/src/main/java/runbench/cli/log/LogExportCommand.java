package runbench.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.align.log.LogReading;
import runbench.align.log.ShivizLog;
import runbench.align.perfetto.PerfettoLog;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.cli.log.LogOptions.LogPlaces;
import runbench.cli.output.Terminal;
import runbench.report.text.LogText;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.eventlog.LogTable;

/** {@code runbench log export}: the merged events for other programs. */
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Writes the events of all nodes, in the order of runbench log merge, for another program:",
        "  perfetto  https://ui.perfetto.dev: one process per node, regions as slices, messages as arrows",
        "  shiviz    https://bestchai.bitbucket.io/shiviz: the causal order by messages (at most a few thousand "
                + "events); its parsing expression is",
        "            " + ShivizLog.EXPRESSION + "  (the file's first line)",
        "  csv       a table, as runbench log merge --csv prints it"}, exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "2:no such log, or logs in the time of different references"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench log export results/log/ring --to perfetto -o ring.pftrace",
                "  runbench log export RUN --to shiviz -o ring.shiviz.log"})
public final class LogExportCommand implements Callable<Integer> {
    @Mixin
    private LogPlaces places;

    /** The program that reads the file. */
    enum Reader {
        perfetto, shiviz, csv
    }

    @Option(names = "--to", paramLabel = "FORMAT", required = true, order = 1,
            description = "${COMPLETION-CANDIDATES}.")
    private Reader to;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, order = 30,
            description = "File to write.")
    private Path output;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        LogReading log = places.read();
        MergeReport report;
        try (Terminal terminal = Terminal.of(quiet)) {
            report = write(log.sources(), terminal.start("writing", " events"));
        }
        if (!quiet) {
            PrintWriter out = spec.commandLine().getOut();
            LogText.print(report, log.axis(), out);
            log.remarks().forEach(r -> out.println("note: " + r));
            if (to == Reader.shiviz && report.events() > ShivizLog.MOST_EVENTS) {
                out.printf("note: ShiViz is made for a few thousand events, not %,d: log fewer events, or export to "
                        + "Perfetto%n", report.events());
            }
            out.println(output);
        }
        return 0;
    }

    private MergeReport write(List<LogSource> sources, Progress progress) throws IOException {
        if (to == Reader.perfetto) {
            return PerfettoLog.write(sources, output, progress);
        }
        try {
            return OutputFile.produceText(output, out -> {
                if (to == Reader.shiviz) {
                    return LogMerge.causal(sources, new ShivizLog(sources, out), progress);
                }
                try (LogTable table = LogTable.csv(out, true)) {
                    return LogMerge.causal(sources, table, progress);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
