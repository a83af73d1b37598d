package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.pas2p.trace.TracePacking;
import runbench.pas2p.trace.TracePacking.Packed;

/** {@code runbench pas2p compress}: the same trace in less space. */
@Command(
        name = "compress",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Packs the rank files of a trace where they stand, without loss: every command reads them as before.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p compress run1             what repeats is stored once; exact times are what remains",
            "  runbench pas2p compress run1 --expand    the files as the program wrote them, to the byte"})
public final class CompressCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TRACE", description = "Directory of the trace.")
    private Path directory;

    @Option(names = "--expand", order = 1, description = "Make packed files what they were.")
    private boolean expand;

    @Option(names = "--json", order = 34, description = "Print what came of it as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Packed packed;
        try (Terminal terminal = Terminal.of(quiet)) {
            packed = expand ? TracePacking.unpack(directory, terminal.start("expanding", "files"))
                    : TracePacking.pack(directory, terminal.start("packing", "files"));
        }
        print(packed, spec.commandLine().getOut(), json, quiet);
        return 0;
    }

    static void print(Packed packed, PrintWriter out, boolean json, boolean quiet) {
        if (json) {
            out.println(PrintedJson.text(packed.fields()));
        } else if (!quiet) {
            out.println(packed.text());
        }
    }
}
