package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.pas2p.ProgramOptions.SignedProgram;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.signature.SignatureFiles;
import runbench.report.text.SignatureText.MeasuredSignatureText;

/**
 * {@code runbench pas2p signature run}: measures a signature by running the program up to the last occurrence wanted.
 */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = "runbench pas2p signature run SIG -o DIR [OPTIONS] -- COMMAND",
        description = {"Measures a signature: runs the program up to the last selected occurrence.",
                "Measures the times of occurrences on this machine and with this mapping, without tracing, and "
                        + "stops all ranks after the last one. Program, input and number of ranks must be those of the "
                        + "trace. Several hosts need Runbench at the same path, but no shared folder."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature run app.sig.json -o there -- mpirun -np 4 ./app",
                "  runbench pas2p signature run app.sig.json -o all --full -- mpirun -np 4 ./app",
                "  runbench pas2p signature run app.sig.json -o two -- mpirun -H n1:2,n2:2 ./app", "",
                "Then: runbench pas2p predict there"})
public final class SignatureRunCommand implements Callable<Integer> {
    @Mixin
    private SignedProgram program;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, order = 1,
            description = "Directory for the measurement. It must not hold another measurement.")
    private Path output;

    @Option(names = "--full", order = 2, description = "Run the program to its end, and measure its total time.")
    private boolean full;

    @Option(names = "--cpu-clock", order = 6,
            description = "Count compute time as CPU time: about one microsecond more per call of the measured "
                    + "occurrences.")
    private boolean cpuClock;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        SignatureRun.Outcome outcome;
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            outcome = SignatureRun.run(new SignatureRun.Request(ProjectHome.folder(), program.file(), program.command(),
                    output, program.mpi(), full, program.force(), cpuClock, program.timeout()), printed.terminal());
        }
        printed.print(OutputFormat.MEASURED_SIGNATURE, () -> SignatureFiles.json(outcome.measured()),
                out -> MeasuredSignatureText.print(out, outcome.measured(), outcome.folder()));
        if (outcome.failure().isPresent()) {
            throw outcome.failure().get();
        }
        return 0;
    }
}
