package runbench.parser.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import runbench.base.container.ContainerWriter;
import runbench.base.error.RunbenchException;

/**
 * Merges recordings of several runs of the same program into one. The groups of each run become separate groups, so
 * that their series share the axis of running time. The tasks of each run remain separate. Wall times are shifted so
 * that all runs begin at the same time. Resource usage and exit status are those of the first run (or of the first that
 * failed). Call stacks are not merged.
 */
public final class RecordingMerge {
    /**
     * Interval between two seals. Readers sort the records between seals; the interval is much longer than their
     * disorder.
     */
    private static final long SEAL_NANOS = 250_000_000;
    private static final int MAX_UNSEALED = 1 << 16;

    private final List<Recording> runs;
    private final List<Cursor> cursors = new ArrayList<>();
    private final long[] shift;
    private final int[] firstGroup;
    private final int[] firstTask;
    private final int values;
    private ContainerWriter out;
    private long sealedWall;

    private RecordingMerge(List<Recording> runs) {
        this.runs = runs;
        shift = new long[runs.size()];
        firstGroup = new int[runs.size()];
        firstTask = new int[runs.size()];
        values = runs.stream().mapToInt(Recording::valueCount).max().orElse(1);
        int groups = 0;
        int tasks = 0;
        long start = 0;
        for (int r = 0; r < runs.size(); r++) {
            firstGroup[r] = groups;
            firstTask[r] = tasks;
            groups += runs.get(r).metadata().json().path("groups").size();
            Cursor c = runs.get(r).cursor();
            long first = c.next() ? c.wallNanos() : 0;
            start = r == 0 ? first : start;
            shift[r] = start - first;
            for (c = runs.get(r).cursor(); c.next();) {
                // Files have numbers like tasks, so one shift is sufficient for both.
                tasks = c.kind() == Kind.TASK || c.kind() == Kind.FILE ? Math.max(tasks, firstTask[r] + c.task() + 1)
                        : tasks;
            }
            Cursor reader = runs.get(r).cursor();
            cursors.add(advance(reader) ? reader : null);
        }
        if (groups > 256) {
            throw RunbenchException.badInput(groups + " groups do not fit into one recording (256 at most)");
        }
    }

    /**
     * Merges recordings.
     *
     * @param runs recordings, at least one
     * @param file path of the merged recording
     * @param note note about the merge for summaries and charts
     * @throws RunbenchException a run is damaged or incomplete (exit code 2), or the file cannot be written (3)
     */
    public static void write(List<Recording> runs, Path file, String note) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("nothing to merge");
        }
        runs.forEach(Recording::requireIntact);
        RecordingMerge merge = new RecordingMerge(runs);
        byte[] metadata = merge.metadata(note).toString().getBytes(StandardCharsets.UTF_8);
        try (ContainerWriter out = new ContainerWriter(file, Layout.FORMAT, Layout.RECORD_BYTES + 8 * merge.values,
                metadata, header -> header.putInt(Layout.FILE_VALUE_COUNT, merge.values))) {
            merge.out = out;
            merge.all(note);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + e.getMessage()).causedBy(e);
        }
    }

    private void all(String note) throws IOException {
        for (int r = earliest(); r >= 0; r = earliest()) {
            Cursor c = cursors.get(r);
            copy(r, c);
            if (!advance(c)) {
                cursors.set(r, null);
            }
        }
        seal();
        byte[] trailer = trailer(note).toString().getBytes(StandardCharsets.UTF_8);
        out.end(trailer, end -> end.putLong(Layout.WALL, sealedWall));
    }

    private int earliest() {
        int found = -1;
        long time = Long.MAX_VALUE;
        for (int r = 0; r < cursors.size(); r++) {
            if (cursors.get(r) != null && cursors.get(r).wallNanos() + shift[r] < time) {
                time = cursors.get(r).wallNanos() + shift[r];
                found = r;
            }
        }
        return found;
    }

    private static boolean advance(Cursor c) {
        while (c.next()) {
            if (c.kind() != Kind.SEAL && c.kind() != Kind.END && c.kind() != Kind.FRAMES) {
                return true;
            }
        }
        return false;
    }

    private void copy(int run, Cursor c) throws IOException {
        long wall = c.wallNanos() + shift[run];
        if (out.unsealed() == MAX_UNSEALED || out.unsealed() > 0 && wall - sealedWall > SEAL_NANOS) {
            seal();
        }
        sealedWall = out.unsealed() == 0 ? Math.max(wall, sealedWall) : sealedWall;
        ByteBuffer record = out.blank();
        c.copyTo(record);
        record.put(Layout.GROUP, (byte) (c.group() + firstGroup[run]));
        record.putLong(Layout.WALL, wall);
        if (c.task() != Kind.ALL_TASKS) {
            record.putInt(Layout.TASK, c.task() + firstTask[run]);
        }
        if (c.kind() == Kind.TASK && c.parentTask() != Kind.ALL_TASKS) {
            record.putInt(Layout.TASK_PARENT, c.parentTask() + firstTask[run]);
        }
        if (c.kind() == Kind.MAP) {
            record.putInt(Layout.MAP_FILE, c.mapFile() + firstTask[run]);
        }
        out.add();
    }

    private void seal() throws IOException {
        out.seal(seal -> seal.putLong(Layout.WALL, sealedWall));
    }

    private ObjectNode metadata(String note) {
        ObjectNode all = runs.get(0).metadata().json().deepCopy();
        all.remove("call_graph");
        ArrayNode groups = all.putArray("groups");
        ArrayNode events = all.putArray("events");
        ArrayNode parts = all.putArray("merged_runs");
        ObjectNode run = all.path("run") instanceof ObjectNode o ? o : all.putObject("run");
        ArrayNode sums = run.putArray("sums");
        ObjectNode descriptions = run.putObject("descriptions");
        for (int r = 0; r < runs.size(); r++) {
            JsonNode one = runs.get(r).metadata().json();
            int before = events.size();
            for (JsonNode e : one.path("events")) {
                ObjectNode copy = e.deepCopy();
                if (copy.path("group").isIntegralNumber()) {
                    copy.put("group", copy.path("group").asInt() + firstGroup[r]);
                }
                events.add(copy);
            }
            for (JsonNode g : one.path("groups")) {
                ObjectNode copy = groups.addObject().put("group", g.path("group").asInt() + firstGroup[r]);
                ArrayNode indices = copy.putArray("events");
                g.path("events").forEach(i -> indices.add(i.asInt() + before));
            }
            one.path("run").path("sums").forEach(s -> sums.add(s.deepCopy()));
            one.path("run").path("descriptions").forEachEntry(descriptions::set);
            parts.addObject()
                    .put("recording", runs.get(r).path().toString())
                    .put("started_utc", one.path("started_utc").asText())
                    .put("groups_from", firstGroup[r])
                    .put("tasks_from", firstTask[r]);
        }
        String own = all.path("note").asText("");
        all.put("note", own.isEmpty() ? note : note + "; " + own);
        return all;
    }

    private ObjectNode trailer(String note) {
        List<JsonNode> ends = runs.stream().map(r -> r.trailer().orElseThrow().json()).toList();
        ObjectNode all = ends.stream()
                .filter(t -> t.path("exit_status").asInt(0) != 0 || t.path("signal").asInt(0) != 0)
                .findFirst()
                .orElse(ends.get(0))
                .deepCopy();
        for (String sum : List.of("samples", "lost", "throttled", "late", "tasks", "tasks_incomplete",
                "helper_cpu_ns")) {
            all.put(sum, ends.stream().mapToLong(t -> t.path(sum).asLong(0)).sum());
        }
        ArrayNode totals = new ObjectMapper().createArrayNode();
        String doubt = ends.stream()
                .map(t -> t.path("doubt").asText(""))
                .filter(d -> !d.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        if (!doubt.isEmpty()) {
            all.put("doubt", doubt);
        }
        ends.forEach(t -> t.path("totals").forEach(total -> totals.add(total.deepCopy())));
        all.set("totals", totals);
        String own = all.path("note").asText("");
        all.put("note", own.isEmpty() ? note : own);
        return all;
    }
}
