package runbench.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;
import runbench.base.process.JavaCommand;
import runbench.batch.BatchFolder;
import runbench.batch.BatchPlanner;
import runbench.batch.BatchRequest;
import runbench.batch.BatchSummary;
import runbench.batch.Spreading;
import runbench.batch.UnattendedBatch;
import runbench.catalogue.Catalogue;
import runbench.cli.PrintedJson;
import runbench.cli.Main;
import runbench.cli.Terminal;
import runbench.cli.run.CountOptions;
import runbench.cli.run.EmulationOptions;
import runbench.measure.EmulationSettings;
import runbench.sampler.run.SamplingPeriod;
import runbench.sync.window.Words;

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
            "  scripts/overnight --launch 'ssh {host} {command}' --hosts n1,n2   several hosts at once; they share a file system",
            "  scripts/overnight --slurm --sbatch '--exclusive'  a job array: Slurm decides where and when",
            "  scripts/overnight --resume                        continue after a crash or a reboot"})
public final class OvernightCommand implements Callable<Integer> {
    private static final Set<String> OF_RESUMED = Set.of("--resume", "--retry-failed", "--output", "--json", "--quiet", "--launch", "--hosts", "--slurm",
            "--sbatch");

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

    @Option(names = "--launch", paramLabel = "TEMPLATE", order = 7, description = "Run on several hosts at once, each run started by this, for example "
            + "'ssh {host} {command}'. All hosts see this folder, Java and the batch's folder under the same names.")
    private String launch;

    @Option(names = "--hosts", split = ",", paramLabel = "HOST", order = 7, description = "For --launch, separated by commas; one named twice runs two "
            + "at once. A run that a host lost is repeated on another.")
    private List<String> hosts = List.of();

    @Option(names = "--slurm", order = 7, description = "Run as a Slurm job array. Ctrl-C leaves it to Slurm; --resume comes back to it.")
    private boolean slurm;

    @Option(names = "--sbatch", paramLabel = "OPTIONS", order = 7, description = "For --slurm: what sbatch is to be told, for example "
            + "'--partition=short --exclusive'.")
    private String sbatch = "";

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
        spreading();
        if (!resume) {
            Catalogue known = catalogue.load();
            // What no run could count is said now, not in every line of tomorrow's log.
            BatchRequest request = request();
            return night(new BatchPlanner(request, known, catalogue.resolveOptions()).plan(), request, known);
        }
        BatchFolder folder = BatchPlanner.begun(directory);
        requireNothingNew();
        OvernightCommand begun = new OvernightCommand();
        new CommandLine(begun).parseArgs(folder.options().toArray(String[]::new));
        begun.spec = spec;
        begun.json = json;
        begun.quiet = quiet;
        begun.retryFailed = retryFailed;
        begun.launch = launch;
        begun.hosts = hosts;
        begun.slurm = slurm;
        begun.sbatch = sbatch;
        Catalogue known = begun.catalogue.load();
        BatchRequest request = begun.request();
        new BatchPlanner(request, known, begun.catalogue.resolveOptions()).requireRoom(folder);
        return begun.night(folder, request, known);
    }

    private int night(BatchFolder folder, BatchRequest request, Catalogue known) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Spreading spreading = spreading();
        // One bar cannot show what runs at once.
        NightWatch watch = new NightWatch(Terminal.of(quiet || json || !spreading.equals(Spreading.NONE)), line -> {
            if (!quiet && !json) {
                out.println(line);
            }
        });
        BatchSummary summary = new UnattendedBatch(folder, request, known, catalogue.resolveOptions(), child(), spreading, watch).run(retryFailed);
        out.println(json ? PrintedJson.text(summary) : summary.text());
        return summary.failed() > 0 ? ExitCode.BENCHMARK_FAILED.code() : ExitCode.OK.code();
    }

    private Spreading spreading() {
        return new Spreading(launch, hosts, slurm, Words.split(sbatch));
    }

    /** A run in a process of its own, with the Java options that scripts/runbench gives it. */
    private static List<String> child() {
        Path options = ProjectHome.folder().resolve(Path.of("scripts", "lib", "jvm", "long"));
        return JavaCommand.of(Main.class, Stream.concat(Stream.of(options).filter(Files::exists).map(file -> "@" + file),
                Stream.of("-Djava.awt.headless=true")).toList());
    }

    /** A resumed batch has its options from its folder. */
    private void requireNothingNew() {
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        List<String> others = new ArrayList<>(names);
        typed.matchedOptions().stream().map(CommandLine.Model.OptionSpec::longestName).filter(o -> !OF_RESUMED.contains(o)).forEach(others::add);
        if (!others.isEmpty()) {
            throw RunbenchException.badInput("a resumed batch goes on with what it was begun with, not with " + String.join(", ", others))
                    .remedy("leave that out, or begin a new batch: leave out --resume");
        }
    }

    private BatchRequest request() {
        return new BatchRequest(names, list, emulation.asked() ? List.of() : periods.stream().map(SamplingPeriod::parse).toList(),
                emulation.asked() ? 1 : count.request(false).runs(), emulation.asked() ? EmulationSettings.SLOWDOWN : 1,
                timeout == null ? null : SamplingPeriod.duration("--timeout", timeout), directory, options());
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
            options.addAll(List.of("--timeout", timeout));
        }
        return options;
    }
}
