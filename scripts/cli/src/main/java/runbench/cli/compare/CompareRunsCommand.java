package runbench.cli.compare;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;
import runbench.base.home.ResultFolders;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.EmulationOptions;
import runbench.cli.option.Range;
import runbench.cli.option.SamplingOptions;
import runbench.cli.output.Terminal;
import runbench.measure.SamplingSettings;
import runbench.measure.compare.ComparePlan;
import runbench.measure.compare.CompareRequest;
import runbench.measure.compare.ComparedPrograms;
import runbench.measure.compare.KeptRuns;
import runbench.measure.compare.NamedComparison;
import runbench.measure.compare.PairedRuns;

/** {@code runbench compare}: compares two programs. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Compares two programs; the first line is the verdict. Reads recorded runs (folders, batches, "
                + "recordings), or runs both in interleaved pairs. Exit code 4 with --fail-if-worse if B is worse, "
                + "1 if a program failed.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench compare --run 10 -- ./old --size 300 -- ./new --size 300",
                "  runbench compare --run 10 -- 403.gcc one-unit -- 403.gcc two-units       benchmarks of the "
                        + "catalogue, with the names of their runs",
                "  runbench compare --run 1 --emulate --primary L1D_ALL_REF -- 473.astar tiny -- 429.mcf tiny",
                "  runbench compare --resume results/compare/20260131T021011Z --run 24",
                "  runbench compare results/before results/after --primary page-faults",
                "  runbench compare old new --fail-if-worse 2%% --json"})
public final class CompareRunsCommand implements Callable<Integer> {
    private static final int MOST_PAIRS = 100_000;
    private static final String BETWEEN = "--";
    private static final Set<String> TIMES = Set.of("wall_s", "cpu_s");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "A B", arity = "0..*",
            description = "Two folders of recorded runs; or the folder of an earlier --run; or, with --run, two "
                    + "programs or " + "ids of benchmarks: -- A ... -- B ...")
    private List<String> words = List.of();

    @Mixin
    private PairOptions pairs;

    @Option(names = "--primary", paramLabel = "NAME", defaultValue = "wall_s", order = 6,
            description = "The quantity that decides: wall_s, cpu_s, an event or a metric (default: ${DEFAULT-VALUE}). "
                    + "Choose it before the comparison.")
    private String primary;

    @Option(names = "--margin", paramLabel = "SHARE", defaultValue = "1%", order = 7,
            description = "Maximum difference of equal programs (default: ${DEFAULT-VALUE}).")
    private String margin;

    @Option(names = "--fail-if-worse", paramLabel = "SHARE", order = 8,
            description = "Exit with 4 if the primary quantity is worse by more than this share, with its whole "
                    + "interval.")
    private String failIfWorse;

    @Mixin
    private SamplingOptions sampling;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private ResultOptions results;

    private Terminal terminal;

    @Override
    public Integer call() throws Exception {
        CompareRequest request = new CompareRequest(primary, share("--margin", margin));
        Double limit = failIfWorse == null ? null : (Double) share("--fail-if-worse", failIfWorse);
        terminal = Terminal.of(results.quiet);
        ComparedOutput output = new ComparedOutput(results, spec.commandLine().getOut());
        if (pairs.resume != null) {
            return resumed(request, limit, output);
        }
        if (pairs.pairs != null) {
            return begun(request, limit, output);
        }
        if (words.contains(BETWEEN)) {
            throw RunbenchException.badInput("two programs without a number of runs")
                    .remedy("runbench compare --run 10 -- A ... -- B ...");
        }
        if (words.size() == 1 && ComparePlan.isIn(Path.of(words.get(0)))) {
            Path folder = Path.of(words.get(0));
            ComparePlan plan = ComparePlan.read(folder);
            return output.print(List.of(PairedRuns.judged(folder, plan, request)), more(folder), limit);
        }
        if (words.size() != 2) {
            throw RunbenchException.badInput("compare needs two arguments: A and B")
                    .remedy("name two folders of runs: runbench compare A B; or run both: "
                            + "runbench compare --run 10 -- A ... -- B ...");
        }
        KeptRuns a = KeptRuns.of(words.get(0), List.of(Path.of(words.get(0))));
        KeptRuns b = KeptRuns.of(words.get(1), List.of(Path.of(words.get(1))));
        return output.print(KeptRuns.compare(a, b, request, null), null, limit);
    }

    private int begun(CompareRequest request, Double limit, ComparedOutput output) throws Exception {
        Range.whole("--run", pairs.pairs, 1, MOST_PAIRS);
        Range.whole("--warm-up", pairs.warmUp, 0, 1000);
        int between = words.indexOf(BETWEEN);
        if (between < 1 || between == words.size() - 1 || words.lastIndexOf(BETWEEN) != between) {
            throw RunbenchException.badInput("--run needs two programs, each behind --")
                    .remedy("runbench compare --run 10 -- A ... -- B ...; a program that takes -- itself: sh -c '...'");
        }
        Path folder = pairs.directory != null ? pairs.directory
                : ResultFolders.root().resolve("compare").resolve(ResultFolders.name(Instant.now()));
        long seed = pairs.seed != null ? pairs.seed : new SecureRandom().nextInt(1_000_000);
        ComparePlan plan = new ComparePlan(typed(), words.subList(0, between), words.subList(between + 1, words.size()),
                seed, pairs.pairs, pairs.warmUp);
        requireNoTime(request);
        ComparedPrograms programs = programs(observer(folder));
        programs.require(plan.a());
        programs.require(plan.b());
        PairedRuns runs = PairedRuns.begin(folder, plan, programs);
        return run(runs, folder, request, limit, output);
    }

    /** Resumes with the options of the first command; only the primary quantity and the margin may change. */
    private int resumed(CompareRequest request, Double limit, ComparedOutput output) throws Exception {
        ComparePlan plan = ComparePlan.read(pairs.resume);
        if (!words.isEmpty()) {
            throw RunbenchException.badInput("a resumed comparison keeps its own programs")
                    .remedy("runbench compare --resume " + pairs.resume);
        }
        CompareRunsCommand before = new CompareRunsCommand();
        new CommandLine(before).setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(plan.arguments().toArray(String[]::new));
        int inAll = pairs.pairs == null ? plan.pairs()
                : Math.max(plan.pairs(), Range.whole("--run", pairs.pairs, 1, MOST_PAIRS));
        CompareRequest asked = spec.commandLine().getParseResult().hasMatchedOption("--primary") ? request
                : new CompareRequest(before.primary, request.margin());
        PairedRuns runs = PairedRuns.resume(pairs.resume, plan.pairs(inAll), before.programs(observer(pairs.resume)));
        return run(runs, pairs.resume, asked, limit, output);
    }

    private int run(PairedRuns runs, Path folder, CompareRequest request, Double limit, ComparedOutput output)
            throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        if (!results.quiet) {
            err.println("runbench: pairs are stored in " + folder + "; Ctrl-C keeps them, --resume continues");
            err.flush();
        }
        NamedComparison result;
        try (Terminal shown = terminal) {
            result = runs.run(request, shown.start("comparing", " runs"));
        }
        output.keep(result.comparison(), folder);
        return output.print(List.of(result), more(folder), limit);
    }

    private ComparedPrograms programs(PairPresenter observer) {
        emulation.reject(null, sampling.count());
        CatalogueOptions usual = CommandLine.populateCommand(new CatalogueOptions());
        SamplingSettings settings = sampling.settings(emulation.asked());
        return new ComparedPrograms(settings, emulation.settings(settings.events().emulatedNames()), usual.load(),
                usual.resolveOptions(), observer);
    }

    /** Rejects times in emulation: they would be those of the emulator. */
    private void requireNoTime(CompareRequest request) {
        if (emulation.asked() && TIMES.contains(request.primary())) {
            throw RunbenchException
                    .badInput("--emulate counts along instructions: " + request.primary() + " would be the emulator's")
                    .remedy("name what decides: --primary L1D_ALL_REF, or instructions");
        }
    }

    private PairPresenter observer(Path folder) {
        return new PairPresenter(folder, terminal, results.quiet, spec.commandLine().getErr());
    }

    private static IntFunction<String> more(Path folder) {
        return inAll -> "runbench compare --resume " + folder + " --run " + inAll;
    }

    /** Returns the typed options, for a later --resume. */
    private List<String> typed() {
        List<String> all = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        int first = all.indexOf(BETWEEN);
        return List.copyOf(first < 0 ? all : all.subList(0, first));
    }

    /** Parses "2%" or "0.02". */
    private static double share(String option, String text) {
        try {
            double value = text.endsWith("%") ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                    : Double.parseDouble(text);
            return Range.number(option, value, 1e-6, 1, "or percent");
        } catch (NumberFormatException e) {
            throw RunbenchException.badInput(option + " " + text + ": expected a share: 2% or 0.02").causedBy(e);
        }
    }
}
