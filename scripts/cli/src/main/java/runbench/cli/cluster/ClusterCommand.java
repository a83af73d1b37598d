package runbench.cli.cluster;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.PredictedRun;
import runbench.align.view.ViewRequest;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.process.ProgramWords;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.PageOptions.ClusterPageOptions;
import runbench.cli.option.SamplingOptions;
import runbench.cli.output.Failures;
import runbench.cli.output.Terminal;
import runbench.measure.cluster.ClusterLaunch;
import runbench.measure.cluster.ClusterObserver;
import runbench.measure.cluster.ClusterRequest;
import runbench.measure.cluster.ClusterResults;
import runbench.measure.cluster.Plan;
import runbench.measure.cluster.PlanFile;
import runbench.measure.cluster.PlanLaunch;
import runbench.report.text.PrintedJson;
import runbench.sampler.run.SamplingPeriod;

/** {@code runbench cluster}: runs a parallel program with every rank under counters. */
@Command(name = "cluster", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = {"runbench cluster [OPTIONS] -- LAUNCHER [ARG...] PROGRAM [ARG...]",
                "       runbench cluster [OPTIONS] --launch 'LAUNCHER...' -- PROGRAM [ARGUMENTS...]",
                "       runbench cluster [OPTIONS] --plan FILE.toml"},
        description = "Runs a parallel program with its own launcher (mpirun, srun, ssh). Samples every rank, traces "
                + "the messages of MPI programs, and measures the clocks of the nodes before and after. Nodes need "
                + "a shared folder, but no Java. With --plan: the programs of a service, such as a server and "
                + "its client.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench cluster -- mpirun -np 4 ./app input.txt",
                "  runbench cluster --launch 'srun -N2 -n8' -- ./app input.txt      for statically linked programs",
                "  runbench cluster --launch 'ssh {host} {command}' --hosts n1,n2 -- ./server",
                "  runbench cluster --plan shop.toml      servers and clients: start order, readiness, end",
                "  runbench cluster --period 100ms -e page-faults,context-switches -- mpirun -np 64 ./app"})
public final class ClusterCommand implements Callable<Integer> {
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*",
            description = "Launcher and program; with --launch the program alone.")
    private List<String> command = List.of();

    @Option(names = "--plan", paramLabel = "FILE", order = 0,
            description = "Run the programs of a TOML file, each with its host, start order, readiness and end "
                    + "(how-to: distributed-service).")
    private Path plan;

    @Option(names = "--launch", paramLabel = "TEMPLATE", order = 1,
            description = "Command that starts the ranks; its words precede the program. With {host} and "
                    + "{command} it runs once for each of --hosts.")
    private String launch;

    @Option(names = "--hosts", split = ",", paramLabel = "HOST", order = 2,
            description = "HOST or HOST=ADDRESS, separated by commas. With {host} in --launch: one rank on each. "
                    + "Otherwise: addresses of hosts whose names are not addresses.")
    private List<String> hosts = List.of();

    @Option(names = "--per-node", order = 3,
            description = "One recording per node, of all programs on its CPUs, instead of one per rank.")
    private boolean perNode;

    @Option(names = "--start-in", paramLabel = "TIME", order = 4,
            description = "Start all ranks at the same instant, this long after all are ready.")
    private String startIn;

    @Option(names = "--local", paramLabel = "DIR", order = 5,
            description = "Write recordings to this folder of each node while the program runs, and copy them "
                    + "afterwards.")
    private Path local;

    @Option(names = "--no-trace", order = 6, description = "Do not trace the messages of an MPI program.")
    private boolean noTrace;

    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 7,
            description = "openmpi, mpich, or auto (from program and launcher; default).")
    private String mpi;

    @Option(names = "--resync", paramLabel = "TIME", order = 8,
            description = "Interval between clock measurements while the program runs (default: only before and "
                    + "after).")
    private String resync;

    @Option(names = "--sync-window", paramLabel = "TIME", defaultValue = "4s", order = 8,
            description = "Length of a clock measurement (default: ${DEFAULT-VALUE}).")
    private String syncWindow;

    @Option(names = "--name", paramLabel = "NAME", order = 9,
            description = "Name in charts and folders (default: the program's).")
    private String name;

    @Mixin
    private SamplingOptions sampling;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Folder for the run, visible to all nodes (default: cluster/NAME/<UTC time>/ in the results "
                    + "folder).")
    private Path directory;

    @Option(names = "--no-chart", order = 33,
            description = "Draw no chart and find no phases; runbench plot can do both later.")
    private boolean noChart;

    @Mixin
    private ClusterPageOptions page = new ClusterPageOptions();

    @Mixin
    private PrintedOptions printed;

    /** Arguments behind the launcher belong to it: "cluster mpirun -np 4 ./app" needs no "--". */
    @Spec
    void spec(CommandSpec own) {
        spec = own;
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Plan read = plan();
        PredictedRun predicted = predicted();
        ExitCode shown = ExitCode.OK;
        try (Terminal terminal = printed.terminal()) {
            PrintStream shownOutput = printed.isJson() ? System.err : System.out;
            ClusterRun run = read == null
                    ? new ClusterLaunch(request(), observer(terminal, err), shownOutput, System.err).run()
                    : new PlanLaunch(read, request(read), observer(terminal, err), shownOutput, System.err).run();
            terminal.close();
            if (printed.isJson()) {
                out.println(read == null ? PrintedJson.text(OutputFormat.CLUSTER_RUN, run.record())
                        : PrintedJson.text(ClusterRun.json(run.record())));
            } else if (!printed.isQuiet()) {
                ClusterText.print(run, out);
            }
            if (!noChart && run.ranks().stream().anyMatch(r -> r.recording() != null)) {
                shown = draw(run, predicted, terminal, printed.isText() ? out : null, err);
            }
            ExitCode code = run.record().exitCode();
            return (code == ExitCode.OK ? shown : code).code();
        }
    }

    /** Rejects an unusable prediction before the run. */
    private PredictedRun predicted() {
        PredictedRun predicted = page.predicted();
        if (predicted == null) {
            return null;
        }
        if (noTrace || noChart) {
            throw RunbenchException
                    .badInput("--predicted is shown beside phases, which " + (noTrace ? "--no-trace" : "--no-chart")
                            + " does not look for")
                    .remedy("leave one of them out; runbench plot RUN --predicted MEASURED shows it later");
        }
        List<String> words = new ArrayList<>(launch == null ? List.of() : List.of(launch));
        words.addAll(command);
        predicted.check(words);
        return predicted;
    }

    /**
     * Prints the results of the run. A failure to draw does not affect the measurement.
     *
     * @return bad input: the prediction is not of this run; machine: causality contradicts the clocks
     */
    private ExitCode draw(ClusterRun run, PredictedRun predicted, Terminal terminal, PrintWriter out, PrintWriter err) {
        try {
            ClusterResults results = ClusterResults.of(run, ViewRequest.whole().beside(predicted), terminal);
            try {
                results.chart(run.folder().chart(), null, 1);
                results.tables();
                if (out != null) {
                    ClusterText.print(results.view(), run, out);
                }
            } finally {
                page.write(run.folder().page(), results::page, out, err);
            }
            boolean isContradicted = results.view().alignment().kind() == AlignmentQuality.Kind.CONTRADICTED;
            if (isContradicted && out == null) {
                err.println("runbench: " + results.view().alignment().words());
            }
            return isContradicted ? ExitCode.MACHINE : ExitCode.OK;
        } catch (RuntimeException e) {
            Failures.print(ExceptionTranslator.translate(e), err);
            err.flush();
            if (predicted == null) {
                return ExitCode.OK;
            }
            draw(run, null, terminal, out, err);
            return ExitCode.BAD_INPUT;
        }
    }

    /** Returns the plan; null: a parallel program. */
    private Plan plan() {
        if (plan == null) {
            if (command.isEmpty()) {
                throw RunbenchException.badInput("neither a command nor --plan is given")
                        .remedy("runbench cluster -- mpirun -np 4 ./app, or runbench cluster --plan FILE.toml");
            }
            return null;
        }
        Map<String, Boolean> conflicts = new LinkedHashMap<>();
        conflicts.put(command.isEmpty() ? "a command" : "the command " + command.get(0), !command.isEmpty());
        conflicts.put("--hosts", !hosts.isEmpty());
        conflicts.put("--per-node", perNode);
        conflicts.put("--start-in", startIn != null);
        conflicts.put("--no-trace", noTrace);
        conflicts.put("--mpi", !mpi.equals("auto"));
        conflicts.put("--predicted", page.predicted() != null);
        conflicts.forEach((what, isGiven) -> {
            if (isGiven) {
                throw RunbenchException.badInput("--plan and " + what + " cannot be combined: the plan names programs, "
                        + "hosts and their order").remedy("leave out " + what);
            }
        });
        return PlanFile.read(plan, launch, name);
    }

    private ClusterRequest request(Plan read) {
        requireSampling();
        return new ClusterRequest(List.of("runbench", "cluster", "--plan", plan.toString()), ClusterRecord.Form.WRAPPER,
                null, List.of(), read.name(), sampling.settings(false), new ClusterRequest.Tracing(false, "auto"),
                false, new ClusterRequest.Clocks(time("--resync", resync), time("--sync-window", syncWindow)), null,
                directory, local);
    }

    private void requireSampling() {
        if (sampling.count().exact()) {
            throw RunbenchException
                    .badInput("--exact runs a program several times, which a run on many nodes does not do")
                    .remedy("leave it out, or use --groups");
        }
    }

    private ClusterRequest request() {
        boolean perHost = launch != null && launch.contains("{command}");
        if (perHost && hosts.isEmpty()) {
            throw RunbenchException
                    .badInput("--launch '" + launch + "' is for one host at a time, and no host is named")
                    .remedy("--hosts n1,n2");
        }
        requireSampling();
        ProgramWords.requireProgram(command, "runbench cluster --");
        return new ClusterRequest(command, launch == null ? ClusterRecord.Form.CONSTRUCTOR : ClusterRecord.Form.WRAPPER,
                launch, hosts, name, sampling.settings(false), new ClusterRequest.Tracing(!noTrace, mpi), perNode,
                new ClusterRequest.Clocks(time("--resync", resync), time("--sync-window", syncWindow)),
                time("--start-in", startIn), directory, local);
    }

    private static Duration time(String option, String text) {
        return text == null ? null : SamplingPeriod.duration(option, text);
    }

    private ClusterObserver observer(Terminal terminal, PrintWriter err) {
        return new ClusterObserver() {
            @Override
            public ProgressDisplay progress() {
                return terminal;
            }

            @Override
            public void step(String what) {
                if (terminal.visible()) {
                    err.println("runbench:   " + what);
                    err.flush();
                }
            }

            @Override
            public void problem(RunbenchException what) {
                Failures.print(what, err);
                err.flush();
            }
        };
    }
}
