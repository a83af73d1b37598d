package runbench.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.batch.Batch;
import runbench.batch.BatchFolder;
import runbench.batch.BatchItem;
import runbench.batch.BatchSummary;
import runbench.batch.ChildRunner;
import runbench.batch.DiskNeed;
import runbench.batch.Outcome;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;
import runbench.cli.Terminal;
import runbench.cli.Json;
import runbench.cli.run.CountOptions;
import runbench.cli.run.EmulationOptions;
import runbench.cli.run.RunFolder;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.sampler.run.Period;

/** {@code scripts/overnight}: benchmarks one after the other, unattended. */
@Command(
        name = "overnight",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs benchmarks one after the other, unattended: one log line per run, continues after failures, ends "
                + "with a summary of host, versions and rates. Exit code 1 if anything failed.",
        footerHeading = "%nExamples:%n",
        footer = {"  scripts/overnight --periods 1ms,100ms,5s",
            "  scripts/overnight --periods 1ms 403.gcc 470.lbm",
            "  scripts/overnight --metrics ipc,l1d_miss_ratio --exact   a run for each group of events that fit",
            "  scripts/overnight --resume                        continue after a crash or a reboot"})
public final class OvernightCommand implements Callable<Integer> {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    /** What a run's own timeout leaves for preparing, parsing and drawing before the run as a whole is given up. */
    private static final Duration AROUND_A_RUN = Duration.ofMinutes(10);
    private static final Duration USUAL_TIMEOUT = Duration.ofHours(4);
    private static final Set<String> OF_RESUMED = Set.of("--resume", "--retry-failed", "--output", "--json", "--quiet");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BENCHMARK", arity = "0..*", description = "Ids or aliases (default: all that can run here).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--periods", paramLabel = "LIST", split = ",", defaultValue = "1ms,100ms,5s", order = 1,
            description = "Sampling periods, each benchmark at each (default: ${DEFAULT-VALUE}). None with --emulate.")
    private List<String> periods;

    @Option(names = "--list", paramLabel = "FILE", order = 2, description = "File of ids, one a line; # begins a comment.")
    private Path list;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 3,
            description = "Folder of the batch (default: results/overnight/<UTC time>/).")
    private Path directory;

    @Option(names = "--resume", order = 4, description = "Go on with the batch in -o DIR, or the latest one: what its log says is done is skipped.")
    private boolean resume;

    @Option(names = "--retry-failed", order = 5, description = "With --resume: run what failed again.")
    private boolean retryFailed;

    @Option(names = "--timeout", paramLabel = "TIME", order = 6, description = "Wall time for each run (default: the entry's own).")
    private String timeout;

    @Option(names = "--no-plot", order = 8, description = "Draw no charts.")
    private boolean noPlot;

    @Option(names = "--json", order = 9, description = "Print the summary as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 10, description = "Print the summary only.")
    private boolean quiet;

    @Mixin
    private CountOptions count;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private CatalogueOptions catalogue;

    @Override
    public Integer call() throws Exception {
        emulation.reject(null, count);
        if (!resume) {
            Catalogue known = catalogue.load();
            // What no run could count is said now, not in every line of tomorrow's log.
            int runs = runs();
            return night(planned(known, runs), known, runs);
        }
        BatchFolder folder = resumed();
        OvernightCommand begun = new OvernightCommand();
        new CommandLine(begun).parseArgs(folder.options().toArray(String[]::new));
        begun.spec = spec;
        begun.json = json;
        begun.quiet = quiet;
        begun.retryFailed = retryFailed;
        Catalogue known = begun.catalogue.load();
        int runs = begun.runs();
        new DiskNeed(folder.plan(), runs, folder.path()).check(item -> begun.seconds(known, item), Period::parse);
        return begun.night(folder, known, runs);
    }

    /** How often each benchmark is run for one item. */
    private int runs() {
        return emulation.asked() ? 1 : count.runs();
    }

    private int night(BatchFolder folder, Catalogue known, int runs) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        ChildRunner child = runner(known, folder, runs);
        Thread interrupted = new Thread(() -> interrupted(child, folder, out));
        Runtime.getRuntime().addShutdownHook(interrupted);
        say(out, "batch of " + folder.plan().size() + " runs in " + folder.path());
        Instant begun = Instant.now();
        List<Outcome> outcomes;
        try (NightWatch watch = new NightWatch(Terminal.of(quiet || json), folder.plan(), line -> say(out, line))) {
            outcomes = new Batch(folder, (item, where) -> watch.run(item, expected(known, item, runs), () -> child.run(item, where)),
                    line -> say(out, line)).run(retryFailed);
        }
        finished = true;
        Runtime.getRuntime().removeShutdownHook(interrupted);
        BatchSummary summary = BatchSummary.of(folder, outcomes, begun);
        summary.write();
        out.println(json ? Json.text(summary) : summary.text());
        return summary.failed() > 0 ? ExitCode.BENCHMARK_FAILED.code() : ExitCode.OK.code();
    }

    /** The run that goes on is not left to itself: nobody would read its result. */
    private void interrupted(ChildRunner child, BatchFolder folder, PrintWriter out) {
        say(out, "interrupted; continue with: scripts/overnight --resume -o " + folder.path());
        finished = true;
        try {
            child.endCurrent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Seconds; null where unknown. */
    private Double expected(Catalogue known, BatchItem item, int runs) {
        Double once = emulation.asked() ? null : seconds(known, item);
        return once == null ? null : once * runs;
    }

    private volatile boolean finished;

    private void say(PrintWriter out, String line) {
        if (!quiet && !json && !finished) {
            out.println(line);
        }
    }

    private BatchFolder resumed() throws IOException {
        Path parent = RunFolder.defaultResults().resolve("overnight");
        Path latest = directory != null ? directory : BatchFolder.latest(parent).orElseThrow(() ->
                RunbenchException.badInput("there is no batch to resume in " + parent).remedy("start one: scripts/overnight --periods 1ms"));
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        List<String> others = new ArrayList<>(names);
        typed.matchedOptions().stream().map(CommandLine.Model.OptionSpec::longestName).filter(o -> !OF_RESUMED.contains(o)).forEach(others::add);
        if (!others.isEmpty()) {
            throw RunbenchException.badInput("a resumed batch goes on with what it was begun with, not with " + String.join(", ", others))
                    .remedy("leave that out, or begin a new batch: leave out --resume");
        }
        return BatchFolder.open(latest);
    }

    private BatchFolder planned(Catalogue known, int runs) throws IOException {
        List<BatchItem> plan = new ArrayList<>();
        for (String id : ids(known)) {
            if (emulation.asked()) {
                plan.add(new BatchItem(id, BatchItem.EMULATED));
                continue;
            }
            for (String period : periods) {
                plan.add(new BatchItem(id, Period.parse(period).toString()));
            }
        }
        if (plan.isEmpty()) {
            throw RunbenchException.badInput("there is nothing to run").remedy("runbench list --runnable");
        }
        Path path = directory != null ? directory : RunFolder.defaultResults().resolve("overnight").resolve(UTC.format(Instant.now()));
        if (Files.exists(path.resolve("plan.json"))) {
            throw RunbenchException.badInput(path + " already holds a batch").remedy("go on with it: --resume -o " + path);
        }
        List<BatchItem> items = plan.stream().distinct().toList();
        new DiskNeed(items, runs, path).check(item -> seconds(known, item), Period::parse);
        return BatchFolder.create(path, items, options());
    }

    /** Ids named, from arguments and file; else whatever this machine can run. */
    private List<String> ids(Catalogue known) throws IOException {
        List<String> wanted = new ArrayList<>(names);
        if (list != null) {
            Files.readAllLines(list).stream().map(l -> l.replaceFirst("#.*", "").strip()).filter(l -> !l.isEmpty()).forEach(wanted::add);
        }
        if (wanted.isEmpty() && list == null) {
            return known.entries().stream().filter(e -> ListCommand.row(e, catalogue).runs() != null).map(Entry::id).toList();
        }
        return wanted.stream().map(name -> known.find(name).id()).toList();
    }

    /** Of all runs of the batch. */
    private List<String> options() {
        List<String> options = new ArrayList<>(catalogue.arguments());
        options.addAll(count.arguments());
        options.addAll(emulation.arguments());
        if (noPlot) {
            options.add("--no-plot");
        }
        if (timeout != null) {
            Period.duration("--timeout", timeout);
            options.addAll(List.of("--timeout", timeout));
        }
        return options;
    }

    /** @param runs how often each benchmark is run for one item */
    private ChildRunner runner(Catalogue known, BatchFolder folder, int runs) {
        return new ChildRunner(thisCommand(), folder.options(), item -> limit(known, item).multipliedBy(runs).plus(AROUND_A_RUN));
    }

    private Duration limit(Catalogue known, BatchItem item) {
        if (timeout != null) {
            return Period.duration("--timeout", timeout);
        }
        ResolvedBenchmark benchmark = resolve(known, item);
        return (benchmark == null ? USUAL_TIMEOUT : benchmark.timeout()).multipliedBy(emulation.slowdown());
    }

    private Double seconds(Catalogue known, BatchItem item) {
        ResolvedBenchmark benchmark = resolve(known, item);
        return benchmark == null ? null : benchmark.seconds();
    }

    /** Null where nothing can run: the run itself will say why, in its log line. */
    private ResolvedBenchmark resolve(Catalogue known, BatchItem item) {
        try {
            return Resolver.resolve(known.find(item.benchmark()), catalogue.resolveOptions(Path.of(".")));
        } catch (RunbenchException e) {
            return null;
        }
    }

    /** The same Java, the same classes: a build in the middle of the night must not change what is measured. */
    private static List<String> thisCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.awt.headless=true",
                "-Drunbench.home=" + System.getProperty("runbench.home", "."),
                "-cp", System.getProperty("java.class.path"), "runbench.cli.Main"));
        return command;
    }
}
