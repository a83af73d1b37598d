package runbench.livelog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.json.Fields;

/**
 * The description and the state of a run: {@code log.json}.
 *
 * @param state progress of the run
 * @param reference name of the host whose clock is the time axis: the receiver
 * @param id identifier of the run, part of the names of the nodes' spools
 * @param started UTC time of the start, ISO 8601
 * @param request the run
 * @param ends ends of the ended servers, by node
 */
public record LogRecord(State state, String reference, String id, String started, LogRequest request,
        Map<String, ServerEnd> ends) {
    /** The progress of a run. */
    public enum State {
        STARTING, RUNNING, FINISHED, FAILED, INTERRUPTED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    LogRecord in(State now, Map<String, ServerEnd> known) {
        return new LogRecord(now, reference, id, started, request, Map.copyOf(known));
    }

    Map<String, Object> members() {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("format", "runbench live log");
        of.put("version", 1);
        of.put("state", state.word());
        of.put("reference", reference);
        of.put("id", id);
        of.put("started", started);
        of.put("request", request.members());
        Map<String, Object> all = new LinkedHashMap<>();
        request.nodes()
                .stream()
                .filter(n -> ends.containsKey(n.name()))
                .forEach(n -> all.put(n.name(), ends.get(n.name()).members()));
        of.put("ends", all);
        return of;
    }

    static LogRecord of(Map<String, Object> members) {
        Fields f = Fields.ofFile(members, "log.json");
        Map<String, ServerEnd> ends = new LinkedHashMap<>();
        f.at("ends").map().keySet().forEach(node -> ends.put(node, ServerEnd.of(f.at("ends").at(node))));
        return new LogRecord(State.valueOf(f.text("state").toUpperCase(Locale.ROOT)), f.text("reference"), f.text("id"),
                f.text("started"), LogRequest.of(f.at("request")), ends);
    }

    /** Returns the nodes whose servers have not ended, according to this record. */
    List<String> open() {
        return request.nodes().stream().map(n -> n.name()).filter(n -> !ends.containsKey(n)).toList();
    }
}
