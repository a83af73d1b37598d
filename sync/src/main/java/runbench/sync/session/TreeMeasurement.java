package runbench.sync.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.model.WindowModel;
import runbench.sync.model.WindowModel.Hops;
import runbench.sync.session.EstimateWarnings.ModelNotes;
import runbench.sync.session.ExchangeEvaluation.Evaluated;
import runbench.sync.session.Measurement.Declaration;
import runbench.sync.session.WindowJson.WindowFolder;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport.Note;
import runbench.sync.tree.TreeFile.TreeNode;
import runbench.sync.tree.TreeSession;
import runbench.sync.window.OpenWindow.Answers;
import runbench.sync.window.WindowPlan;

/**
 * Measures a tree of gateways. {@code hops/} receives the model of each hop, and every machine gets a model to the
 * root.
 */
public final class TreeMeasurement implements Measurement {
    private static final String HOPS = "hops";

    private final WindowPlan plan;
    private final TreeNode root;
    private final NodeModels models;
    private final ExchangeEvaluation evaluation;
    private TreeSession session;

    public TreeMeasurement(WindowPlan plan, TreeNode root, NodeModels models, ExchangeEvaluation evaluation) {
        this.plan = plan;
        this.root = root;
        this.models = models;
        this.evaluation = evaluation;
    }

    @Override
    public Declaration declaration() {
        return Declaration.Tree.of(plan, root);
    }

    @Override
    public List<String> nodes() {
        return root.descendants().stream().map(TreeNode::name).toList();
    }

    @Override
    public String reference() {
        return models.reference();
    }

    @Override
    public void start(Progress progress) {
        session = TreeSession.start(root, plan, progress);
    }

    /**
     * Runs a window.
     *
     * @throws RunbenchException if no node answered; {@code window.json} is written nevertheless
     */
    @Override
    public WindowReport window(Progress progress) throws IOException {
        Instant begin = Instant.now();
        Path raw = Files.createDirectories(WindowFolder.of(models, begin));
        models.begin();
        Answers answers = session.window(plan, raw, progress);
        Instant end = Instant.now();
        Descent descent = new Descent(answers);
        descent.below(root, null, 1);
        WindowReport report = new WindowReport(models.reference(), begin, end, declaration(), models.toleranceNanos(),
                descent.results, answers.interrupted());
        WindowFolder.write(raw, report);
        if (answers.recordings().isEmpty()) {
            throw new Answers(Map.of(), new HashMap<>(report.failures())).noAnswer();
        }
        return report;
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }

    /** Evaluates one window from the root downwards, because each machine's model to the root needs its parent's. */
    private final class Descent {
        private final Answers answers;
        private final List<NodeResult> results = new ArrayList<>();

        Descent(Answers answers) {
            this.answers = answers;
        }

        /**
         * Evaluates the children of a machine.
         *
         * @param upper the parent's window model to the root; null for the root itself, or if there is none
         */
        void below(TreeNode parent, WindowModel upper, int depth) throws IOException {
            NodeModels hops = new NodeModels(Files.createDirectories(models.folder().resolve(HOPS)), parent.name(),
                    models.wander(), models.toleranceNanos());
            for (TreeNode child : parent.children()) {
                Step step = new Step(parent, child, answers.recordings().get(child.name()),
                        answers.failures().get(child.name()));
                if (step.recording != null) {
                    step.measured(upper, hops);
                } else if (step.failure == null) {
                    step.failure = answers.failures().containsKey(parent.name())
                            ? "not measured, because its parent " + parent.name() + " failed"
                            : "no answer";
                }
                results.add(step.result(depth));
                below(child, step.toRoot, depth + 1);
            }
        }
    }

    /** One machine: from its parent's measurement to the model to the root. */
    @SuppressWarnings("ReferenceEquality")
    private final class Step {
        private final TreeNode parent;
        private final TreeNode child;
        private final ExchangeRecording recording;
        private final List<Note> notes = new ArrayList<>();
        private NodeResult.State state = NodeResult.State.SILENT;
        private Evaluated evaluated;
        private WindowModel toRoot;
        private NodeModel model;
        private String failure;

        Step(TreeNode parent, TreeNode child, ExchangeRecording recording, String failure) {
            this.parent = parent;
            this.child = child;
            this.recording = recording;
            this.failure = failure;
        }

        void measured(WindowModel upper, NodeModels hops) {
            WindowModel whole = null;
            try {
                Estimate e = evaluation.of(recording);
                evaluated = Evaluated.of(evaluation, recording, e, plan);
                EstimateWarnings.of(e, models.toleranceNanos())
                        .forEach(doubt -> notes.add(new Note(Note.Kind.ESTIMATE, doubt)));
                ModelNotes.leftOut(recording).ifPresent(notes::add);
                WindowModel hop = WindowModel.of(e, recording);
                hops.add(child.name(), hop, recording);
                whole = parent == root ? hop : upper == null ? null : Hops.through(hop, upper, models.wander());
                state = NodeResult.State.DETACHED;
                if (whole == null) {
                    failure = StarMeasurement.joined(failure, "measured by " + parent.name() + " (" + HOPS + "/"
                            + child.name() + ".model.json), which was not measured itself");
                } else {
                    model = models.add(child.name(), whole, recording);
                    state = NodeResult.State.MEASURED;
                    toRoot = whole;
                    ModelNotes.step(model).ifPresent(notes::add);
                }
            } catch (RunbenchException | IOException e) {
                state = NodeResult.State.UNUSABLE;
                failure = StarMeasurement.joined(failure, ExceptionTranslator.translate(e).getMessage());
            }
        }

        NodeResult result(int depth) {
            return new NodeResult(child.name(), parent.name(), depth, state, recording, evaluated, toRoot, model, notes,
                    null, failure);
        }
    }
}
