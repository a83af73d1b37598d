package runbench.livelog.display;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.json.Json;

/**
 * The status of a log, for displays.
 *
 * @param title the command that runs
 * @param state progress of the run
 * @param toleranceNanos maximum clock error before clocks are measured again, ns; NaN: none
 * @param holdNanos maximum time for which an event waits for earlier events, ns; NaN: none
 * @param nodes the nodes, in the order of the run's options
 * @param notes further sentences
 */
public record LogStatus(String title, State state, double toleranceNanos, double holdNanos, List<Node> nodes,
        List<String> notes) {

    /** The progress of a log, or of one node. */
    public enum State {
        /** Clocks are being measured; no server runs yet. */
        STARTING, RUNNING,
        /** The connection is broken and is being re-established. */
        LOST, FINISHED, FAILED, INTERRUPTED,
        /** No status is available. */
        UNKNOWN;

        /** Returns the state's name in files and displays. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The status of one node.
     *
     * @param node name of the node
     * @param state progress of its server
     * @param exit exit status of its server; null: it has not ended
     * @param errorNanos maximum error of the time of a current event, ns; NaN: unknown
     * @param errStatNanos standard error of that time, ns; NaN: unknown
     * @param offsetNanos wall clock of the node minus that of the reference, ns; NaN: unknown
     * @param how source of its clock model ({@link runbench.base.timeline.ReferenceTime.How}); may be empty
     * @param windows number of clock measurements; -1: unknown
     * @param events number of received events; -1: unknown
     * @param late number of these that arrived after a later event was shown; -1: unknown
     * @param lost number of events that its programs dropped; none are lost in transport; -1: unknown
     * @param machine state of its machine; null: unknown
     * @param note further text; may be empty
     */
    public record Node(String node, State state, Integer exit, double errorNanos, double errStatNanos,
            double offsetNanos, String how, int windows, long events, long late, long lost, NodeState machine,
            String note) {
        /** Returns a node without known clock or events. */
        static Node named(String node, State state) {
            return new Node(node, state, null, Double.NaN, Double.NaN, Double.NaN, "", 0, 0, 0, 0, null, "");
        }

        private static Long known(long count) {
            return count < 0 ? null : count;
        }

        private Map<String, Object> members() {
            Map<String, Object> of = new LinkedHashMap<>();
            of.put("node", node);
            of.put("state", state.word());
            of.put("exit", exit);
            of.put("error_ns", errorNanos);
            of.put("err_stat_ns", errStatNanos);
            of.put("offset_ns", offsetNanos);
            of.put("how", how);
            of.put("windows", known(windows));
            of.put("events", known(events));
            of.put("late", known(late));
            of.put("lost", known(lost));
            of.put("machine", machine == null ? null : machine.members());
            of.put("note", note);
            return of;
        }
    }

    /**
     * Returns the status as JSON.
     *
     * @param last number of the last event
     * @param isStoppable whether the run can be stopped
     * @param more further members
     */
    String json(long last, boolean isStoppable, Map<String, ?> more) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("title", title);
        all.put("state", state.word());
        all.put("last", last);
        all.put("stoppable", isStoppable);
        all.put("tolerance_ns", toleranceNanos);
        all.put("hold_ns", holdNanos);
        all.put("nodes", nodes.stream().map(Node::members).toList());
        all.put("notes", notes);
        all.putAll(more);
        return Json.text(all);
    }
}
