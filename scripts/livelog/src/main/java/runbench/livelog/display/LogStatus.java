package runbench.livelog.display;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.json.Json;

/**
 * A log as displays show it.
 *
 * @param title what runs, for a person
 * @param toleranceNanos by how much a clock may be wrong before it is measured again; NaN: none
 * @param holdNanos how long an event waits for those before it; NaN: none
 */
public record LogStatus(String title, LogState state, double toleranceNanos, double holdNanos, List<NodeStatus> nodes,
        List<String> notes) {
    /**
     * As JSON.
     *
     * @param last number of the last event
     * @param more members beside these
     */
    String json(long last, boolean stoppable, Map<String, ?> more) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("title", title);
        all.put("state", state.word());
        all.put("last", last);
        all.put("stoppable", stoppable);
        all.put("tolerance_ns", toleranceNanos);
        all.put("hold_ns", holdNanos);
        List<Map<String, Object>> each = new ArrayList<>();
        nodes.forEach(n -> each.add(members(n)));
        all.put("nodes", each);
        all.put("notes", notes);
        all.putAll(more);
        return Json.text(all);
    }

    private static Map<String, Object> members(NodeStatus n) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("node", n.node());
        of.put("state", n.state().word());
        of.put("exit", n.exit());
        of.put("error_ns", n.errorNanos());
        of.put("err_stat_ns", n.errStatNanos());
        of.put("offset_ns", n.offsetNanos());
        of.put("how", n.how());
        of.put("windows", n.windows());
        of.put("events", n.events());
        of.put("late", n.late());
        of.put("lost", n.lost());
        of.put("note", n.note());
        return of;
    }
}
