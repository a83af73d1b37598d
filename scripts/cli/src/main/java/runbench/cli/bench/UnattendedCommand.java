package runbench.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.CountOptions;
import runbench.cli.option.EmulationOptions;
import runbench.cli.option.JsonOption;
import runbench.cli.option.RenamedOptions;
import runbench.cli.output.Terminal;
import runbench.measure.EmulationSettings;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.BatchPlanner;
import runbench.measure.batch.BatchRequest;
import runbench.measure.batch.Spreading;
import runbench.measure.batch.UnattendedBatch;
import runbench.sampler.run.SamplingPeriod;
import runbench.sync.window.Template.Words;

/** Runs benchmarks unattended, one after the other. Subclasses present the results. */
abstract class UnattendedCommand implements Callable<Integer> {
    private static final Set<String> OF_RESUMED = Set.of("--resume", "--retry-failed", "--output", "--json", "--quiet",
            "--launch", "--hosts", "--slurm", "--sbatch");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BENCHMARK", arity = "0..*",
            description = "Ids or aliases (default: all that can run here).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--ids", paramLabel = "FILE", order = 2,
            description = "File of ids, one per line; # begins a comment.")
    private Path list;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 3,
            description = "Folder of the batch (default: one named after the time, in results/).")
    private Path directory;

    @Option(names = "--resume", order = 4,
            description = "Resume the batch in -o DIR, or the latest one. Finished runs are skipped.")
    private boolean resume;

    @Option(names = "--retry-failed", order = 5, description = "With --resume: repeat failed runs.")
    private boolean retryFailed;

    @Option(names = "--timeout", paramLabel = "TIME", order = 6,
            description = "Maximum wall time of each run (default: the benchmark's own).")
    private String timeout;

    @Option(names = "--launch", paramLabel = "TEMPLATE", order = 7,
            description = "Run on several hosts in parallel; each run is started by this template, for example "
                    + "'ssh {host} "
                    + "{command}'. All hosts need this folder, Java and the batch's folder under the same paths.")
    private String launch;

    @Option(names = "--hosts", split = ",", paramLabel = "HOST", order = 7,
            description = "Hosts for --launch, separated by commas. A host that is given twice runs two benchmarks in "
                    + "parallel. A run that a host lost is repeated on another host.")
    private List<String> hosts = List.of();

    @Option(names = "--slurm", order = 7,
            description = "Run as a Slurm job array. After Ctrl-C the jobs continue; --resume waits for them again.")
    private boolean slurm;

    @Option(names = "--sbatch", paramLabel = "OPTIONS", order = 7,
            description = "With --slurm: options for sbatch, for example '--partition=short --exclusive'.")
    private String sbatch = "";

    @Option(names = "--no-chart", order = 8, description = "Draw no charts.")
    private boolean noChart;

    @Mixin
    private JsonOption printed;

    @Mixin
    private CountOptions count;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private CatalogueOptions catalogue;

    /** Returns the name of the script, and of its folder below the results folder. */
    abstract String place();

    /** Returns whether sampling periods were given. */
    abstract boolean hasPeriods();

    /** Returns the sampling periods as typed, or the default. */
    abstract List<String> periods();

    /** Returns a new command of the same class, which reads the options of a stored batch. */
    abstract UnattendedCommand fresh();

    /** Returns further options that a resumed batch accepts. */
    Set<String> anew() {
        return Set.of();
    }

    boolean json() {
        return printed.isJson();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Plans or resumes a batch, and runs it to its end. */
    UnattendedBatch.Finished night() throws Exception {
        emulation.reject(null, count);
        if (emulation.asked() && hasPeriods()) {
            throw RunbenchException
                    .badInput("--period is the time between samples; emulation samples over instructions")
                    .remedy(EmulationOptions.INSTEAD_OF_TIMES);
        }
        spreading();
        if (!resume) {
            Catalogue known = catalogue.load();
            // Events that no run can count are an error now, not in every line of the log.
            BatchRequest request = request();
            return night(new BatchPlanner(request, known, catalogue.resolveOptions()).plan(), request, known);
        }
        BatchFolder folder = BatchPlanner.begun(directory, place());
        requireNothingNew();
        UnattendedCommand begun = fresh();
        RenamedOptions.readStored(begun, folder.options());
        begun.spec = spec;
        begun.printed = printed;
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

    private UnattendedBatch.Finished night(BatchFolder folder, BatchRequest request, Catalogue known) throws Exception {
        Spreading spreading = spreading();
        // One bar cannot show parallel runs.
        NightWatch watch = new NightWatch(place(),
                Terminal.of(printed.isQuiet() || printed.isJson() || spreading.isParallel()), line -> {
                    if (!printed.isQuiet() && printed.isText()) {
                        out().println(line);
                    }
                });
        return new UnattendedBatch(folder, request, known, catalogue.resolveOptions(),
                spec.root().userObject().getClass(), spreading, watch).run(retryFailed);
    }

    private Spreading spreading() {
        return new Spreading(launch, hosts, slurm, Words.split(sbatch));
    }

    /** Rejects options that a resumed batch reads from its folder. */
    private void requireNothingNew() {
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        List<String> others = new ArrayList<>(names);
        typed.matchedOptions()
                .stream()
                .map(CommandLine.Model.OptionSpec::longestName)
                .filter(o -> !OF_RESUMED.contains(o) && !anew().contains(o))
                .forEach(others::add);
        if (!others.isEmpty()) {
            throw RunbenchException
                    .badInput("a resumed batch keeps its first options; not allowed: " + String.join(", ", others))
                    .remedy("leave that out, or begin a new batch: leave out --resume");
        }
    }

    private BatchRequest request() {
        return new BatchRequest(names, list,
                emulation.asked() ? List.of() : periods().stream().map(SamplingPeriod::parse).toList(),
                emulation.asked() ? 1 : count.request(false).runs(), emulation.asked() ? EmulationSettings.SLOWDOWN : 1,
                timeout == null ? null : SamplingPeriod.duration("--timeout", timeout),
                directory == null ? BatchPlanner.fresh(place()) : directory, options());
    }

    /** Returns the options of all runs of the batch. */
    private List<String> options() {
        List<String> options = new ArrayList<>(catalogue.arguments());
        options.addAll(count.arguments());
        options.addAll(emulation.arguments());
        if (noChart) {
            options.add("--no-chart");
        }
        if (timeout != null) {
            options.addAll(List.of("--timeout", timeout));
        }
        return options;
    }
}
