package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
import runbench.measure.cluster.Launchers.Pause;
import runbench.sync.estimate.Estimators;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.session.ExchangeEvaluation;
import runbench.sync.session.StarMeasurement;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport;
import runbench.sync.window.Node;
import runbench.sync.window.WindowPlan;

/** Measures the clocks of all hosts that do not share the reference's clock, before, during and after a run. */
final class ClockWindows {
    private static final String CLOCK = "monotonic";
    private static final int BURSTS = 16;
    private static final int EXCHANGES = 64;
    private static final int TIMEOUT_MILLIS = 40;
    private static final int PARALLEL = 8;
    private static final double TOLERANCE_NANOS = 100_000;
    /** Time that a rank needs to start its host's reflector, ms. */
    private static final long REFLECTOR_MILLIS = 20_000;
    private static final long POLL_MILLIS = 50;

    private final ClusterFolder folder;
    private final ClusterRequest.Clocks clocks;
    private final List<String> addresses;
    private final Announcements announced;
    private final NodeModels models;
    /** Hosts whose clocks are measured. */
    private final List<String> hosts;
    private final List<ClusterRecord.Window> windows = new ArrayList<>();

    /**
     * Creates the windows of a run.
     *
     * @param addresses {@code HOST=ADDRESS} for hosts whose name is not their address
     */
    ClockWindows(ClusterFolder folder, ClusterRequest.Clocks clocks, List<String> addresses, Announcements announced,
            String reference, List<String> hosts) throws IOException {
        this.folder = folder;
        this.clocks = clocks;
        this.addresses = addresses;
        this.announced = announced;
        this.hosts = hosts;
        Files.createDirectories(folder.clocks());
        models = new NodeModels(folder.clocks(), reference, NodeModel.TYPICAL_WANDER, TOLERANCE_NANOS);
    }

    List<ClusterRecord.Window> windows() {
        return List.copyOf(windows);
    }

    /** Measures all hosts in one window. Failures are recorded and do not stop the run. */
    void measure(ClusterRecord.When when, ClusterObserver observer) {
        String at = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        List<ClusterRecord.Failed> failed = new ArrayList<>();
        List<String> measured = new ArrayList<>();
        try {
            List<Node> nodes = nodes(failed);
            if (!nodes.isEmpty()) {
                WindowReport report = window(nodes, observer);
                for (NodeResult result : report.nodes()) {
                    if (result.state() == NodeResult.State.MEASURED) {
                        measured.add(result.node());
                    } else {
                        failed.add(new ClusterRecord.Failed(result.node(), result.failure()));
                    }
                }
            }
        } catch (RunbenchException | IOException e) {
            hosts.stream()
                    .filter(h -> failed.stream().noneMatch(f -> f.host().equals(h)))
                    .forEach(h -> failed.add(new ClusterRecord.Failed(h, e.getMessage())));
        } finally {
            observer.progress().close();
        }
        windows.add(new ClusterRecord.Window(when, at, measured, failed));
        if (!failed.isEmpty()) {
            observer.problem(RunbenchException
                    .machine("the clocks of some hosts could not be measured " + when.word() + " the run: "
                            + failed.stream()
                                    .map(f -> f.host() + " (" + f.why() + ")")
                                    .collect(Collectors.joining(", ")))
                    .remedy("their ranks are shown by the other window, or not aligned"));
        }
    }

    private WindowReport window(List<Node> nodes, ClusterObserver observer) throws IOException {
        WindowPlan plan = new WindowPlan(BURSTS, EXCHANGES, clocks.window().toNanos(), TIMEOUT_MILLIS, PARALLEL, CLOCK,
                false, null, 0);
        String reflector = ClusterRequest.Clocks.startWith() == null ? null
                : NodeBundle.built().reflector() + " --listen :{port} --until-eof --clock " + CLOCK;
        try (StarMeasurement star = new StarMeasurement(plan, nodes, models,
                new ExchangeEvaluation(Estimators.DEFAULT, ExchangeEvaluation.stamps("auto")),
                ClusterRequest.Clocks.startWith(), reflector)) {
            star.start(observer.progress().start("starting reflectors", " nodes"));
            return star.window(observer.progress().start("measuring clocks", " bursts"));
        }
    }

    private List<Node> nodes(List<ClusterRecord.Failed> failed) {
        List<Node> nodes = new ArrayList<>();
        for (String host : hosts) {
            String address = addresses.stream().filter(a -> a.startsWith(host + "=")).findFirst().orElse(host);
            if (ClusterRequest.Clocks.startWith() != null) {
                nodes.add(Node.parse("--hosts", address, Node.DEFAULT_PORT));
                continue;
            }
            Optional<Integer> port = awaitReflector(host);
            if (port.isPresent()) {
                nodes.add(Node.parse("--hosts", address, port.get()));
            } else {
                failed.add(new ClusterRecord.Failed(host, "its reflector has not reported"));
            }
        }
        return nodes;
    }

    private Optional<Integer> awaitReflector(String host) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REFLECTOR_MILLIS);
        Optional<Integer> port = announced.reflectorPort(host);
        while (port.isEmpty() && System.nanoTime() < until && Pause.millis(POLL_MILLIS)) {
            port = announced.reflectorPort(host);
        }
        return port;
    }

    /**
     * The reading of a host's clock at an instant of the reference clock.
     *
     * @param nanos reading in ns
     * @param errorNanos maximum error in ns
     */
    record LocalInstant(long nanos, double errorNanos) {}

    /** Returns the readings of the newest models; hosts that could not be measured are missing. */
    Map<String, LocalInstant> localInstants(long refNanos) {
        Map<String, LocalInstant> all = new TreeMap<>();
        for (String host : hosts) {
            if (Files.exists(folder.clocks().resolve(host + ".model.json"))) {
                all.put(host, localInstant(ModelFile.read(folder.clocks().resolve(host + ".model.json")).timeline(),
                        refNanos));
            }
        }
        return all;
    }

    private static LocalInstant localInstant(Timeline timeline, long refNanos) {
        PlacedStamp at = new PlacedStamp();
        long local = timeline.stampAt(refNanos);
        timeline.locate(local, at);
        return new LocalInstant(local, Math.max(Math.abs(at.hiNanos()), Math.abs(at.loNanos())));
    }
}
