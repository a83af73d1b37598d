package runbench.sync.tree;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.tree.TreeFile.TreeNode;
import runbench.sync.window.GatewayLink;
import runbench.sync.window.Launcher;
import runbench.sync.window.Node;
import runbench.sync.window.OpenWindow;
import runbench.sync.window.OpenWindow.Answers;
import runbench.sync.window.Reflectors;
import runbench.sync.window.RemoteWindow;
import runbench.sync.window.SyncWindow;
import runbench.sync.window.Template;
import runbench.sync.window.WindowPlan;

/** A tree of gateways during its measurement: programs are started once for any number of windows. */
public final class TreeSession implements AutoCloseable {
    private final ExecutorService executor = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tree");
        thread.setDaemon(true);
        return thread;
    });
    private final TreeNode root;
    private final Station top;

    private TreeSession(TreeNode root, WindowPlan plan, Progress progress) {
        AtomicLong done = new AtomicLong();
        int all = root.descendants().size();
        this.root = root;
        this.top = Station.start(root, Launcher.HERE, plan, executor, () -> {
            synchronized (done) {
                progress.at(done.incrementAndGet(), all);
            }
        });
    }

    /**
     * Starts all programs; {@link #failures} returns those that did not start.
     *
     * @param root root of the tree
     * @param plan plan of the windows; reflectors need its key and scheduling
     * @param progress receives the number of machines that are ready or failed
     */
    public static TreeSession start(TreeNode root, WindowPlan plan, Progress progress) {
        return new TreeSession(root, plan, progress);
    }

    /** Returns the failures to start, by name. Machines below a failed gateway were not started. */
    public Map<String, String> failures() {
        return top.allFailures();
    }

    /**
     * Runs one window of the whole tree. All machines measure their children concurrently, each level's bursts in the
     * pauses of the others. Recordings on gateways are fetched after the end of all.
     *
     * @param plan plan of each machine; each uses its own clock
     * @param folder folder of the {@code NODE.xchg} files
     * @param progress receives the number of bursts finished by this host
     */
    public Answers window(WindowPlan plan, Path folder, Progress progress) throws IOException {
        List<OpenWindow> windows = new ArrayList<>();
        List<List<Station>> levels = top.levels();
        long pause = plan.windowNanos() / Math.max(1, plan.bursts() - 1) / levels.size();
        try {
            for (List<Station> level : levels) {
                for (Station station : level) {
                    if (!station.ready().isEmpty()) {
                        WindowPlan own = plan.withClock(station.machine().clock());
                        windows.add(open(station, station == top ? own : own.asking(Map.of()), folder, progress));
                    }
                }
                sleep(pause);
            }
        } catch (RunbenchException e) {
            windows.forEach(OpenWindow::stop);
            throw e;
        }
        Answers answers = OpenWindow.all(windows);
        Map<String, String> all = new HashMap<>(failures());
        all.putAll(answers.failures());
        levels.forEach(level -> level.forEach(station -> station.machine().children().forEach(child -> {
            String endReason = station.endReason(child.name());
            if (endReason != null && !station.isReachable()) {
                all.putIfAbsent(child.name(), endReason);
            } else if (endReason != null) {
                all.merge(child.name(), endReason, (what, why) -> what.contains(why) ? what : what + "; " + why);
            }
        })));
        return new Answers(answers.recordings(), all);
    }

    private OpenWindow open(Station station, WindowPlan plan, Path folder, Progress progress) throws IOException {
        return station == top ? SyncWindow.start(List.of(), plan, station.ready(), root.name(), folder, progress)
                : RemoteWindow.start(station.launcher(), station.machine().name(), station.machine().programs(), plan,
                        station.ready(), folder);
    }

    private static void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; finished recordings are kept").causedBy(e);
        }
    }

    /** Ends every program of the tree. */
    @Override
    public void close() {
        top.close();
        executor.shutdownNow();
    }

    /** A machine that measures others: the root or a gateway, with the programs started on its children. */
    private static final class Station implements AutoCloseable {
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
                    .map(child -> CompletableFuture.runAsync(
                            () -> station.startGateway(child, template, plan, executor, machineDone), executor))
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
                List<String> command = new ArrayList<>(List.of(m.programs() + "/runbench-reflector", "--listen",
                        ":{port}", "--until-eof", "--clock", m.clock()));
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
        String endReason(String child) {
            return reflectors.stream().map(r -> r.endReason(child)).filter(Objects::nonNull).findFirst().orElse(null);
        }

        /** Ends the programs from the leaves upwards, while their gateways still run. */
        @Override
        public void close() {
            below.parallelStream().forEach(Station::close);
            reflectors.forEach(Reflectors::close);
            links.values().parallelStream().forEach(GatewayLink::close);
        }
    }
}
