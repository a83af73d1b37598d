package runbench.cli.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.window.Node;
import runbench.sync.window.Plan;
import runbench.sync.window.Programs;
import runbench.sync.window.Reflectors;
import runbench.sync.window.SyncWindow;

/** {@code runbench sync measure}: one synchronisation window from the reference. */
@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Measure nodes' clocks from this host, the reference, in one declared window.",
            "Writes NODE.xchg (raw exchanges) and NODE.model.json for each node, and window.json. An existing model of the"
                + " same clock is extended: measure before and after a run to interpolate in between."},
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench sync measure --nodes node1,node2 --start-with 'ssh {host} {command}' -o clocks/",
            "  runbench sync measure --nodes a=10.0.0.2,b=10.0.0.3:7912      reflectors are running already",
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

    @Option(names = "--bursts", defaultValue = "16", description = "Bursts a window; default: ${DEFAULT-VALUE}.")
    private int bursts;

    @Option(names = "--exchanges", defaultValue = "64", description = "Exchanges a burst; default: ${DEFAULT-VALUE}.")
    private int exchanges;

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

    @Option(names = "--json", description = "The window and its models, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Node> targets = nodes.stream().map(text -> Node.parse(text, port)).toList();
        Plan plan = new Plan(bursts, exchanges, window, (int) Math.max(1, timeout / 1_000_000), parallel, clock, realtime);
        String here = reference == null ? hostName() : reference;
        if (!json) {
            out.printf(Locale.ROOT, "window: %d nodes, %.1f s, at most %d packets and %.1f kB a node; nothing before, nothing after%n",
                    targets.size(), window * 1e-9, plan.packetsPerNode(), plan.bytesPerNode() / 1e3);
            out.flush();
        }
        Instant begin;
        Instant end;
        Map<String, Recording> recordings;
        try (Reflectors started = template == null ? null : Reflectors.start(template, reflectorCommand(), targets)) {
            begin = Instant.now();
            recordings = SyncWindow.run(List.of(), plan, targets, here, folder);
            end = Instant.now();
        }
        report(out, targets, plan, here, begin, end, recordings);
        return recordings.size() == targets.size() ? 0 : 3;
    }

    private String reflectorCommand() {
        return reflector != null ? reflector : Programs.path("runbench-reflector") + " --listen :{port} --until-eof --clock "
                + clock + (realtime ? " --realtime" : "");
    }

    private void report(PrintWriter out, List<Node> targets, Plan plan, String here, Instant begin, Instant end,
            Map<String, Recording> recordings) throws IOException {
        Estimator estimator = method == null ? Estimators.DEFAULT : Estimators.named(method);
        ObjectNode root = Output.object();
        root.put("reference", here).put("begin", begin.toString()).put("end", end.toString());
        root.put("declared_packets_per_node", plan.packetsPerNode()).put("declared_bytes_per_node", plan.bytesPerNode());
        ArrayNode each = root.putArray("nodes");
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("node", "stamps", "offset_ns", "slope_ppm", "stat_us", "lo_us", "hi_us", "answered", "packets"));
        for (Node node : targets) {
            ObjectNode entry = each.addObject();
            entry.put("node", node.name());
            Recording r = recordings.get(node.name());
            if (r == null) {
                entry.put("error", "no answer");
                rows.add(Output.row(node.name(), "no answer", "", "", "", "", "", "0", ""));
                continue;
            }
            Stamps kind = stamps.equals("auto") ? r.exchanges().best() : Stamps.valueOf(stamps.toUpperCase(Locale.ROOT));
            double slack = r.meta().path("slack_ns").asDouble(Estimation.ROUNDED_STAMPS_NANOS);
            Estimate e = Estimation.of(r.exchanges(), kind, estimator, slack);
            NodeModel model = save(node, here, e);
            entry.put("packets", r.meta().path("sent").asLong() + r.meta().path("received").asLong());
            entry.set("ignored", r.meta().path("ignored"));
            entry.set("estimate", EstimateJson.of(e, estimator, null));
            entry.set("model", ModelFile.toJson(model, tolerance));
            rows.add(Output.row(node.name(), kind.name().toLowerCase(Locale.ROOT),
                    Output.nanos(e.baseNanos(), e.offsetNanos()).toPlainString(),
                    String.format(Locale.ROOT, "%.4f", e.slope() * 1e6), Nanos.micros(e.errStatNanos()),
                    Nanos.micros(e.loNanos()), Nanos.micros(e.hiNanos()), r.exchanges().size() + "/" + bursts * exchanges,
                    r.meta().path("sent").asLong() + r.meta().path("received").asLong()));
        }
        Files.writeString(folder.resolve("window.json"), Output.json(root) + "\n");
        out.println(json ? Output.json(root) : Output.table(rows));
    }

    private NodeModel save(Node node, String here, Estimate e) throws IOException {
        Path file = folder.resolve(node.name() + ".model.json");
        NodeModel model = new NodeModel(node.name(), here, clock.startsWith("virtual(") ? "reference " + clock : clock,
                wander * 1e-6, List.of(WindowModel.of(e)));
        if (Files.exists(file)) {
            model = ModelFile.read(file).and(model);
        }
        ModelFile.write(file, model, tolerance);
        return model;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "reference";
        }
    }
}
