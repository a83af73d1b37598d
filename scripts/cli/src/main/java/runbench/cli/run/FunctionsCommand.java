package runbench.cli.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.cli.option.PrintTarget;
import runbench.cli.option.RunName;
import runbench.cli.output.Terminal;
import runbench.cli.run.RecordingOptions.WindowOptions;
import runbench.measure.RunFunctions;
import runbench.measure.RunRecord;
import runbench.parser.record.Recording;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.FunctionProfile.FunctionCsv;
import runbench.parser.symbols.FunctionProfile.PhaseFunctions;
import runbench.parser.window.TimeWindow;
import runbench.report.text.FunctionsText;
import runbench.report.text.JsonText;

/** {@code runbench functions}: the functions of a run and of its phases. */
@Command(name = "functions", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Shows the functions in which a run spent its time, by the code locations of kernel-driven "
                + "samples. Each sample stands for one period of running time; shares have a 95 %% (binomial) "
                + "interval. A sample shows the location of the timer's interrupt: some instructions late, and in "
                + "the kernel where interrupts were enabled again.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench functions results/403.gcc/20260131T021011Z",
                "  runbench functions samples.rec --by-phase --top 3",
                "  runbench functions samples.rec --phase B                     one phase",
                "  runbench functions samples.rec --from 2s --to 2500ms         a part",
                "  runbench functions samples.rec --csv > functions.csv"})
public final class FunctionsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", converter = RunName.class,
            description = "A recording (samples.rec), or a run: " + RunName.FORMS + ".")
    private Path run;

    @Option(names = "--top", paramLabel = "N", defaultValue = "10",
            description = "Maximum number of functions (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(names = "--by-phase", description = "Show also the functions of each phase of the counters.")
    private boolean byPhase;

    @Mixin
    private WindowOptions window = new WindowOptions();

    @Mixin
    private JsonOption printed;

    @Option(names = "--csv", paramLabel = "FILE", arity = "0..1", order = 33, converter = PrintTarget.Converter.class,
            preprocessor = PrintTarget.AttachedOnly.class,
            description = "Print the result as CSV, or write it to FILE.")
    private PrintTarget csv;

    @Override
    public Integer call() throws Exception {
        if (top < 1) {
            throw RunbenchException.badInput("--top " + top + ": at least 1 function")
                    .remedy("write for example --top 20");
        }
        if (printed.isJson() && csv != null) {
            throw RunbenchException.badInput("--json and --csv exclude one another").remedy("leave one of the two out");
        }
        if (byPhase && window.asked()) {
            throw RunbenchException
                    .badInput("--by-phase is of the whole run, --from, --to and --phase choose a part of it")
                    .remedy("leave --by-phase out, or the part");
        }
        RunFunctions functions;
        Recording recording = RunRecord.recording(run);
        RunRecord.stored(run).damage().ifPresent(printed::note);
        try (Terminal terminal = printed.terminal()) {
            functions = RunFunctions.of(recording, terminal, byPhase || window.asked());
        }
        if (window.asked()) {
            TimeWindow part = functions.window(window.from(), window.to(), window.phase());
            print(part, functions.part(part), null);
        } else {
            print(null, functions.whole(), byPhase ? functions.phases() : null);
        }
        return 0;
    }

    /**
     * @param part part of the run; null: the whole run
     * @param phases functions by phase; null: not wanted
     */
    private void print(TimeWindow part, FunctionProfile ran, List<PhaseFunctions> phases) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (csv != null) {
            try (FunctionCsv table = new FunctionCsv(out)) {
                table.add(part == null || part.phase() == null ? "" : part.phase(), ran, top);
                for (PhaseFunctions p : phases == null ? List.<PhaseFunctions>of() : phases) {
                    table.add(p.phase(), p.profile(), top);
                }
            }
        } else if (printed.isJson()) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("run", run.toString());
            if (part != null) {
                result.put("window", part);
            }
            result.put(part == null ? "whole" : "part", ran.leading(top));
            if (phases != null) {
                result.put("phases", phases.stream().map(p -> p.first(top)).toList());
            }
            out.println(JsonText.of(OutputFormat.FUNCTIONS, result));
        } else {
            if (part != null) {
                out.print(part.words() + ": ");
            }
            FunctionsText.print(ran, top, out);
            if (phases != null) {
                FunctionsText.print(phases, top, out);
            }
        }
    }
}
