package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.measure.pas2p.TraceImport;
import runbench.pas2p.trace.MpiTrace;

/** {@code runbench pas2p import}: traces that others wrote. */
@Command(name = "import", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Turns an OTF2 or Paraver trace into one to analyse.",
                "OTF2 is what Score-P and EZTrace write, Paraver what Extrae writes."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p import scorep-run/traces.otf2 -o run1", "  runbench pas2p import app.prv -o run1"})
public final class ImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "An .otf2 anchor file or a .prv file.")
    private Path file;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, order = 1,
            description = "Directory for the rank files.")
    private Path output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        MpiTrace trace = TraceImport.run(file, output);
        spec.commandLine()
                .getOut()
                .printf("%d ranks, %,d sends, %,d receives, %,d collectives; next: runbench pas2p analyze %s%n",
                        trace.ranks(), trace.sends(), trace.receives(), trace.collectives(), output);
        return 0;
    }
}
