package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.home.ProjectHome;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.measure.SignalHandlers;
import runbench.pas2p.session.CheckpointTools;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.signature.SignatureFiles;
import runbench.report.text.MeasuredSignatureText;
import runbench.sampler.run.SamplingPeriod;

/** {@code runbench pas2p signature run}: measures a signature by running the program up to the last occurrence wanted. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "runbench pas2p signature run SIG -o MEASURED [OPTIONS] -- LAUNCHER [ARGUMENTS...] PROGRAM [ARGUMENTS...]",
        description = "Runs an MPI program again, on this machine, this mapping: times the occurrences of phases that its signature wants, and"
                + " ends all ranks behind the last of them. Nothing is traced. The program must be the traced one, with the same input and"
                + " number of ranks. Ranks may run on several hosts that have Runbench at the same path; a folder that all of them see is not"
                + " needed.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p signature run app.sig.json -o measured1 -- mpirun -np 4 ./app input.txt",
            "  runbench pas2p signature run app.sig.json -o measured2 --full -- mpirun -np 4 --bind-to core ./app input.txt",
            "  runbench pas2p signature run app.sig.json -o measured3 -- mpirun -np 4 --host n1:2,n2:2 ./app input.txt",
            "",
            "Then: runbench pas2p predict measured1"})
public final class SignatureRunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SIG", index = "0", description = "The signature, from runbench pas2p signature build.")
    private Path file;

    @Parameters(paramLabel = "COMMAND", index = "1..*", arity = "1..*", description = "The command that starts the program, behind \"--\".")
    private List<String> command;

    @Option(names = {"-o", "--output"}, paramLabel = "MEASURED", required = true, order = 1,
            description = "Directory for what is measured. It must not hold another measurement.")
    private Path output;

    @Option(names = "--full", order = 2, description = "Let the program run on to its end, and measure the time of all of it too.")
    private boolean full;

    @Option(names = "--force", order = 3,
            description = "Measure although program, libraries, input or MPI differ from the traced ones; the result says so.")
    private boolean force;

    @Option(names = "--timeout", paramLabel = "TIME", order = 4, description = "End the run after this time; what was measured is kept.")
    private String timeout;

    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 5,
            description = "openmpi, mpich, or auto (from the program and the launcher). Default: ${DEFAULT-VALUE}.")
    private String mpi;

    @Option(names = "--cpu-clock", order = 6,
            description = "Within the occurrences measured, count compute time as CPU time: about a microsecond more a call.")
    private boolean cpuClock;

    @Option(names = "--checkpoint", order = 7, description = "Restore the program just before its occurrences instead of running it up to"
            + " them: this needs CRIU 4 or DMTCP, and says what is missing.")
    private boolean checkpoint;

    @Option(names = "--json", order = 34, description = "Print what was measured as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors and the program's output.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        if (checkpoint) {
            throw CheckpointTools.unavailable();
        }
        Duration longest = timeout == null ? null : SamplingPeriod.duration("--timeout", timeout);
        SignatureRun.Outcome outcome;
        Thread worker = Thread.currentThread();
        AtomicBoolean asked = new AtomicBoolean();
        try (SignalHandlers handlers = SignalHandlers.open(signal -> endEarly(worker, asked))) {
            outcome = SignatureRun.run(new SignatureRun.Request(ProjectHome.folder(), file, command, output, mpi, full, force, cpuClock, longest),
                    Terminal.of(quiet));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(PrintedJson.text(SignatureFiles.json(outcome.measured())));
        } else if (!quiet) {
            MeasuredSignatureText.print(out, outcome.measured(), outcome.folder());
        }
        if (outcome.failure().isPresent()) {
            throw outcome.failure().get();
        }
        return 0;
    }

    /** A second Ctrl-C must not keep what was measured from being written. */
    static void endEarly(Thread worker, AtomicBoolean asked) {
        if (!asked.getAndSet(true)) {
            worker.interrupt();
        }
    }
}
