package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.cli.output.WrittenFile;
import runbench.measure.pas2p.TraceAnalysis;
import runbench.measure.pas2p.TraceImport;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TracePacking;
import runbench.pas2p.trace.TracePacking.Packed;
/** Commands that convert the files of a trace. */
final class TraceFileCommands {
    private TraceFileCommands() {
    }

    /** {@code runbench pas2p import}: traces that others wrote. */
    @Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Turns an OTF2, Paraver or CLOG-2 trace into one to analyse.",
                    "OTF2 is what Score-P and EZTrace write, Paraver what Extrae writes, CLOG-2 what MPE2 writes."},
            footerHeading = "%nExample:%n", footer = {"  runbench pas2p import scorep-run/traces.otf2 -o run1",
                    "  runbench pas2p import app.prv -o run1"})
    public static final class ImportCommand implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "An .otf2 anchor file, a .prv file or a .clog2 file.")
        private Path file;

        @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, order = 1,
                description = "Directory for the rank files.")
        private Path output;

        @Mixin
        private PrintedOptions printed;

        @Override
        public Integer call() throws IOException, InterruptedException {
            MpiTrace trace = TraceImport.run(file, output);
            printed.print(OutputFormat.EXPORT,
                    () -> WrittenFile.of(output)
                            .with("ranks", trace.ranks())
                            .with("sends", trace.sends())
                            .with("receives", trace.receives())
                            .with("collectives", trace.collectives()),
                    out -> out.printf("%s, %s, %s, %s; next: runbench pas2p analyze %s%n",
                            Units.counted(trace.ranks(), "rank"), Units.counted(trace.sends(), "send"),
                            Units.counted(trace.receives(), "receive"),
                            Units.counted(trace.collectives(), "collective"), output));
            return 0;
        }
    }

    /** {@code runbench pas2p export}: writes traces for other viewers and as tables. */
    @OptionSection("Output")
    @Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
            description = {"Writes a trace for another viewer, or its logical order as a table.",
                    "Tables are the logical trace and the parallel basic blocks of the PAS2P thesis, as CSV. Method "
                            + "and shares of phases concern the other formats only."},
            footerHeading = "%nExample:%n",
            footer = {"  runbench pas2p export run1 --format perfetto   to open in ui.perfetto.dev",
                    "  runbench pas2p export run1 --format paraver    trace.prv, .pcf and .row",
                    "  runbench pas2p export run1 --format logical    logical-trace.csv",
                    "  runbench pas2p export run1 --format blocks     blocks.csv, blocks-order.csv"})
    public static final class ExportCommand implements Callable<Integer> {
        @Parameters(paramLabel = "TRACE", arity = "1..*", description = AnalysisOptions.TRACE)
        private List<String> places;

        @Option(names = "--format", paramLabel = "FORMAT", required = true, order = 1,
                description = "perfetto (JSON of Chrome's trace viewer), paraver (.prv, .pcf, .row), logical (CSV: "
                        + "events in logical order) or blocks (CSV: parallel basic blocks, and their order; "
                        + "with a chart).")
        private TraceAnalysis.ExportFormat format;

        @Mixin
        private AnalysisOptions analysisOptions;

        @Option(names = {"-o", "--output"}, paramLabel = "FILE", order = 30,
                description = "Output file (default: trace.json, trace.prv, logical-trace.csv or blocks.csv in the "
                        + "first TRACE).")
        private Path output;

        @Mixin
        private PrintedOptions printed;

        @Override
        public Integer call() throws IOException {
            List<Path> traces = RunName.paths(places);
            Path file = output != null ? output : traces.get(0).resolve(format.usualName());
            long records;
            try (Terminal terminal = printed.terminal()) {
                records = analysisOptions.analysis(terminal).export(traces, format, file);
            }
            printed.print(OutputFormat.EXPORT, () -> WrittenFile.of(file).with("records", records),
                    out -> out.printf("%s written to %s%n", Units.counted(records, "record"), file));
            return 0;
        }
    }

    /** {@code runbench pas2p compress}: packs a trace. */
    @Command(name = "compress", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Packs the files of a trace in place, without loss.", "All commands read packed files."},
            footerHeading = "%nExample:%n", footer = {"  runbench pas2p compress run1",
                    "  runbench pas2p compress run1 --expand    restores the files byte for byte"})
    public static final class CompressCommand implements Callable<Integer> {
        @Parameters(paramLabel = "TRACE", converter = RunName.class, description = AnalysisOptions.TRACE)
        private Path directory;

        @Option(names = "--expand", order = 1, description = "Unpack packed files.")
        private boolean expand;

        @Mixin
        private PrintedOptions printed;

        @Override
        public Integer call() throws IOException {
            Packed packed;
            try (Terminal terminal = printed.terminal()) {
                packed = expand ? TracePacking.unpack(directory, terminal.start("expanding", "files"))
                        : TracePacking.pack(directory, terminal.start("packing", "files"));
            }
            printed.print(OutputFormat.PACKED_TRACE, packed::fields, out -> out.println(packed.text()));
            return 0;
        }
    }
}
