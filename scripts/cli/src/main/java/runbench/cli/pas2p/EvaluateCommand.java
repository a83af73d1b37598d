package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.pas2p.ProgramOptions.MpiOption;
import runbench.measure.pas2p.ProgramEvaluation;
import runbench.pas2p.evaluate.Evaluation;
import runbench.report.text.EvaluationText;

/** {@code runbench pas2p evaluate}: the evaluation of the PAS2P thesis on a folder of programs. */
@Command(name = "evaluate", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Repeats the evaluation of the PAS2P thesis on a folder of MPI programs.",
                "Runs each program untraced and traced. For each logical order and method it prints phases, predicted "
                        + "time and error, beside simpler predictions and the published tables."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p evaluate NPB3.4-MPI/bin --ranks 4,9,16 -o evaluated"})
public final class EvaluateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The folder of the programs; each executable file is one.")
    private Path programs;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 1, defaultValue = "evaluation",
            description = "Folder for traces and results (default: ${DEFAULT-VALUE}). It must not hold traces of "
                    + "these programs.")
    private Path output;

    @Option(names = "--ranks", paramLabel = "N", split = ",", order = 2, defaultValue = "4",
            description = "Numbers of processes, separated by commas. Default: ${DEFAULT-VALUE}.")
    private List<Integer> ranks;

    @Option(names = "--command", paramLabel = "TEXT", order = 3, defaultValue = "mpirun -np {ranks} {program}",
            description = "The command that starts a program. Default: ${DEFAULT-VALUE}.")
    private String command;

    @Mixin
    private MpiOption mpi;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        if (ranks.stream().anyMatch(n -> n < 1)) {
            throw RunbenchException.badInput("--ranks " + ranks + ": a number of processes is at least 1");
        }
        if (!command.contains("{program}")) {
            throw RunbenchException.badInput("--command \"" + command + "\" does not contain {program}")
                    .remedy("write, for example, --command \"mpirun -np {ranks} {program}\"");
        }
        Evaluation evaluation = ProgramEvaluation
                .run(new ProgramEvaluation.Request(programs, ranks, command, mpi.name(), output), printed.terminal());
        printed.printFolded(OutputFormat.EVALUATION, evaluation::fields, out -> {
            EvaluationText.print(out, evaluation);
            out.println("written: " + output.resolve(ProgramEvaluation.NAME + ".json") + ", .csv, .png");
        });
        return 0;
    }
}
