package runbench.sync.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Range;
import runbench.sync.estimate.Estimators;
import runbench.sync.model.NodeModels;
import runbench.sync.tree.TreeFile;
import runbench.sync.tree.TreeFile.TreeNode;
import runbench.sync.utc.UtcServices;
import runbench.sync.window.Launcher.Programs;
import runbench.sync.window.Node;
import runbench.sync.window.WindowPlan;

/**
 * A request to measure the clocks of nodes, as a user gives it. Null selects a default.
 *
 * @param nodes nodes of this host, NAME, NAME=ADDRESS or NAME=ADDRESS:PORT; null: {@code tree} is given
 * @param tree file of a tree of nodes; null: {@code nodes} is given
 * @param template template that starts the reflectors; null: they run already
 * @param reflector command of the reflector on the nodes; null: the path on this host
 * @param clock clock of the reference, as named by the clock library
 * @param reference name of this host in the files; null: its host name
 * @param packets packets of one window
 * @param stamps auto, kernel or user
 * @param wanderPpm maximum change of a node's rate between and beyond windows, ppm
 * @param toleranceNanos maximum predicted error, ns
 * @param utcFrom source of UTC on this host
 * @param folder folder of the files
 */
public record MeasurementRequest(List<String> nodes, Path tree, String template, String reflector, String clock,
        String reference, Packets packets, String stamps, double wanderPpm, long toleranceNanos, String utcFrom,
        Path folder) {
    private static final String DEFAULT_NAME = "reference";

    /**
     * The packets of one window. Null selects a default.
     *
     * @param bursts bursts per window, 1 to 65535; null: 16, with a broadcast 4
     * @param exchanges exchanges per burst, 1 to 65535; null: 64, with a broadcast 16
     * @param broadcast ADDRESS or ADDRESS:PORT of beats; null: none
     * @param windowNanos length of the window, ns
     * @param timeoutNanos timeout of one reply, ns
     * @param parallel number of nodes probed concurrently
     * @param key file of the key that authenticates packets; null: packets are not authenticated
     * @param realtime whether to request SCHED_FIFO
     */
    public record Packets(Integer bursts, Integer exchanges, String broadcast, long windowNanos, long timeoutNanos,
            int parallel, Path key, boolean realtime) {
        private static final int BURSTS = 16;
        private static final int EXCHANGES = 64;
        private static final int CALIBRATION_BURSTS = 4;
        private static final int CALIBRATION_EXCHANGES = 16;
        /** Beats per window with a broadcast. */
        private static final int BEATS = 64;
        private static final int MAX_COUNT = 65535;

        /**
         * Returns the plan of a window.
         *
         * @throws RunbenchException (bad input) too many packets, or the key cannot be read
         */
        WindowPlan plan(String clock, String utcFrom) {
            boolean beating = broadcast != null;
            int b = Range.whole("--bursts", bursts != null ? bursts : beating ? CALIBRATION_BURSTS : BURSTS, 1,
                    MAX_COUNT);
            int e = Range.whole("--exchanges",
                    exchanges != null ? exchanges : beating ? CALIBRATION_EXCHANGES : EXCHANGES, 1, MAX_COUNT);
            if ((long) b * e > WindowPlan.MAX_EXCHANGES) {
                throw RunbenchException
                        .badInput("--bursts " + b + " --exchanges " + e + ": " + (long) b * e
                                + " exchanges a node; at most " + WindowPlan.MAX_EXCHANGES + " in one window")
                        .remedy("16 bursts of 64 are enough for most; for a long time: --keep 12h");
            }
            if (key != null && !Files.isReadable(key)) {
                throw RunbenchException.badInput("--key " + key + ": cannot be read")
                        .remedy("head -c 32 /dev/urandom | base64 > " + key + "; chmod 600 " + key
                                + "; and the same file on every node");
            }
            String address = !beating || broadcast.contains(":") ? broadcast : broadcast + ":" + Node.DEFAULT_PORT;
            return new WindowPlan(b, e, windowNanos, (int) (timeoutNanos / 1_000_000), parallel, clock, realtime,
                    address, beating ? BEATS : 0).asking(UtcServices.commands(utcFrom))
                    .withKey(key == null ? null : key.toAbsolutePath().toString());
        }
    }

    /**
     * Returns the measurement.
     *
     * @throws RunbenchException (bad input) a combination of options is wrong, or a file cannot be read
     */
    public Measurement measurement() {
        ExchangeEvaluation evaluation = new ExchangeEvaluation(Estimators.DEFAULT, ExchangeEvaluation.stamps(stamps));
        if ((nodes == null) == (tree == null)) {
            throw RunbenchException.badInput(tree == null ? "no node is given" : "--hosts and --tree: one of the two")
                    .remedy("--hosts node1,node2 for nodes of this host, --tree FILE for gateways with nodes of "
                            + "their own");
        }
        if (tree == null) {
            return new StarMeasurement(packets.plan(clock, utcFrom), Node.parseAll(nodes, Node.DEFAULT_PORT),
                    models(referenceName()), evaluation, template, reflectorCommand());
        }
        if (template != null || reflector != null || packets.broadcast() != null) {
            throw RunbenchException.badInput("--tree: --launch, --reflector and --broadcast are for --hosts")
                    .remedy("The file holds the template: start = \"ssh {host} {command}\"");
        }
        TreeNode root = TreeFile.read(tree, referenceName(), clock,
                Programs.path("runbench-gateway").getParent().toString(), Node.DEFAULT_PORT);
        return new TreeMeasurement(packets.plan(clock, utcFrom), root, models(root.name()), evaluation);
    }

    private NodeModels models(String root) {
        return new NodeModels(folder, root, wanderPpm * 1e-6, toleranceNanos);
    }

    /** Returns the command of the reflector; null: reflectors run already. */
    String reflectorCommand() {
        if (template == null || reflector != null) {
            return template == null ? null : reflector;
        }
        return Programs.path("runbench-reflector") + " --listen :{port} --until-eof --clock " + clock
                + (packets.realtime() ? " --realtime" : "")
                + (packets.key() == null ? "" : " --key '" + packets.key().toAbsolutePath() + "'");
    }

    private String referenceName() {
        if (reference != null) {
            return reference;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return DEFAULT_NAME;
        }
    }
}
