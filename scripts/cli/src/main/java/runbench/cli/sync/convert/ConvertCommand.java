package runbench.cli.sync.convert;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.align.clock.RecordedStamps;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RunName;
import runbench.sync.convert.ConversionTally;
import runbench.sync.convert.StampConversion;
import runbench.sync.convert.StampConversion.ConversionOptions;
import runbench.sync.convert.StampUnit;
import runbench.sync.model.Chain;
import runbench.sync.model.ModelFiles;
import runbench.sync.model.NodeChains;
import runbench.sync.model.NodeModel;

/** {@code runbench sync convert}: converts time stamps to the time of the reference. */
@Command(name = "convert", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Converts time stamps of nodes to the time of the reference, each with its error.",
        "Reads a CSV with a header (--column names the stamps), one stamp per line, or a run's recording. "
                + "Adds ref_ns, err_stat_ns, ref_lo_ns, ref_hi_ns and how: interpolated, predicted, expired (the "
                + "error may exceed the tolerance of the model) or stepped (two windows contradict each other; the "
                + "bounds cover both, without guarantee).",
        "err_stat_ns is empty for a window of fewer than 3 bursts. The bounds assume that no clock "
                + "changes its rate by more than wander_ppm of its model between and beyond windows."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync convert --clock-model node1.model.json --column time_ns events.csv > events.ref.csv",
                "  runbench sync convert --clock-model clocks/ --node-column host --column time_ns all.csv      many "
                        + "nodes in one table",
                "  runbench sync convert --clock-model node1.model.json --unit ticks --column tsc events.csv     "
                        + "readings of rb_tsc()",
                "  runbench sync convert --clock-model clocks/ --node node1 results/403.gcc/20260131T021011Z     "
                        + "samples in the reference's time",
                "  runbench sync convert --clock-model node1.model.json --clock-model gateway.model.json --stamp "
                        + "1700000000123456789",
                "  runbench sync convert --clock-model node1.model.json --utc --stamp 1700000000123456789"})
public final class ConvertCommand implements Callable<Integer> {
    @Option(names = "--clock-model", paramLabel = "FILE",
            description = "The node's model, or a folder with models; repeat for gateways, from the node upwards, "
                    + "or for many nodes.")
    private List<Path> models = List.of();

    @Option(names = "--node", paramLabel = "NAME",
            description = "The node of these stamps, if --clock-model holds several models.")
    private String node;

    @Option(names = "--node-column", paramLabel = "NAME",
            description = "Column with the node of each stamp, which selects its model. Stamps of the reference stay "
                    + "unchanged.")
    private String nodeColumn;

    @Option(names = "--column", paramLabel = "NAME", description = "Column with stamps; default: one stamp per line.")
    private String column;

    @Option(names = "--unit", paramLabel = "UNIT", defaultValue = "ns",
            description = "Unit of the stamps: ns (default), s, or ticks: readings of the counter (rb_tsc()), "
                    + "which the model converts with its frequency.")
    private StampUnit unit;

    @Option(names = "--stamp", split = ",", paramLabel = "STAMP", description = "Stamps instead of a file.")
    private List<String> stamps;

    @Option(names = "--utc",
            description = "Give UTC instead of the time of the reference, with the offset that its time service "
                    + "reported "
                    + "during the windows. The error of that service is added to err_stat_ns, and its bound to the "
                    + "interval. Columns are utc_ns, utc_lo_ns, utc_hi_ns.")
    private boolean utc;

    @Option(names = "--skip-bad",
            description = "Skip malformed and empty stamps (in a table: leave the new cells empty), and report "
                    + "their number, instead of failing.")
    private boolean skipBad;

    @Mixin
    private JsonOption printed;

    @Parameters(arity = "0..1", paramLabel = "FILE",
            description = "CSV, bare stamps, a recording, or a run: " + RunName.FORMS + "; default: standard input.")
    private String source;

    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (models.isEmpty()) {
            throw RunbenchException.badInput("no model of a clock is named")
                    .remedy("add --clock-model NODE.model.json");
        }
        file = source == null ? null : path(source);
        List<NodeModel> read = ModelFiles.read(models);
        // The writer of the command line would flush each line.
        PrintWriter told = spec.commandLine().getOut();
        PrintWriter out = new PrintWriter(new BufferedWriter(told, 1 << 16));
        if (nodeColumn != null && column == null) {
            throw RunbenchException.badInput("--node-column " + nodeColumn + ": --column is missing")
                    .remedy("Add --column time_ns");
        }
        ConversionOptions options = new ConversionOptions(unit, utc, skipBad, printed.isJson());
        ConversionTally tally;
        if (file != null && RecordedStamps.isRecording(file)) {
            tally = RecordedStamps.convert(file, read, node, utc, out);
        } else {
            StampConversion conversion = new StampConversion(options, out);
            if (stamps != null) {
                conversion.stamps("--stamp", stamps, chain(read));
            } else {
                file(conversion, read);
            }
            tally = conversion.tally();
        }
        out.flush();
        if (!printed.isQuiet()) {
            tally.warnings().forEach(spec.commandLine().getErr()::println);
        }
        // The stamps of other nodes are still converted.
        return tally.stampsWithoutModel().isEmpty() ? ExitCode.OK.code() : ExitCode.BAD_INPUT.code();
    }

    /** Returns the path of a file or a run. A text that names neither is the name of a missing file. */
    private static Path path(String text) {
        try {
            return new RunName().convert(text);
        } catch (RunbenchException e) {
            return Path.of(text);
        }
    }

    private void file(StampConversion conversion, List<NodeModel> read) throws IOException {
        String name = file == null ? "standard input" : file.toString();
        try (BufferedReader in = file == null
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : Files.newBufferedReader(file)) {
            if (nodeColumn != null) {
                conversion.table(name, in, column, nodeColumn, new NodeChains(read, utc));
            } else if (column != null) {
                conversion.table(name, in, column, chain(read));
            } else {
                conversion.lines(name, in, chain(read));
            }
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(file + ": no such file").causedBy(e);
        }
    }

    private Chain chain(List<NodeModel> read) {
        return ModelFiles.chain(read, node, utc);
    }
}
