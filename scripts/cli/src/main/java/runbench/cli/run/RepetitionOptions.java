package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Range;
import runbench.catalogue.ResolvedBenchmark;
import runbench.cli.option.AroundOptions;
import runbench.cli.option.MarkdownOption;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.output.Failures;
import runbench.cli.output.Terminal;
import runbench.measure.OutputRequest;
import runbench.measure.RunObserver;
import runbench.measure.RunOutcome;
import runbench.measure.compare.RepeatedRuns;
import runbench.measure.compare.RepeatedRuns.Repeated;
import runbench.report.compare.RepetitionsText;
import runbench.report.text.FoldedText;
import runbench.report.text.PrintedJson;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.Disturbance;
import runbench.sampler.events.EventSelection;

/** Options that run a program several times and show the spread. */
@OptionSection("Repetition")
final class RepetitionOptions {
    private static final int MOST = 10_000;

    @Option(names = {"-n", "-r", "--repetitions"}, paramLabel = "N", order = 20,
            description = "Run the program N times and print mean, median and spread of every event and metric over "
                    + "the runs. Each run has a folder of its own; a chart shows all runs.")
    private Integer repetitions;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "0", order = 21,
            description = "Runs before the repetitions, which are kept but not counted (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--ignore-failure", order = 22,
            description = "Go on although a repetition ends with an exit status other than 0.")
    private boolean ignoreFailure;

    @Mixin
    private AroundOptions around;

    @Mixin
    private MarkdownOption markdown = new MarkdownOption();

    boolean isGiven() {
        if (repetitions == null && markdown.isGiven()) {
            throw RunbenchException.badInput("--markdown is for the table of repeated runs")
                    .remedy("add the number of repetitions: -n 10; a single run has --json and chart.png");
        }
        if (repetitions == null && (warmUp != 0 || ignoreFailure || around.isGiven())) {
            throw RunbenchException
                    .badInput((ignoreFailure ? "--ignore-failure"
                            : warmUp != 0 ? "--warm-up" : "a command around the runs") + " is for repeated runs")
                    .remedy("add the number of repetitions: -n 10");
        }
        return repetitions != null;
    }

    /**
     * Runs a program repeatedly and prints the spread.
     *
     * @param label the program as typed
     * @param program returns the run for an observer and files
     * @return the exit code: that of the run that failed, if any
     */
    int run(CommandLine line, OutputOptions output, String label, Function<RunObserver, Run> program) throws Exception {
        Range.whole("--repetitions", repetitions, 1, MOST);
        Range.whole("--warm-up", warmUp, 0, MOST);
        if (output.showOutput || output.svg) {
            throw RunbenchException.badInput((output.svg ? "--svg" : "--show-output") + " is for a single run")
                    .remedy(output.svg ? "draw the chart of one run: runbench plot DIR/001 --svg"
                            : "the runs keep their output: DIR/001/benchmark.out");
        }
        Path folder = output.directory != null ? output.directory : RepeatedRuns.newFolder();
        Repeated result;
        try (Terminal terminal = output.terminal()) {
            Run run = program.apply(new FirstRunsMessages(new RunPresenter(line, output)));
            result = new RepeatedRuns(label, folder, repetitions, warmUp, ignoreFailure, around.commands()).run(
                    to -> run.into(new OutputRequest(to, true, false, false, false, null, null)),
                    terminal.start("repeating", " runs"));
        }
        if (result.spread().isPresent()) {
            markdown.write(() -> RepetitionsText.markdown(result.spread().get()), line.getOut());
        }
        result.spread().ifPresent(spread -> {
            if (output.isJson()) {
                line.getOut().println(PrintedJson.text(OutputFormat.REPETITIONS, Map.of("repetitions", spread)));
            } else if (!output.isQuiet() && !markdown.isPrinted()) {
                FoldedText.print(Terminal.outputColumns(), line.getOut(), to -> {
                    RepetitionsText.print(spread, to);
                    to.println("  chart: " + folder.resolve("repetitions.png"));
                    to.println("  the run closest to the median: runbench plot " + spread.medianRun());
                });
            }
        });
        if (result.failure() == null) {
            return 0;
        }
        Failures.print(result.failure(), line.getErr());
        return result.failed().programStatus().orElse(result.failure().exitCode().code());
    }

    /** Runs the program once. */
    @FunctionalInterface
    interface Run {
        RunOutcome into(OutputRequest output) throws Exception;
    }

    /** Shows the messages before the first run only: those of the others are the same. */
    private static final class FirstRunsMessages implements RunObserver {
        private final RunObserver first;
        private boolean told;
        private boolean disturbed;

        FirstRunsMessages(RunObserver first) {
            this.first = first;
        }

        @Override
        public ProgressDisplay progress() {
            return ProgressDisplay.NONE;
        }

        @Override
        public void disturbed(List<Disturbance> disturbances) {
            if (!disturbed) {
                first.disturbed(disturbances);
            }
            disturbed = true;
        }

        @Override
        public void resolved(ResolvedBenchmark benchmark) {
            if (!told) {
                first.resolved(benchmark);
            }
        }

        @Override
        public void preparing(String step) {
            if (!told) {
                first.preparing(step);
            }
        }

        @Override
        public void counting(EventSelection events) {
            if (!told) {
                first.counting(events);
            }
            told = true;
        }

        @Override
        public void crossChecked(CrossCheck check) {
            first.crossChecked(check);
        }

        @Override
        public void failed(RunbenchException failure) {
            // The end of the repetitions prints it.
        }
    }
}
