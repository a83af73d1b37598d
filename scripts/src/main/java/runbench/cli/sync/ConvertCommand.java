package runbench.cli.sync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.parser.RunbenchException;
import runbench.sync.model.Chain;
import runbench.sync.model.Converted;
import runbench.sync.model.ModelFile;
import runbench.sync.model.StampTable;

/** {@code runbench sync convert}: a node's stamps in the reference's time. */
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Convert a node's time stamps to the reference's time, each with its error.",
            "Reads a CSV with a header (--column names the stamps) or one stamp a line; adds ref_ns, err_stat_ns, ref_lo_ns,"
                + " ref_hi_ns and how (interpolated, predicted, stepped)."},
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench sync convert --model node1.model.json --column time_ns events.csv > events.ref.csv",
            "  runbench sync convert --model node1.model.json --model gateway.model.json --stamp 1700000000123456789",
            "  runbench sync convert --model node1.model.json --utc --stamp 1700000000123456789"})
final class ConvertCommand implements Callable<Integer> {
    @Option(names = "--model", required = true, paramLabel = "FILE",
            description = "The node's model; repeat for gateways, from the node upwards.")
    private List<Path> models;

    @Option(names = "--column", paramLabel = "NAME", description = "Column with stamps in ns; default: one bare stamp a line.")
    private String column;

    @Option(names = "--stamp", split = ",", paramLabel = "NS", description = "Stamps instead of a file.")
    private List<Long> stamps;

    @Option(names = "--utc", description = "Times in UTC instead of the reference's: its offset as its own time service claimed it"
            + " during the windows, with that service's error added to err_stat_ns and its bound to the interval. Columns"
            + " are called utc_ns, utc_lo_ns, utc_hi_ns.")
    private boolean utc;

    @Option(names = "--json", description = "One JSON object a line instead of CSV (bare stamps only).")
    private boolean json;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Default: standard input.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Chain chain = new Chain(models.stream().map(ModelFile::read).toList(), utc);
        PrintWriter out = spec.commandLine().getOut();
        if (stamps != null) {
            header(out);
            stamps.forEach(stamp -> print(out, stamp, chain.toReference(stamp)));
            return 0;
        }
        String name = file == null ? "standard input" : file.toString();
        try (BufferedReader in = file == null
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)) : Files.newBufferedReader(file)) {
            if (column != null) {
                StampTable.convert(name, in, column, utc ? "utc" : "ref", chain, out);
            } else {
                header(out);
                convertLines(name, in, chain, out);
            }
        }
        out.flush();
        return 0;
    }

    private void convertLines(String name, BufferedReader in, Chain chain, PrintWriter out) throws IOException {
        int number = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            long stamp;
            try {
                stamp = Long.parseLong(line.strip());
            } catch (NumberFormatException e) {
                throw RunbenchException.badInput(name + ": line " + number + ": '" + line.strip() + "' is not a stamp in ns")
                        .remedy("For a CSV file name the column: --column time_ns").causedBy(e);
            }
            print(out, stamp, chain.toReference(stamp));
        }
    }

    private void header(PrintWriter out) {
        if (!json) {
            out.printf("node_ns,%1$s_ns,err_stat_ns,%1$s_lo_ns,%1$s_hi_ns,how%n", utc ? "utc" : "ref");
        }
    }

    private void print(PrintWriter out, long stamp, Converted c) {
        String form = json ? "{\"node_ns\":%2$d,\"%1$s_ns\":%3$d,\"err_stat_ns\":%4$.1f,\"%1$s_lo_ns\":%5$d,\"%1$s_hi_ns\":%6$d,\"how\":\"%7$s\"}%n"
                : "%2$d,%3$d,%4$.1f,%5$d,%6$d,%7$s%n";
        out.printf(Locale.ROOT, form, utc ? "utc" : "ref", stamp, c.refNanos(), c.errNanos(), StampTable.earliest(c), StampTable.latest(c),
                c.how().name().toLowerCase(Locale.ROOT));
    }
}
