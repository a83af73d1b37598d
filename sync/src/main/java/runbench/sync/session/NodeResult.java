package runbench.sync.session;

import java.util.List;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * What one window found of one node.
 *
 * @param parent who measured it; null: the reference of a star
 * @param depth 1 for those that the reference measures
 * @param recording the exchanges that count; null if the node did not answer
 * @param evaluated null if it did not answer, or its exchanges are not usable
 * @param toReference the window's clock against the reference; null unless {@link State#MEASURED}
 * @param model the node's model with this window; null unless {@link State#MEASURED}
 * @param notes what a person should know although it succeeded
 * @param rejection why its beats are not used; null where they are, or there are none
 * @param failure what failed, for a person; null if nothing did
 */
public record NodeResult(String node, String parent, int depth, State state, ExchangeRecording recording,
        Evaluated evaluated, WindowModel toReference, NodeModel model, List<Note> notes, BeatRejection rejection,
        String failure) {
    /** How far it came. */
    public enum State {
        /** Its model has this window. */
        MEASURED,
        /** Its parent measured it, but is itself without a way to the reference. */
        DETACHED,
        /** It answered, but nothing can be concluded, or its model not be written. */
        UNUSABLE,
        /** It did not answer. */
        SILENT
    }

    /**
     * Beats that are not used.
     *
     * @param received how many arrived
     * @param reason for a person
     * @param alone whether the node was measured by itself instead
     * @param packets that were exchanged before that, both ways
     */
    public record BeatRejection(int received, String reason, boolean alone, long packets) {}

    /** Packets of the exchanges that count, both ways. */
    public long packets() {
        return recording == null ? 0 : Evaluated.packets(recording);
    }

    /** How long predictions stay within the tolerance after this window, by the stated wander, ns. */
    public long validNanos(double toleranceNanos) {
        WindowModel last = model.windows().get(model.windows().size() - 1);
        return last.validUntilNanos(toleranceNanos, model.wander()) - last.x0Nanos();
    }
}
