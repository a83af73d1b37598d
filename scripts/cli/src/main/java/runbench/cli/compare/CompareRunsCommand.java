package runbench.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Range;
import runbench.catalogue.Catalogue;
import runbench.cli.compare.ComparedOutput.ResultOptions;
import runbench.cli.option.AroundOptions;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.MeasurementOptions;
import runbench.cli.option.RenamedOptions;
import runbench.cli.option.RunName;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.option.TypedQuantity.ShareConverter;
import runbench.cli.output.Terminal;
import runbench.measure.compare.BaselineComparison;
import runbench.measure.compare.ComparePlan;
import runbench.measure.compare.CompareRequest;
import runbench.measure.compare.ComparedPrograms;
import runbench.measure.compare.NamedComparison;
import runbench.measure.compare.PairedRuns;
import runbench.measure.compare.ParameterSweep;
import runbench.measure.compare.RecordedComparison;
import runbench.measure.compare.RepeatedRuns;
import runbench.parser.compare.Baseline;
import runbench.parser.compare.PairStop;
import runbench.parser.compare.PairsNeeded;
import runbench.report.compare.JunitReport;

/** {@code runbench compare}: compares two or more programs. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Compares programs; the first line without \"!\" is the verdict. Reads recorded runs "
                + "(folders, batches, recordings), or runs both in interleaved pairs. Several programs run in "
                + "interleaved rounds; each is compared with the first, with one verdict each. Exit code 4 with "
                + "--fail-if-worse if B (or any further program) is worse, 1 if a program failed, or with "
                + "--fail-if-inconclusive without a verdict.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench compare -n 10 -- ./old --size 300 -- ./new --size 300",
                "  runbench compare -n 10 -- gzip -k f -- zstd -k f -- xz -k f      three programs: order, ratios to "
                        + "the first",
                "  runbench compare -n 10 --parameter threads=1,2,4 -- ./solver {threads}      speedup and efficiency",
                "  runbench compare -n 10 -- 403.gcc one-unit -- 403.gcc two-units       benchmarks of the "
                        + "catalogue, with the names of their runs",
                "  runbench compare --precision 1%% --for 5min -- ./old -- ./new      until the interval is narrow, "
                        + "or for 5 minutes",
                "  runbench compare --emulate --primary instructions -- ./old -- ./new      exact: one run of each",
                "  runbench compare --baseline baseline.json --fail-if-worse 2%% --junit report.xml -- ./prog      "
                        + "stored by sample -n 10 --json=baseline.json",
                "  runbench compare --resume results/compare/20260131T021011Z -n 24",
                "  runbench compare results/before results/after --primary page-faults",
                "  runbench compare app@2 app --fail-if-worse 2%% --json      the last two runs of app"})
public final class CompareRunsCommand implements Callable<Integer> {
    private static final int MOST_PAIRS = 100_000;
    private static final int BASELINE_RUNS = 10;
    private static final double SMALLEST_SHARE = 1e-6;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "A B", arity = "0..*",
            description = "Two runs: " + RunName.FORMS
                    + "; or two folders of runs; or the folder of earlier pairs; or, "
                    + "with -n, --precision or --for, two or more programs or ids of benchmarks: -- A ... -- B ...")
    private List<String> words = List.of();

    @Mixin
    private PairOptions pairs;

    @Option(names = "--primary", paramLabel = "NAME", order = 6,
            description = "The quantity that decides: wall_s, cpu_s, an event or a metric. Default: cpu_s if the "
                    + "warm-up shows that both programs hardly wait and run one task at a time, else wall_s.")
    private String primary;

    @Option(names = "--margin", paramLabel = "SHARE", defaultValue = "1%", converter = ShareConverter.class, order = 7,
            description = "Maximum difference of equal programs (default: ${DEFAULT-VALUE}).")
    private double margin;

    @Option(names = "--fail-if-worse", paramLabel = "SHARE", converter = ShareConverter.class, order = 8,
            description = "Exit with 4 if the primary quantity is worse by more than this share, with its whole "
                    + "interval.")
    private Double failIfWorse;

    @Option(names = "--fail-if-inconclusive", order = 9,
            description = "Exit with 1 if the primary quantity has no verdict.")
    private boolean failIfInconclusive;

    @Mixin
    private AroundOptions around;

    @Mixin
    private MeasurementOptions measurement;

    @Mixin
    private ResultOptions results;

    private Terminal terminal;
    private Catalogue catalogue;

    @Override
    public Integer call() throws Exception {
        CompareRequest request = new CompareRequest(primary, share("--margin", margin), pairs.ignoreFailure,
                pairs.pairwise, measurement.isEmulated());
        if (failIfWorse != null) {
            share("--fail-if-worse", failIfWorse);
        }
        if (results.junit == null) {
            return compare(request);
        }
        if (failIfWorse == null && !failIfInconclusive) {
            throw RunbenchException.badInput("--junit without a limit: no test case could fail")
                    .remedy("add --fail-if-worse 2%");
        }
        try {
            return compare(request);
        } catch (RunbenchException e) {
            JunitReport.writeError(e, results.junit);
            throw e;
        }
    }

    private int compare(CompareRequest request) throws Exception {
        terminal = results.terminal();
        ComparedOutput output = new ComparedOutput(results, spec.commandLine().getOut(), failIfWorse,
                failIfInconclusive);
        if (pairs.baseline != null) {
            return againstBaseline(request, output);
        }
        if (!pairs.parameters.isEmpty() && pairs.pairs == null && !pairs.stop().isEarly()) {
            throw RunbenchException.badInput("--parameter needs the number of runs of each value")
                    .remedy("runbench compare -n 10 --parameter threads=1,2,4 -- ./solver {threads}");
        }
        if (pairs.resume != null) {
            return resumed(request, output);
        }
        boolean exact = measurement.isEmulated() && words.contains("--"); // one round is enough
        if (pairs.pairs != null || pairs.stop().isEarly() || exact) {
            return begun(request, output);
        }
        RecordedComparison recorded = RecordedComparison.of(words, request);
        return recorded.pairs().isPresent() ? output.printRounds(recorded.all(), more(recorded.pairs().get()))
                : output.print(recorded.all(), null);
    }

    private int begun(CompareRequest request, ComparedOutput output) throws Exception {
        int most = pairs.pairs != null ? Range.whole("--repetitions", pairs.pairs, 1, MOST_PAIRS)
                : pairs.stop().isEarly() ? PairsNeeded.MAX_PAIRS : 1;
        int warmUp = pairs.warmUp(request.emulated());
        List<String> typed = spec.commandLine().getParseResult().originalArgs();
        ComparePlan plan = pairs.parameters.isEmpty() ? ComparePlan.of(typed, words, pairs.seed, most, warmUp, request)
                : ComparePlan.swept(typed, words, ParameterSweep.of(pairs.parameters), pairs.seed, most, warmUp,
                        request);
        Path folder = pairs.directory != null ? pairs.directory : PairedRuns.newFolder();
        ComparedPrograms programs = programs(observer(folder));
        programs.requireComparable(request.primary());
        return run(PairedRuns.begin(folder, plan, programs), folder, request, pairs.stop(), output);
    }

    /** Runs one program, and compares it with stored runs. */
    private int againstBaseline(CompareRequest request, ComparedOutput output) throws Exception {
        if (words.isEmpty() || words.contains("--")) {
            throw RunbenchException.badInput("--baseline needs one program behind --")
                    .remedy("runbench compare --baseline " + pairs.baseline + " -- ./prog");
        }
        if (!pairs.parameters.isEmpty() || pairs.resume != null || pairs.stop().isEarly()) {
            throw RunbenchException
                    .badInput("--baseline does not take --parameter, --resume, --precision and --for: the number of "
                            + "runs is fixed")
                    .remedy("choose the number of runs: runbench compare --baseline " + pairs.baseline
                            + " -n 20 -- ./prog");
        }
        Baseline baseline = BaselineComparison.read(pairs.baseline);
        int repetitions = pairs.pairs != null ? Range.whole("--repetitions", pairs.pairs, 1, MOST_PAIRS)
                : request.emulated() ? 1 : BASELINE_RUNS;
        Path folder = pairs.directory != null ? pairs.directory : PairedRuns.newFolder();
        ComparedPrograms programs = programs(observer(folder));
        programs.requireComparable(request.primary() != null ? request.primary() : baseline.primary());
        programs.require(words);
        BaselineComparison comparison = new BaselineComparison(baseline, request, measurement.isForced());
        comparison.requireDecidable(repetitions);
        RepeatedRuns runs = new RepeatedRuns(String.join(" ", words), folder, repetitions,
                pairs.warmUp(request.emulated()), pairs.ignoreFailure, around.commands());
        NamedComparison found;
        try (Terminal shown = terminal) {
            found = comparison.run(runs, to -> programs.run(words, to), shown.start("comparing", " runs"), this::note);
        }
        note("runs are stored in " + folder + "; its repetitions.json can be the next baseline");
        return output.print(List.of(found), null);
    }

    /** Resumes with the options of the first command; only the primary quantity and the margin may change. */
    private int resumed(CompareRequest request, ComparedOutput output) throws Exception {
        ComparePlan plan = ComparePlan.read(pairs.resume);
        if (!words.isEmpty()) {
            throw RunbenchException.badInput("a resumed comparison keeps its own programs")
                    .remedy("runbench compare --resume " + pairs.resume);
        }
        CompareRunsCommand before = new CompareRunsCommand();
        RenamedOptions.readStored(before, plan.arguments());
        PairStop stop = pairs.stop().isEarly() ? pairs.stop()
                : pairs.pairs == null ? before.pairs.stop() : PairStop.NONE;
        ComparePlan all = plan.accepting(request);
        if (pairs.pairs != null) {
            all = all.atLeast(Range.whole("--repetitions", pairs.pairs, 1, MOST_PAIRS));
        } else if (pairs.stop().isEarly()) {
            all = all.atLeast(PairsNeeded.MAX_PAIRS);
        }
        PairedRuns runs = PairedRuns.resume(pairs.resume, all, before.programs(observer(pairs.resume)));
        return run(runs, pairs.resume, request, stop, output);
    }

    private int run(PairedRuns runs, Path folder, CompareRequest request, PairStop stop, ComparedOutput output)
            throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        if (!results.isQuiet()) {
            err.println("runbench: runs are stored in " + folder + "; Ctrl-C keeps them, --resume continues");
            err.flush();
        }
        List<NamedComparison> results;
        try (Terminal shown = terminal) {
            results = runs.run(request, stop, shown.start("comparing", " runs"), this::note);
        }
        return output.printRounds(results, more(folder));
    }

    private void note(String line) {
        if (!results.isQuiet()) {
            terminal.close(); // its line; the next step draws it again
            spec.commandLine().getErr().println("runbench: " + line);
            spec.commandLine().getErr().flush();
        }
    }

    private ComparedPrograms programs(PairPresenter observer) {
        CatalogueOptions usual = CommandLine.populateCommand(new CatalogueOptions());
        MeasurementOptions.Settings settings = measurement.settings(null);
        return new ComparedPrograms(settings.sampling(), settings.emulation(), () -> {
            catalogue = catalogue == null ? usual.load() : catalogue;
            return catalogue;
        }, usual.resolveOptions(), around.commands(), observer);
    }

    private PairPresenter observer(Path folder) {
        return new PairPresenter(folder, terminal, results.isQuiet(), pairs.ignoreFailure, spec.commandLine().getErr());
    }

    private static IntFunction<String> more(Path folder) {
        return inAll -> "runbench compare --resume " + folder + " -n " + inAll;
    }

    private static double share(String option, double value) {
        return Range.number(option, value, SMALLEST_SHARE, 1, "or percent");
    }

    /** Options for running pairs. */
    @OptionSection("Running pairs")
    static final class PairOptions {
        @Option(names = {"-n", "--repetitions"}, paramLabel = "N", order = 1,
                description = "Number of interleaved pairs of runs: -- A ... -- B ...; 10 is enough for most "
                        + "programs, 1 with --emulate (its default). With three or more programs: number of rounds, "
                        + "in which each runs once. With " + "--resume: the total number.")
        Integer pairs;

        @Option(names = "--resume", paramLabel = "DIR", order = 2,
                description = "Resume interrupted pairs, or add more; finished runs are kept.")
        Path resume;

        @Option(names = "--seed", paramLabel = "N", order = 3,
                description = "Seed of the order of the programs in each pair or round (default: random, and "
                        + "printed).")
        Long seed;

        @Option(names = "--baseline", paramLabel = "FILE", order = 2,
                description = "Compare new runs of one program (-n, default: 10; emulated: 1) with stored ones: a file "
                        + "of compare --json or sample -n 10 --json, or a folder of runs. Without --force, machine, "
                        + "kernel, processor and events must be the same; of emulated counts only the events.")
        String baseline;

        @Option(names = "--warm-up", paramLabel = "N", order = 4,
                description = "Runs of each program before the first pair, which are kept but not compared (default: "
                        + "1; emulated: 0).")
        private Integer warmUp;

        int warmUp(boolean emulated) {
            return warmUp == null ? emulated ? 0 : 1 : Range.whole("--warm-up", warmUp, 0, 1000);
        }

        @Option(names = "--precision", paramLabel = "SHARE", converter = ShareConverter.class, order = 5,
                description = "Run pairs until the interval of the primary quantity, with several programs the widest "
                        + "one, reaches at most this far to each side (1%%); -n is the maximum (default: 1000).")
        Double precision;

        @Option(names = "--for", paramLabel = "TIME", converter = NanosOrSeconds.class, order = 5,
                description = "Run pairs for this time (5min), but at least as many as a verdict needs (6 for two "
                        + "programs); refused if the warm-up shows that these take longer.")
        Long budgetNanos;

        @Option(names = "--parameter", paramLabel = "NAME=VALUES", order = 5,
                description = "Run one program with each value in the place of {NAME}: threads=1,2,4, or n=10..100/10 "
                        + "for a range with a step. Repeat it for all combinations. For threads, ranks, procs and "
                        + "cores the result has speedup and efficiency.")
        List<String> parameters = new ArrayList<>();

        @Option(names = "--pairwise", order = 5,
                description = "Compare all pairs of three or more programs, not only each with the first. The "
                        + "intervals become wider.")
        boolean pairwise;

        @Option(names = "--ignore-failure", order = 5,
                description = "Compare programs although they end with an exit status other than 0.")
        boolean ignoreFailure;

        @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 5,
                description = "Folder of the pairs (default: compare/<UTC time>/ in the results).")
        Path directory;

        PairStop stop() {
            return new PairStop(precision == null ? null : (Double) share("--precision", precision),
                    budgetNanos == null ? null
                            : (Long) Range.time("--for", budgetNanos, 1_000_000_000L, Range.LONGEST_TIME));
        }
    }
}
