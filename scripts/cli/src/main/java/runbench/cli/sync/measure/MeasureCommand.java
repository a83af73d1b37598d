package runbench.cli.sync.measure;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Range;
import runbench.cli.option.JsonOption;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.cli.output.Interrupt;
import runbench.cli.output.Terminal;
import runbench.report.text.JsonText;
import runbench.report.text.KeepText;
import runbench.report.text.MeasureText;
import runbench.sync.session.Measurement;
import runbench.sync.session.MeasurementRequest;
import runbench.sync.session.MeasurementRun;
import runbench.sync.window.WindowPlan;

/** {@code runbench sync measure}: measures clocks in synchronisation windows. */
@Command(name = "measure", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Measures the clocks of nodes from this host, the reference, in one declared window.",
        "Writes window-TIME/NODE.xchg (raw exchanges) and NODE.model.json for each node. An existing "
                + "model of the same clock is extended: measure before and after a run to interpolate in between."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync measure --hosts node1,node2 --launch 'ssh {host} {command}' -o clocks/",
                "  runbench sync measure --hosts a=10.0.0.2,b=10.0.0.3:7912      the reflectors run already",
                "  runbench sync measure --hosts a=10.0.0.2,b=10.0.0.3 --broadcast 10.0.0.255 --window 10s",
                "  runbench sync measure --tree cluster.toml -o clocks/          gateways measure their nodes; "
                        + "cluster.toml:",
                "    reference = \"head\"                           # this host's name in the files",
                "    start = \"ssh {host} {command}\"               # how each machine starts programs on its children",
                "    children = [\"gw1=10.0.0.2\", \"gw2=10.0.0.3\"]  # or NAME, NAME=ADDRESS:PORT", "    [node.gw1]",
                "    children = [\"n1=10.1.0.2\", \"n2=10.1.0.3\"]", "    [node.gw2]",
                "    start = \"srun -w {host} {command}\"           # another template for the children of gw2",
                "    children = [\"n3\", \"n4\"]",
                "  runbench sync measure --hosts a=10.0.0.2 --keep 12h --gaps maintenance.txt --tolerance 50us",
                "Tested templates; {command} as a word of its own is quoted for the shell behind ssh, rsh and pdsh:",
                "  ssh -o BatchMode=yes {host} {command}        with keys: BatchMode makes ssh fail instead of "
                        + "asking for a password",
                "  srun -w {host} -n 1 {command}                inside of an allocation: srun --overlap -w {host} "
                        + "-n 1 {command}",
                "  mpirun --host {host} -n 1 {command}          Open MPI; MPICH: mpiexec.hydra -host {host} -n 1 "
                        + "{command}",
                "  pdsh -R ssh -w {hosts} {command}             one command for all nodes, not for gateways",
                "  ip netns exec {host} {command}               rehearsals in network namespaces"})
public final class MeasureCommand implements Callable<Integer> {
    @Option(names = "--hosts", split = ",", paramLabel = "HOST",
            description = "HOST, HOST=ADDRESS or HOST=ADDRESS:PORT, separated by commas.")
    private List<String> nodes;

    @Option(names = "--tree", paramLabel = "FILE",
            description = "Measure a whole tree: this host measures gateways, and each gateway measures its "
                    + "nodes, at any "
                    + "depth. Every node then has a model relative to this host. The file, TOML, names the children of "
                    + "each machine and the template that starts programs on them. Gateways need only the native "
                    + "programs.")
    private Path tree;

    @Option(names = "--launch", paramLabel = "TEMPLATE",
            description = "Template that starts the reflectors, which end with this command: {host} or {hosts}, "
                    + "{address}, {name}, {port} and {command} are replaced.")
    private String template;

    @Option(names = "--reflector", paramLabel = "COMMAND",
            description = "Command of the reflector on the nodes; default: the path on this host, with --listen "
                    + ":{port} --until-eof.")
    private String reflector;

    @Option(names = "--clock", paramLabel = "SPEC", defaultValue = "realtime",
            description = "The reference's clock; started reflectors use the same source. Default: ${DEFAULT-VALUE}.")
    private String clock;

    @Option(names = "--reference", paramLabel = "NAME",
            description = "Name of this host in the files; default: its host name.")
    private String reference;

    @Option(names = "--bursts", description = "Bursts per window, 1 to 65535; default: 16, with --broadcast 4.")
    private Integer bursts;

    @Option(names = "--exchanges",
            description = "Exchanges per burst, 1 to 65535; default: 64, with --broadcast 16. Product of both: at most "
                    + WindowPlan.MAX_EXCHANGES + ".")
    private Integer exchanges;

    @Option(names = "--broadcast", paramLabel = "ADDRESS",
            description = "Measure the rate from beats that are broadcast to this address of the nodes' network "
                    + "(10.0.0.255, or with :PORT), one packet for all nodes; a few exchanges (default: 4 bursts "
                    + "of 16) "
                    + "calibrate the offset. Reflectors must listen on all interfaces, as they do by default. A node "
                    + "that receives too few beats is measured separately, 16 bursts of 64, in a second window.")
    private String broadcast;

    @Option(names = "--window", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "4s",
            description = "Length of the window: 4s for the offset, 10s for the rate; at most 1h. Default: "
                    + "${DEFAULT-VALUE}.")
    private long window;

    @Option(names = "--timeout", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "40ms",
            description = "Maximum wait for one reply; default: ${DEFAULT-VALUE}.")
    private long timeout;

    @Option(names = "--parallel", defaultValue = "8",
            description = "Number of nodes probed simultaneously, 1 to 1000; default: ${DEFAULT-VALUE}. A higher "
                    + "number takes less time; a lower number causes less interference.")
    private int parallel;

    @Option(names = "--key", paramLabel = "FILE",
            description = "Authenticate every packet (HMAC-SHA-256) with the key in this file, and reject others: for "
                    + "networks with other senders. The file has the same path on every machine, readable by its owner "
                    + "only: head -c 32 /dev/urandom | base64 > FILE; chmod 600 FILE.")
    private Path key;

    @Option(names = "--realtime", description = "Use SCHED_FIFO on both sides if permitted.")
    private boolean realtime;

    @Option(names = "--stamps", paramLabel = "KIND", defaultValue = "auto", description = "auto, kernel or user.")
    private String stamps;

    @Option(names = "--wander", paramLabel = "PPM", defaultValue = "0.5",
            description = "Maximum change of a node's rate between and beyond windows; the bounds there depend on it. "
                    + "Default: ${DEFAULT-VALUE} ppm, or twice the change between its windows, if that is more.")
    private double wander;

    @Option(names = "--tolerance", paramLabel = "TIME", converter = NanosOrSeconds.class, defaultValue = "100us",
            description = "Maximum predicted error, for valid_until_ns; default: ${DEFAULT-VALUE}.")
    private long tolerance;

    @Option(names = "--utc-from", paramLabel = "SERVICE", defaultValue = "auto",
            description = "Source of UTC on this host after each window: chrony[:SOCKET], ntpd[:HOST], timesyncd, "
                    + "kernel "
                    + "(adjtimex(2) alone), or auto (default): the first of these that follows UTC. No clock is set.")
    private String utcFrom;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", defaultValue = ".", description = "Folder for the files.")
    private Path folder;

    @Mixin
    private KeepOptions keeping;

    @Mixin
    private JsonOption printed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        return Interrupt.endingEarly(spec.commandLine().getErr(), this::measure);
    }

    private int measure() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Measurement measurement = request().measurement();
        if (!printed.isJson()) {
            MeasureText.declaration(measurement.declaration()).forEach(out::println);
            if (keeping.wanted()) {
                out.println(keeping.promise());
            }
            out.flush();
        }
        try (measurement; Terminal terminal = printed.terminal()) {
            measurement.start(terminal.start("starting", "nodes"));
            MeasurementRun run = new MeasurementRun(measurement, folder,
                    new MeasureObserver(terminal, out, spec.commandLine().getErr(), printed.isJson(), tolerance));
            if (!keeping.wanted()) {
                return run.measureWindow().complete() ? 0 : 3;
            }
            boolean stated = spec.commandLine().getParseResult().hasMatchedOption("--wander");
            MeasurementRun.Kept kept = run.keep(
                    (start, length) -> keeping.permission(start, length, measurement, folder), keeping.nanos(), window,
                    tolerance, stated);
            out.println(printed.isJson() ? JsonText.of(OutputFormat.SYNC_EVENT, KeepText.json(kept.outcome()))
                    : KeepText.summary(kept.outcome(), tolerance));
            out.flush();
            return kept.complete() ? 0 : 3;
        }
    }

    private MeasurementRequest request() {
        Range.time("--window", window, 0, Range.LONGEST_WINDOW);
        Range.time("--timeout", timeout, 1_000_000L, 60_000_000_000L);
        Range.whole("--parallel", parallel, 1, 1000);
        Range.number("--wander", wander, 0, Range.MOST_PPM, "ppm");
        Range.time("--tolerance", tolerance, 1, Range.LONGEST_WINDOW);
        keeping.check();
        return new MeasurementRequest(nodes, tree, template, reflector, clock, reference,
                new MeasurementRequest.Packets(bursts, exchanges, broadcast, window, timeout, parallel, key, realtime),
                stamps, wander, tolerance, utcFrom, folder);
    }
}
