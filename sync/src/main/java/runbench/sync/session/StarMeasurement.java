package runbench.sync.session;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.sync.estimate.BeatDrift;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.NodeModels;
import runbench.sync.session.EstimateWarnings.ModelNotes;
import runbench.sync.session.ExchangeEvaluation.Evaluated;
import runbench.sync.session.Measurement.Declaration;
import runbench.sync.session.WindowJson.WindowFolder;
import runbench.sync.session.WindowReport.NodeResult;
import runbench.sync.session.WindowReport.Note;
import runbench.sync.window.Node;
import runbench.sync.window.OpenWindow.Answers;
import runbench.sync.window.Reflectors;
import runbench.sync.window.SyncWindow;
import runbench.sync.window.WindowPlan;

/** Measures all nodes from this host. */
public final class StarMeasurement implements Measurement {
    /** Folder of the recordings of nodes whose beats cannot be used. */
    private static final String SEPARATE_FOLDER = "alone";

    private final WindowPlan plan;
    private final List<Node> nodes;
    private final NodeModels models;
    private final ExchangeEvaluation evaluation;
    private final String template;
    private final String reflector;
    private Reflectors started;

    /**
     * Creates a measurement.
     *
     * @param plan plan of a window
     * @param nodes nodes to measure
     * @param models models to extend
     * @param evaluation method of the estimates
     * @param template start command of the reflectors; null if they run already
     * @param reflector command line of the reflectors
     */
    public StarMeasurement(WindowPlan plan, List<Node> nodes, NodeModels models, ExchangeEvaluation evaluation,
            String template, String reflector) {
        this.plan = plan;
        this.nodes = nodes;
        this.models = models;
        this.evaluation = evaluation;
        this.template = template;
        this.reflector = reflector;
    }

    @Override
    public Declaration declaration() {
        return new Declaration.Star(plan, nodes.size());
    }

    @Override
    public List<String> nodes() {
        return nodes.stream().map(Node::name).toList();
    }

    @Override
    public String reference() {
        return models.reference();
    }

    @Override
    public void start(Progress progress) {
        started = template == null ? null : Reflectors.start(template, reflector, nodes, progress);
    }

    /**
     * Runs a window. A second, separate window measures the nodes whose beats cannot be used.
     *
     * @throws RunbenchException if no node answered
     */
    @Override
    public WindowReport window(Progress progress) throws IOException {
        Instant begin = Instant.now();
        Path raw = WindowFolder.of(models, begin);
        models.begin();
        List<Node> reachable = started == null ? nodes : started.nodes();
        Answers answers = SyncWindow.run(List.of(), plan, reachable, models.reference(), raw, progress);
        Map<String, ExchangeRecording> recordings = new LinkedHashMap<>(answers.recordings());
        Map<String, String> failures = new HashMap<>(answers.failures());
        Map<String, String> unusableBeats = unusableBeats(recordings);
        List<Node> remaining = nodes.stream().filter(n -> unusableBeats.containsKey(n.name())).toList();
        if (!remaining.isEmpty() && !answers.interrupted()) {
            Answers alone = SyncWindow.run(List.of(), plan.separate(), remaining, models.reference(),
                    raw.resolve(SEPARATE_FOLDER), progress);
            recordings.putAll(alone.recordings());
            failures.putAll(alone.failures());
        }
        if (started != null) {
            failures.putAll(started.failures());
            reachable.forEach(node -> Optional.ofNullable(started.endReason(node.name()))
                    .ifPresent(why -> failures.put(node.name(), why)));
        }
        if (recordings.isEmpty()) {
            throw new Answers(Map.of(), failures).noAnswer();
        }
        Instant end = Instant.now();
        List<NodeResult> results = new ArrayList<>();
        for (Node node : nodes) {
            results.add(result(node.name(), answers.recordings().get(node.name()), recordings.get(node.name()),
                    unusableBeats.get(node.name()), failures.get(node.name())));
        }
        WindowReport report = new WindowReport(models.reference(), begin, end, declaration(), models.toleranceNanos(),
                results, answers.interrupted());
        WindowFolder.write(raw, report);
        return report;
    }

    /**
     * Returns the result of a node.
     *
     * @param first recording of the first window
     * @param r recording in use; null if there is none
     * @param beats reason why its beats cannot be used; null if they can
     * @param failure failure so far; null if there is none
     */
    @SuppressWarnings("ReferenceEquality")
    private NodeResult result(String name, ExchangeRecording first, ExchangeRecording r, String beats, String failure) {
        boolean alone = r != first;
        NodeResult.State state = NodeResult.State.SILENT;
        Evaluated evaluated = null;
        NodeModel model = null;
        List<Note> notes = new ArrayList<>();
        if (r != null) {
            try {
                Estimate e = evaluation.of(r);
                model = models.add(name, e, r);
                evaluated = Evaluated.of(evaluation, r, e, alone ? plan.separate() : plan);
                EstimateWarnings.of(e, models.toleranceNanos())
                        .forEach(doubt -> notes.add(new Note(Note.Kind.ESTIMATE, doubt)));
                ModelNotes.wander(model, models.wander()).ifPresent(notes::add);
                ModelNotes.step(model).ifPresent(notes::add);
                ModelNotes.leftOut(r).ifPresent(notes::add);
                state = NodeResult.State.MEASURED;
            } catch (RunbenchException | IOException e) {
                state = NodeResult.State.UNUSABLE;
                failure = joined(failure, ExceptionTranslator.translate(e).getMessage());
            }
        }
        NodeResult.BeatRejection rejection = null;
        if (beats != null) {
            rejection = new NodeResult.BeatRejection(Evaluated.beatsReceived(first), beats, alone,
                    Evaluated.packets(first));
            notes.add(
                    new Note(Note.Kind.BEATS, beats + (alone ? ": measured separately" : ": its beats are not used")));
        }
        return new NodeResult(name, null, 1, state, r, evaluated, models.latest().get(name), model, notes, rejection,
                failure);
    }

    static String joined(String before, String now) {
        return before == null ? now : before + "; " + now;
    }

    /**
     * Returns the reasons why nodes' beats cannot be used, by node: too few arrived, or they contradict the exchanges.
     */
    private Map<String, String> unusableBeats(Map<String, ExchangeRecording> recordings) {
        Map<String, String> reasons = new LinkedHashMap<>();
        if (plan.broadcast() == null) {
            return reasons;
        }
        recordings.forEach((name, r) -> {
            if (!BeatDrift.hasEnoughBeats(r)) {
                reasons.put(name, "it received too few beats of " + plan.broadcast());
                return;
            }
            try {
                evaluation.disagreement(r).ifPresent(d -> reasons.put(name, ModelNotes.contradiction(d)));
            } catch (RunbenchException unusable) {
                // The estimate of the node reports this error.
            }
        });
        return reasons;
    }

    @Override
    public void close() {
        if (started != null) {
            started.close();
        }
    }
}
