package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.cli.output.PrintedJson;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.synthetic.IrregularTrace;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.synthetic.Recovery;
import runbench.pas2p.trace.MpiTrace;

/** {@code runbench pas2p generate}: synthetic traces with planted phases, to judge an analysis by. */
@Command(name = "generate", mixinStandardHelpOptions = true, sortOptions = false, hidden = true,
        description = "Writes a synthetic trace with planted phases.", footerHeading = "%nExample:%n",
        footer = "  runbench pas2p generate planted --ranks 64 --events 1000000 --check")
public final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Where to write.")
    private Path directory;

    @Option(names = "--ranks", defaultValue = "16", description = "Default: ${DEFAULT-VALUE}.")
    private int ranks;

    @Option(names = "--events", defaultValue = "100000", description = "Default: ${DEFAULT-VALUE}.")
    private long events;

    @Option(names = "--phases", defaultValue = "8", description = "Different phases. Default: ${DEFAULT-VALUE}.")
    private int phases;

    @Option(names = "--seed", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--irregular",
            description = "Plant nothing: random partners and volumes, the worst case of the search.")
    private boolean irregular;

    @Option(names = "--check", description = "Analyse it with default options and print precision and recall.")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        PlantedTrace.Plan plan;
        try {
            plan = new PlantedTrace.Plan(ranks, events, phases, seed);
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("generate: " + e.getMessage());
        }
        if (irregular) {
            spec.commandLine()
                    .getOut()
                    .println(PrintedJson.text(OutputFormat.GENERATED_TRACE,
                            Map.of("events", IrregularTrace.write(ranks, events, seed, directory))));
            return 0;
        }
        PlantedTrace.Truth truth = PlantedTrace.write(plan, directory);
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("events", truth.events());
        said.put("occurrences", truth.phase().length);
        said.put("ticks", truth.ticks());
        if (check) {
            PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
            Recovery recovery = Recovery.of(truth, analysis.occurrences(), analysis.sweep().ticks());
            said.put("found_phases", analysis.phases().size());
            said.put("precision", recovery.precision());
            said.put("recall", recovery.recall());
        }
        spec.commandLine().getOut().println(PrintedJson.text(OutputFormat.GENERATED_TRACE, said));
        return 0;
    }
}
