package runbench.align.perfetto;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code perfetto_manifest.json}, version 1: the machine of each file and the relation of its clock to the first
 * file's. Perfetto's reference documents it as "Trace manifest format".
 *
 * @param body the content
 */
record ArchiveManifest(@JsonProperty("perfetto_manifest") Body body) {
    static final String NAME = "perfetto_manifest.json";
    /** Clock of packets that name no clock. */
    private static final String CLOCK = "BOOTTIME";

    @JsonPropertyOrder({"version", "trace_time", "files", "attributes"})
    record Body(int version, @JsonProperty("trace_time") ClockOf traceTime, List<Entry> files,
            Map<String, Object> attributes) {}

    record ClockOf(String file, String clock) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Entry(String path, Machine machine, Relation clocks) {}

    record Machine(String name) {}

    record Relation(String clock, @JsonProperty("sync_to") ClockOf syncTo, @JsonProperty("offset_ns") long offsetNs) {}

    /**
     * A file of the archive.
     *
     * @param path path in the archive
     * @param machine machine on which it was recorded; files with the same name share a machine
     */
    record Member(String path, String machine) {}

    /**
     * Creates a manifest; all stamps are already on the first file's clock.
     *
     * @param attributes facts about the archive, for viewers that show them
     */
    static ArchiveManifest of(List<Member> members, Map<String, Object> attributes) {
        ClockOf first = new ClockOf(members.get(0).path(), CLOCK);
        List<Entry> files = new ArrayList<>();
        for (Member m : members) {
            files.add(new Entry(m.path(), new Machine(m.machine()),
                    files.isEmpty() ? null : new Relation(CLOCK, first, 0)));
        }
        return new ArchiveManifest(new Body(1, first, files, attributes));
    }

    /**
     * Writes the manifest. Viewers recognise it by its first member, so neither white space nor a byte order mark
     * precedes it.
     */
    byte[] json() throws JsonProcessingException {
        return new ObjectMapper().writeValueAsBytes(this);
    }
}
