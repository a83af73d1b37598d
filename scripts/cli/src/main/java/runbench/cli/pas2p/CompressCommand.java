package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.json.OutputFormat;
import runbench.cli.option.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.pas2p.trace.TracePacking.Packed;
import runbench.pas2p.trace.TracePacking;

/** {@code runbench pas2p compress}: packs a trace. */
@Command(name = "compress", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Packs the files of a trace in place, without loss.", "All commands read packed files."},
        footerHeading = "%nExample:%n", footer = {"  runbench pas2p compress run1",
                "  runbench pas2p compress run1 --expand    restores the files byte for byte"})
public final class CompressCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TRACE", description = "Directory of the trace.")
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
