package runbench.sync.session;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;
import runbench.sync.session.ExchangeEvaluation.Evaluated;
import runbench.sync.session.Measurement.Declaration;

/**
 * The report of one window.
 *
 * @param reference host that all clocks are measured against
 * @param begin begin of the window
 * @param end end of the window
 * @param declaration declared traffic
 * @param toleranceNanos tolerance of predictions, ns
 * @param nodes results in the order of the arguments, parents before their children
 * @param interrupted whether it was ended early from here
 */
public record WindowReport(String reference, Instant begin, Instant end, Declaration declaration, double toleranceNanos,
        List<NodeResult> nodes, boolean interrupted) {
    /** Returns the failures by node. */
    public Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> node.failure() != null)
                .forEach(node -> failures.put(node.node(), node.failure()));
        return failures;
    }

    /** Returns whether every node answered to the end. */
    public boolean complete() {
        return failures().isEmpty();
    }

    /** Returns the nodes whose models contain this window. */
    public List<NodeResult> measured() {
        return nodes.stream().filter(node -> node.state() == NodeResult.State.MEASURED).toList();
    }

    /**
     * The result of one window for one node.
     *
     * @param node name of the node
     * @param parent machine that measured it; null: the reference of a star
     * @param depth depth in the tree; 1 for nodes that the reference measures
     * @param state outcome
     * @param recording the exchanges in use; null if the node did not answer
     * @param evaluated estimate; null if the node did not answer, or its exchanges are unusable
     * @param toReference the window's clock against the reference; null unless {@link State#MEASURED}
     * @param model the node's model with this window; null unless {@link State#MEASURED}
     * @param notes notes for the user on a successful measurement
     * @param rejection reason why its beats are unused; null if they are used or there are none
     * @param failure error message; null if there is no failure
     */
    public record NodeResult(String node, String parent, int depth, State state, ExchangeRecording recording,
            Evaluated evaluated, WindowModel toReference, NodeModel model, List<Note> notes, BeatRejection rejection,
            String failure) {
        /** The outcome of a window for a node. */
        public enum State {
            /** The node's model contains this window. */
            MEASURED,
            /** The parent measured the node, but the parent itself has no connection to the reference. */
            DETACHED,
            /** The node answered, but its exchanges are unusable or its model cannot be written. */
            UNUSABLE,
            /** The node did not answer. */
            SILENT
        }

        /**
         * Beats that are not used.
         *
         * @param received number of beats that arrived
         * @param reason reason for the user
         * @param alone whether a separate window measured the node instead
         * @param packets packets exchanged before that, in both directions
         */
        public record BeatRejection(int received, String reason, boolean alone, long packets) {}

        /** Returns the number of packets of the exchanges in use, in both directions. */
        public long packets() {
            return recording == null ? 0 : Evaluated.packets(recording);
        }

        /**
         * Returns the duration for which predictions keep the tolerance after this window, by the stated wander, ns.
         */
        public long validNanos(double toleranceNanos) {
            WindowModel last = model.windows().get(model.windows().size() - 1);
            return last.validUntilNanos(toleranceNanos, model.wander()) - last.x0Nanos();
        }
    }

    /**
     * A note for the user on a node's successful measurement.
     *
     * @param kind subject of the note
     * @param text text without the node's name
     */
    public record Note(Kind kind, String text) {
        /** The subject of a note. */
        public enum Kind {
            /** The estimate may be worse than its statistical error. */
            ESTIMATE,
            /** The rate changed between windows by more than was stated. */
            WANDER,
            /** The newest window contradicts the one before. */
            STEP,
            /** Exchanges were left out because their stamps contradict each other. */
            LEFT_OUT,
            /** The node's beats are not used. */
            BEATS
        }
    }
}
