package runbench.cli.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.align.log.CtfTrace;
import runbench.align.log.LogReading;
import runbench.align.log.OtlpLog;
import runbench.align.log.OtlpLog.OtlpResult;
import runbench.align.log.ShivizLog;
import runbench.align.perfetto.PerfettoLog;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.cli.log.LogOptions.LogPlaces;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.cli.output.WrittenFile;
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
        "  csv       a table, as runbench log merge --csv prints it", "  otlp-traces, otlp-logs, otlp-metrics",
        "            OTLP/JSON lines for an OpenTelemetry collector: spans, events, counter values",
        "  ctf2      a folder in the Common Trace Format 2 (Babeltrace 2.1, Trace Compass)"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written",
                "2:no such log, logs in the time of different references, or nothing that the format can express"},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench log export results/log/ring --format perfetto -o ring.pftrace",
                "  runbench log export RUN --format shiviz -o ring.shiviz.log",
                "  runbench log export RUN --format otlp-traces -o spans.jsonl"})
public final class LogExportCommand implements Callable<Integer> {
    @Mixin
    private LogPlaces places;

    /** The program that reads the file. */
    enum Reader {
        PERFETTO("perfetto"), SHIVIZ("shiviz"), CSV("csv"), OTLP_TRACES("otlp-traces", OtlpLog.Signal.TRACES),
        OTLP_LOGS("otlp-logs", OtlpLog.Signal.LOGS), OTLP_METRICS("otlp-metrics", OtlpLog.Signal.METRICS), CTF2("ctf2");

        private final String word;
        /** Null if the format is not OTLP. */
        private final OtlpLog.Signal signal;

        Reader(String word) {
            this(word, null);
        }

        Reader(String word, OtlpLog.Signal signal) {
            this.word = word;
            this.signal = signal;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    @Option(names = "--format", paramLabel = "FORMAT", required = true, order = 1,
            description = "${COMPLETION-CANDIDATES}.")
    private Reader to;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, order = 30,
            description = "File to write; the folder of ctf2.")
    private Path output;

    @Mixin
    private PrintedOptions printed;

    private final List<String> formatRemarks = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        LogReading log = places.read();
        MergeReport report = merged(log);
        List<String> remarks = remarks(log, report);
        printed.print(OutputFormat.EXPORT, () -> result(report).noting(remarks), out -> {
            LogText.print(report, log.axis(), out);
            remarks.forEach(r -> out.println("note: " + r));
            out.println(output);
        });
        return 0;
    }

    private MergeReport merged(LogReading log) throws IOException {
        try (Terminal terminal = printed.terminal()) {
            return write(log.sources(), terminal.start("writing", " events"));
        }
    }

    private List<String> remarks(LogReading log, MergeReport report) {
        List<String> remarks = new ArrayList<>(log.remarks());
        remarks.addAll(formatRemarks);
        if (to == Reader.SHIVIZ && report.events() > ShivizLog.MOST_EVENTS) {
            remarks.add("ShiViz is made for a few thousand events, not %,d: log fewer events, or export to Perfetto"
                    .formatted(report.events()));
        }
        return remarks;
    }

    private WrittenFile result(MergeReport r) {
        return WrittenFile.of(output)
                .with("events", r.events())
                .with("matched", r.matched())
                .with("reversed_as_recorded", r.reversedRaw())
                .with("reversed", r.reversed())
                .with("beyond_bounds", r.beyond())
                .with("impossible", r.impossible())
                .with("unmatched", r.unmatched())
                .with("ambiguous_ids", r.ambiguous())
                .with("shifted", r.shifted());
    }

    private MergeReport otlp(OtlpResult result) {
        if (result.unfinished() > 0) {
            formatRemarks.add("%,d spans have no end: they end at the last event, with the attribute unfinished"
                    .formatted(result.unfinished()));
        }
        if (result.endsWithout() > 0) {
            formatRemarks.add("%,d ends of spans have no begin, and are left out".formatted(result.endsWithout()));
        }
        return result.merge();
    }

    private MergeReport write(List<LogSource> sources, Progress progress) throws IOException {
        if (to == Reader.PERFETTO) {
            return PerfettoLog.write(sources, output, progress);
        }
        if (to == Reader.CTF2) {
            return CtfTrace.write(sources, output, progress);
        }
        return OutputFile.produceText(output, out -> {
            if (to == Reader.SHIVIZ) {
                return LogMerge.causal(sources, new ShivizLog(sources, out), progress);
            }
            if (to.signal != null) {
                return otlp(OtlpLog.write(to.signal, sources, out, progress));
            }
            try (LogTable table = LogTable.csv(out, true)) {
                return LogMerge.causal(sources, table, progress);
            }
        });
    }
}
