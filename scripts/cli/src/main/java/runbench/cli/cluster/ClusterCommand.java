package runbench.cli.cluster;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import runbench.base.progress.ProgressDisplay;
import runbench.cli.option.PageOptions;
import runbench.cli.option.PredictedOption;
import runbench.cli.option.SamplingOptions;
import runbench.cli.output.Failures;
import runbench.report.text.PrintedJson;
import runbench.cli.output.Terminal;
import runbench.measure.cluster.ClusterLaunch;
import runbench.measure.cluster.ClusterObserver;
import runbench.measure.cluster.ClusterRequest;
import runbench.measure.cluster.ClusterResults;
import runbench.sampler.run.SamplingPeriod;

/** {@code runbench cluster}: a parallel program, every rank under counters, on the launcher that the cluster has. */
@Command(name = "cluster", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = {"runbench cluster [OPTIONS] -- LAUNCHER [ARGUMENTS...] PROGRAM [ARGUMENTS...]",
                "       runbench cluster [OPTIONS] --launch 'LAUNCHER...' -- PROGRAM [ARGUMENTS...]"},
        description = "Runs a parallel program by its own launcher - mpirun, srun, ssh - with every rank sampled, messages of MPI "
                + "programs traced, and the nodes' clocks measured before and after. Nodes need a folder that all of them see, and no Java.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench cluster -- mpirun -np 4 ./app input.txt",
                "  runbench cluster --launch 'srun -N2 -n8' -- ./app input.txt      wrapped: for programs linked statically",
                "  runbench cluster --launch 'ssh {host} {command}' --hosts n1,n2 -- ./server",
                "  runbench cluster --period 100ms -e page-faults,context-switches -- mpirun -np 64 ./app"})
public final class ClusterCommand implements Callable<Integer> {
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "1..*",
            description = "Launcher and program; with --launch the program alone.")
    private List<String> command;

    @Option(names = "--launch", paramLabel = "LAUNCHER", order = 1,
            description = "What starts the ranks: its words stand before the program. With "
                    + "{host} and {command} in it, it is used once for each of --hosts.")
    private String launch;

    @Option(names = "--hosts", split = ",", paramLabel = "HOST", order = 2,
            description = "HOST or HOST=ADDRESS, separated by commas: with "
                    + "{host} in --launch a rank on each; otherwise only how hosts are reached whose name is not their address.")
    private List<String> hosts = List.of();

    @Option(names = "--per-node", order = 3,
            description = "One recording a node, of all that runs on its CPUs, instead of one a rank.")
    private boolean perNode;

    @Option(names = "--start-in", paramLabel = "TIME", order = 4,
            description = "Let all ranks go at one instant of the reference's time, so long " + "after all are ready.")
    private String startIn;

    @Option(names = "--local", paramLabel = "DIR", order = 5,
            description = "Write recordings to this folder of each node while the program runs, "
                    + "and bring them home afterwards.")
    private Path local;

    @Option(names = "--no-trace", order = 6, description = "Do not trace the messages of an MPI program.")
    private boolean noTrace;

    @Option(names = "--mpi", paramLabel = "NAME", defaultValue = "auto", order = 7,
            description = "openmpi, mpich, or auto (from program and " + "launcher; default).")
    private String mpi;

    @Option(names = "--no-cpu-clock", order = 7,
            description = "Trace without reading the CPU clock at each call: cheaper, but compute time is then "
                    + "wall time.")
    private boolean noCpuClock;

    @Option(names = "--no-sync", order = 8,
            description = "Do not measure the nodes' clocks: ranks of different hosts are then not aligned.")
    private boolean noSync;

    @Option(names = "--sync-start", paramLabel = "TEMPLATE", order = 8,
            description = "How reflectors are started on the hosts, for example "
                    + "'srun --overlap -w {host} -n 1 {command}' (default: in a Slurm allocation that, elsewhere the ranks start them).")
    private String syncStart;

    @Option(names = "--resync", paramLabel = "TIME", order = 8,
            description = "Measure the clocks again so often while the program runs (default: "
                    + "only before and after).")
    private String resync;

    @Option(names = "--sync-window", paramLabel = "TIME", defaultValue = "4s", order = 8,
            description = "How long a clock window takes (default: " + "${DEFAULT-VALUE}).")
    private String syncWindow;

    @Option(names = "--name", paramLabel = "NAME", order = 9,
            description = "Name in charts and folders (default: the program's).")
    private String name;

    @Mixin
    private SamplingOptions sampling;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Folder for the run, seen by all nodes (default: "
                    + "cluster/NAME/<UTC time>/ where results go).")
    private Path directory;

    @Option(names = "--no-plot", order = 33,
            description = "Draw no chart and find no phases; runbench plot does it later.")
    private boolean noPlot;

    @Mixin
    private PageOptions page = new PageOptions();

    @Mixin
    private PredictedOption predictedOption = new PredictedOption();

    @Option(names = "--json", order = 34, description = "Print the run's record as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors and the program's output.")
    private boolean quiet;

    /** What follows the launcher is the launcher's: "cluster mpirun -np 4 ./app" needs no "--". */
    @Spec
    void spec(CommandSpec own) {
        spec = own;
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        PredictedRun predicted = predicted();
        ExitCode shown = ExitCode.OK;
        try (Terminal terminal = Terminal.of(quiet)) {
            ClusterRun run = new ClusterLaunch(request(), observer(terminal, err), json ? System.err : System.out,
                    System.err).run();
            terminal.close();
            if (json) {
                out.println(PrintedJson.text(OutputFormat.CLUSTER_RUN, run.record()));
            } else if (!quiet) {
                ClusterText.print(run, out);
            }
            if (!noPlot && run.ranks().stream().anyMatch(r -> r.recording() != null)) {
                shown = draw(run, predicted, terminal, json || quiet ? null : out, err);
            }
            ExitCode code = exitCode(run.record());
            return (code == ExitCode.OK ? shown : code).code();
        }
    }

    /** What a prediction can be refused for before anything runs. */
    private PredictedRun predicted() {
        PredictedRun predicted = predictedOption.read();
        if (predicted == null) {
            return null;
        }
        if (noTrace || noPlot) {
            throw RunbenchException
                    .badInput("--predicted is shown beside phases, which " + (noTrace ? "--no-trace" : "--no-plot")
                            + " does not look for")
                    .remedy("leave one of them out; runbench plot RUN --predicted MEASURED shows it later");
        }
        List<String> words = new ArrayList<>(launch == null ? List.of() : List.of(launch));
        words.addAll(command);
        predicted.check(words);
        return predicted;
    }

    /**
     * What was measured is there, whatever becomes of its chart.
     *
     * @return bad input where a prediction was given that is not of this run: everything else is shown; machine where
     *     causality contradicts the clocks
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

    private static ExitCode exitCode(ClusterRecord record) {
        return switch (record.state()) {
            case FINISHED -> ExitCode.OK;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case FAILED -> record.ranks().isEmpty() && Integer.valueOf(0).equals(record.exitStatus()) ? ExitCode.MACHINE
                    : ExitCode.BENCHMARK_FAILED;
            case RUNNING, INCOMPLETE -> ExitCode.MACHINE;
        };
    }

    private ClusterRequest request() {
        boolean perHost = launch != null && launch.contains("{command}");
        if (perHost && hosts.isEmpty()) {
            throw RunbenchException
                    .badInput("--launch '" + launch + "' is for one host at a time, and no host is named")
                    .remedy("--hosts n1,n2");
        }
        if (sampling.count().exact()) {
            throw RunbenchException
                    .badInput("--exact runs a program several times, which a run on many nodes does not do")
                    .remedy("leave it out, or use --groups");
        }
        return new ClusterRequest(command, launch == null ? ClusterRecord.Form.CONSTRUCTOR : ClusterRecord.Form.WRAPPER,
                launch, hosts, name, sampling.settings(false),
                new ClusterRequest.Tracing(!noTrace, mpi, !noCpuClock, ""), perNode, new ClusterRequest.Clocks(!noSync,
                        template(), time("--resync", resync), time("--sync-window", syncWindow)),
                time("--start-in", startIn), directory, local);
    }

    /** Slurm ends what a step leaves behind, reflectors too: within an allocation they are steps of their own. */
    private String template() {
        return syncStart == null && System.getenv("SLURM_JOB_ID") != null
                ? "srun --overlap -N 1 -n 1 -w {host} {command}"
                : syncStart;
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
