package runbench.cli.sync;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.parser.ExitCode;
import runbench.parser.RunbenchException;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.model.NodeModels;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.window.Node;
import runbench.sync.window.Plan;
import runbench.sync.window.Programs;
import runbench.sync.window.Reflectors;

/** {@code runbench sync measure}: one synchronisation window from the reference. */
@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Measure nodes' clocks from this host, the reference, in one declared window.",
            "Writes window-TIME/NODE.xchg (raw exchanges) and NODE.model.json for each node. An existing model of the same"
                + " clock is extended: measure before and after a run to interpolate in between."},
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench sync measure --nodes node1,node2 --start-with 'ssh {host} {command}' -o clocks/",
            "  runbench sync measure --nodes a=10.0.0.2,b=10.0.0.3:7912      reflectors are running already",
            "  runbench sync measure --nodes a=10.0.0.2,b=10.0.0.3 --broadcast 10.0.0.255 --window 10s",
            "Other templates: 'srun -w {host} {command}', 'mpirun -host {host} {command}', 'ip netns exec {host} {command}',",
            "'pdsh -R exec -w {hosts} ip netns exec %%h {command}'."})
final class MeasureCommand implements Callable<Integer> {
    @Option(names = "--nodes", required = true, split = ",", paramLabel = "NODE",
            description = "NODE, NODE=ADDRESS or NODE=ADDRESS:PORT, separated by commas.")
    private List<String> nodes;

    @Option(names = "--port", defaultValue = "" + Node.DEFAULT_PORT, description = "Reflectors' port; default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--start-with", paramLabel = "TEMPLATE",
            description = "Start (and end) the reflectors: {host} or {hosts}, {name}, {port} and {command} are replaced.")
    private String template;

    @Option(names = "--reflector", paramLabel = "COMMAND",
            description = "The reflector on the nodes; default: this host's, --listen :{port} --until-eof.")
    private String reflector;

    @Option(names = "--clock", paramLabel = "SPEC", defaultValue = "realtime",
            description = "The reference's clock; started reflectors use the same source. Default: ${DEFAULT-VALUE}.")
    private String clock;

    @Option(names = "--reference", paramLabel = "NAME", description = "This host's name in the files; default: its host name.")
    private String reference;

    @Option(names = "--bursts", description = "Bursts a window; default: 16, with --broadcast 4.")
    private Integer bursts;

    @Option(names = "--exchanges", description = "Exchanges a burst; default: 64, with --broadcast 16.")
    private Integer exchanges;

    @Option(names = "--broadcast", paramLabel = "ADDRESS", description = "Rate from beats that are broadcast to this address of the"
            + " nodes' network (10.0.0.255, or with :PORT), one packet for all nodes; a few exchanges (4 bursts of 16 unless"
            + " told) calibrate the offset. Reflectors must listen on all interfaces, as they do by default.")
    private String broadcast;

    @Option(names = "--beats", paramLabel = "N", description = "Beats a window, 20 to 1024; default: 64.")
    private Integer beats;

    @Option(names = "--window", paramLabel = "TIME", converter = Nanos.class, defaultValue = "4s",
            description = "Length of the window: 4s for the offset, 10s for the rate. Default: ${DEFAULT-VALUE}.")
    private long window;

    @Option(names = "--timeout", paramLabel = "TIME", converter = Nanos.class, defaultValue = "40ms",
            description = "Wait for one reply; default: ${DEFAULT-VALUE}.")
    private long timeout;

    @Option(names = "--parallel", defaultValue = "1", description = "Nodes probed at once; default: ${DEFAULT-VALUE}.")
    private int parallel;

    @Option(names = "--realtime", description = "SCHED_FIFO on both sides if permitted.")
    private boolean realtime;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto", description = "auto, kernel or user.")
    private String stamps;

    @Option(names = "--method", paramLabel = "NAME", description = "Estimator; default: blend.")
    private String method;

    @Option(names = "--wander", paramLabel = "PPM", defaultValue = "0.5",
            description = "How much a node's rate may change between windows; default: ${DEFAULT-VALUE} ppm.")
    private double wander;

    @Option(names = "--tolerance", paramLabel = "TIME", converter = Nanos.class, defaultValue = "100us",
            description = "For valid_until_ns: how wrong a prediction may become; default: ${DEFAULT-VALUE}.")
    private long tolerance;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", defaultValue = ".", description = "Folder for the files.")
    private Path folder;

    @Option(names = "--keep", paramLabel = "TIME", converter = Nanos.class, defaultValue = "0s",
            description = "Go on for so long: measure anew when a prediction may be worse than --tolerance.")
    private long keep;

    @Option(names = "--json", description = "Each window and its models, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Node> targets = nodes.stream().map(text -> Node.parse(text, port)).toList();
        Plan plan = plan();
        if (!json) {
            out.printf(Locale.ROOT, "window: %d nodes, %.1f s, at most %d packets and %.1f kB a node%s; nothing before, nothing after%n",
                    targets.size(), window * 1e-9, plan.packetsPerNode(), plan.bytesPerNode() / 1e3, plan.packetsForAll() == 0 ? ""
                            : " and " + plan.packetsForAll() + " packets for all");
            out.flush();
        }
        Estimator estimator = method == null ? Estimators.DEFAULT : Estimators.named(method);
        NodeModels models = new NodeModels(folder, reference == null ? hostName() : reference,
                clock.startsWith("virtual(") ? "virtual clock" : clock, wander * 1e-6, tolerance);
        boolean allAnswered = true;
        try (Reflectors started = template == null ? null : Reflectors.start(template, reflectorCommand(), targets)) {
            ResyncPolicy policy = new ResyncPolicy(tolerance, window * 1e-9);
            long end = System.nanoTime() + keep;
            do {
                WindowReport report = WindowReport.of(plan, targets, models, estimator, stamps);
                out.println(json ? Output.json(report.json()) : Output.table(report.rows()));
                out.flush();
                allAnswered &= report.complete();
                models.latest().forEach(policy::add);
            } while (waited(policy, end));
        }
        return allAnswered ? 0 : 3;
    }

    private Plan plan() {
        boolean beating = broadcast != null;
        if (beats != null && (!beating || beats < 20 || beats > 1024)) {
            throw RunbenchException.badInput("--beats " + beats + (beating ? ": from 20 to 1024" : ": beats go to a broadcast address"))
                    .remedy("For example: --broadcast 10.0.0.255 --beats 64");
        }
        int b = bursts != null ? bursts : beating ? 4 : 16;
        int e = exchanges != null ? exchanges : beating ? 16 : 64;
        String to = !beating || broadcast.contains(":") ? broadcast : broadcast + ":" + port;
        return new Plan(b, e, window, (int) Math.max(1, timeout / 1_000_000), parallel, clock, realtime, to,
                beats != null ? beats : beating ? 64 : 0);
    }

    /** Until the next window is due; false if the time to keep is over before. */
    private static boolean waited(ResyncPolicy policy, long end) {
        long due = System.nanoTime() + (long) (policy.intervalSeconds() * 1e9);
        if (due - end > 0) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; what was measured is kept");
        }
    }

    private String reflectorCommand() {
        return reflector != null ? reflector : Programs.path("runbench-reflector") + " --listen :{port} --until-eof --clock "
                + clock + (realtime ? " --realtime" : "");
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "reference";
        }
    }
}
