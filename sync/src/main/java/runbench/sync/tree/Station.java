package runbench.sync.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import runbench.base.error.RunbenchException;
import runbench.sync.window.GatewayLink;
import runbench.sync.window.Launcher;
import runbench.sync.window.Node;
import runbench.sync.window.WindowPlan;
import runbench.sync.window.Reflectors;
import runbench.sync.window.Template;

/** A machine that measures others: the root or a gateway, with the programs started on its children. */
final class Station implements AutoCloseable {
    private final TreeNode machine;
    private final Launcher launcher;
    private final List<Reflectors> reflectors = new ArrayList<>();
    private final List<Node> ready = new ArrayList<>();
    private final Map<String, GatewayLink> links = new LinkedHashMap<>();
    private final List<Station> below = new ArrayList<>();
    private final Map<String, String> failures = new HashMap<>();

    private Station(TreeNode machine, Launcher launcher) {
        this.machine = machine;
        this.launcher = launcher;
    }

    /**
     * Starts all machines below, gateways concurrently. A failure concerns its own machine only.
     *
     * @param machine the machine
     * @param launcher starts programs on it
     * @param plan plan of the windows
     * @param executor runs the starts of gateways
     * @param machineDone run after each machine that has started or failed
     */
    static Station start(TreeNode machine, Launcher launcher, WindowPlan plan, Executor executor,
            Runnable machineDone) {
        Station station = new Station(machine, launcher);
        Template template = Template.parse(machine.name(), machine.start());
        List<CompletableFuture<Void>> gateways = machine.children()
                .stream()
                .filter(TreeNode::isGateway)
                .map(child -> CompletableFuture
                        .runAsync(() -> station.startGateway(child, template, plan, executor, machineDone), executor))
                .toList();
        List<TreeNode> leaves = machine.children().stream().filter(child -> !child.isGateway()).toList();
        if (!leaves.isEmpty()) {
            station.startReflectors(launcher, template, leaves, plan);
            leaves.forEach(leaf -> machineDone.run());
        }
        gateways.forEach(CompletableFuture::join);
        return station;
    }

    private void startGateway(TreeNode gateway, Template template, WindowPlan plan, Executor executor,
            Runnable machineDone) {
        try {
            GatewayLink link = GatewayLink.open(launcher, template, gateway.node(),
                    gateway.programs() + "/runbench-gateway");
            synchronized (this) {
                links.put(gateway.name(), link);
            }
            startReflectors(link, Template.parse(gateway.name(), "{command}"), List.of(gateway), plan);
            machineDone.run();
            Station station = start(gateway, link, plan, executor, machineDone);
            synchronized (this) {
                below.add(station);
            }
        } catch (RunbenchException e) {
            synchronized (this) {
                failures.put(gateway.name(), e.getMessage());
            }
        }
    }

    private void startReflectors(Launcher on, Template template, List<TreeNode> machines, WindowPlan plan) {
        Map<Node, TreeNode> of = new LinkedHashMap<>();
        machines.forEach(m -> of.put(m.node(), m));
        Reflectors started = Reflectors.start(on, template, node -> {
            TreeNode m = of.get(node);
            List<String> command = new ArrayList<>(List.of(m.programs() + "/runbench-reflector", "--listen", ":{port}",
                    "--until-eof", "--clock", m.clock()));
            if (plan.realtime()) {
                command.add("--realtime");
            }
            if (plan.key() != null) {
                command.addAll(List.of("--key", plan.key()));
            }
            return command;
        }, List.copyOf(of.keySet()));
        synchronized (this) {
            reflectors.add(started);
            ready.addAll(started.nodes());
            failures.putAll(started.failures());
        }
    }

    TreeNode machine() {
        return machine;
    }

    Launcher launcher() {
        return launcher;
    }

    /** Returns whether its programs can be controlled. The loss of a gateway is the loss of all its programs. */
    boolean isReachable() {
        return !(launcher instanceof GatewayLink link) || link.isAlive();
    }

    /** Returns the children that can be probed. */
    synchronized List<Node> ready() {
        return machine.childNodes().stream().filter(ready::contains).toList();
    }

    /** Returns this station and all below, by depth. */
    List<List<Station>> levels() {
        List<List<Station>> levels = new ArrayList<>();
        for (List<Station> level = List.of(this); !level
                .isEmpty(); level = level.stream().flatMap(s -> s.below.stream()).toList()) {
            levels.add(level);
        }
        return levels;
    }

    /** Returns the failures to start of children here and below, by name. */
    Map<String, String> allFailures() {
        Map<String, String> all = new HashMap<>(failures);
        below.forEach(station -> all.putAll(station.allFailures()));
        return all;
    }

    /** Returns the reason why a child's reflector ended; null if it runs. */
    String died(String child) {
        return reflectors.stream().map(r -> r.died(child)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Ends the programs from the leaves upwards, while their gateways still run. */
    @Override
    public void close() {
        below.parallelStream().forEach(Station::close);
        reflectors.forEach(Reflectors::close);
        links.values().parallelStream().forEach(GatewayLink::close);
    }
}
