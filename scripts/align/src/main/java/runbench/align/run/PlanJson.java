package runbench.align.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON form of a run of a plan. The programs are ranks only inside Runbench: the files name them, in a list
 * {@code programs} in the order of the plan.
 */
public final class PlanJson {
    private static final String RANK = "rank";
    private static final String RANKS = "ranks";
    private static final String PROGRAM = "program";
    private static final String PROGRAMS = "programs";
    private static final List<String> PLANNED = List.of("name", "command", "on", "after", "until", "ends",
            "ready_monotonic_ns", "ready_reference_ns", "stop_reference_ns");
    /** Members of {@link ClusterRecord} that a plan does not have. */
    private static final List<String> OF_RANKS = List.of("form", "launcher", "mpi", "size", "per_node", "trace",
            "start_at");

    private PlanJson() {
    }

    /** Returns the record of a plan in the form of the file. */
    static ObjectNode written(ObjectNode record) {
        ObjectNode form = record.deepCopy();
        form.remove(OF_RANKS);
        ArrayNode programs = form.putArray(PROGRAMS);
        List<String> names = new ArrayList<>();
        for (JsonNode rank : form.remove(RANKS)) {
            ObjectNode program = programs.addObject();
            program.setAll((ObjectNode) rank.path(PROGRAM));
            ObjectNode own = rank.deepCopy();
            program.setAll((ObjectNode) own.without(List.of(RANK, PROGRAM)));
            names.add(program.path("name").asText());
        }
        for (JsonNode problem : form.path("problems")) {
            named((ObjectNode) problem, names);
        }
        return form;
    }

    /** Returns the record for the reader; the inverse of {@link #written}. A record of ranks is returned unchanged. */
    static JsonNode read(JsonNode file) {
        if (!file.path(PROGRAMS).isArray()) {
            return file;
        }
        ObjectNode record = file.deepCopy();
        List<String> names = new ArrayList<>();
        ArrayNode ranks = record.putArray(RANKS);
        for (JsonNode program : record.remove(PROGRAMS)) {
            ObjectNode rank = program.deepCopy();
            rank.put(RANK, ranks.size());
            names.add(program.path("name").asText());
            ObjectNode planned = rank.putObject(PROGRAM);
            PLANNED.stream().filter(program::has).forEach(key -> planned.set(key, rank.remove(key)));
            ranks.add(rank);
        }
        record.put("form", ClusterRecord.Form.WRAPPER.name()).put("size", ranks.size()).put("per_node", false);
        for (JsonNode problem : record.path("problems")) {
            ((ObjectNode) problem).put(RANK, names.indexOf(problem.path(PROGRAM).asText()));
        }
        return record;
    }

    /** Replaces, at any depth, numbers of ranks by names of programs; the root is a JSON view of a run. */
    public static JsonNode named(JsonNode node, List<String> names) {
        for (JsonNode child : node) {
            named(child, names);
        }
        if (node instanceof ObjectNode object) {
            if (object.path(RANK).isInt()) {
                int rank = object.remove(RANK).asInt();
                object.put(PROGRAM, rank < 0 ? null : names.get(rank));
            }
            if (object.path(RANKS).isArray()) {
                ArrayNode programs = object.arrayNode();
                object.remove(RANKS)
                        .forEach(r -> programs.add(r.isInt() ? programs.textNode(names.get(r.asInt())) : r));
                object.set(PROGRAMS, programs);
            }
        }
        return node;
    }
}
