package runbench.cli.sync;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import runbench.base.progress.Progress;
import runbench.sync.model.NodeModels;
import runbench.sync.window.Node;
import runbench.sync.window.Plan;
import runbench.sync.window.Reflectors;

/** All nodes measured from this host. */
final class StarMeasurement implements Measurement {
    private final Plan plan;
    private final List<Node> nodes;
    private final NodeModels models;
    private final Evaluation evaluation;
    private final String template;
    private final String reflector;
    private Reflectors started;

    /**
     * @param template  starts the reflectors; null if they are running already
     * @param reflector their command line
     */
    StarMeasurement(Plan plan, List<Node> nodes, NodeModels models, Evaluation evaluation, String template, String reflector) {
        this.plan = plan;
        this.nodes = nodes;
        this.models = models;
        this.evaluation = evaluation;
        this.template = template;
        this.reflector = reflector;
    }

    @Override
    public List<String> declaration() {
        return List.of(String.format(Locale.ROOT, "window: %d nodes, %s, at most %d packets and %.1f kB a node%s; nothing before, nothing after",
                nodes.size(), duration(plan, nodes.size()), plan.packetsPerNode(), plan.bytesPerNode() / 1e3,
                plan.packetsForAll() == 0 ? "" : String.format(Locale.ROOT, " and %d packets for all; for a node that hears too few of those another"
                        + " %.1f s, at most %d packets and %.1f kB", plan.packetsForAll(), plan.windowNanos() * 1e-9,
                        plan.alone().packetsPerNode(), plan.alone().bytesPerNode() / 1e3)));
    }

    @Override
    public List<String> nodes() {
        return nodes.stream().map(Node::name).toList();
    }

    /** How long a window takes. */
    static String duration(Plan plan, int nodes) {
        return String.format(Locale.ROOT, "%d at once, %.1f s (%.1f s if none answers)", Math.min(nodes, plan.parallel()), plan.windowNanos() * 1e-9,
                plan.longestNanos(nodes) * 1e-9);
    }

    @Override
    public void start(Progress progress) {
        started = template == null ? null : Reflectors.start(template, reflector, nodes, progress);
    }

    @Override
    public WindowReport window(Progress progress) throws IOException {
        return WindowReport.of(plan, nodes, models, evaluation, started, progress);
    }

    @Override
    public void close() {
        if (started != null) {
            started.close();
        }
    }
}
