package runbench.align.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.parser.record.Recording;

/**
 * A stored run on many nodes.
 *
 * @param folder folder of the run
 * @param record contents of {@code cluster.json}
 */
public record ClusterRun(ClusterFolder folder, ClusterRecord record) {
    static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Returns whether a folder holds a run on many nodes. */
    public static boolean isOne(Path path) {
        return Files.isRegularFile(new ClusterFolder(path).record());
    }

    /**
     * Reads a run. If its end is not recorded, the ranks are found from the files in its folder.
     *
     * @throws RunbenchException (bad input) there is no run, or its record is invalid
     */
    public static ClusterRun read(Path path) {
        ClusterFolder folder = new ClusterFolder(path);
        Path file = folder.record();
        if (!Files.isRegularFile(file)) {
            throw RunbenchException.badInput(path + " holds no run on many nodes (" + file.getFileName() + ")")
                    .remedy("name the folder that runbench cluster left: ls " + path);
        }
        try {
            ClusterRecord record = JSON.treeToValue(PlanJson.read(JSON.readTree(file.toFile())), ClusterRecord.class);
            if (record.v() != ClusterRecord.VERSION) {
                throw RunbenchException.badInput(file + ": version " + record.v()
                        + " of this file; this Runbench reads version " + ClusterRecord.VERSION)
                        .remedy("use the Runbench that wrote it: " + record.runbench());
            }
            return new ClusterRun(folder,
                    record.state() == ClusterState.RUNNING ? UnfinishedRun.found(folder, record) : record);
        } catch (JsonProcessingException e) {
            throw RunbenchException.badInput(file + ": not a run's record: " + e.getOriginalMessage())
                    .causedBy(e)
                    .remedy("restore it; the recordings under " + folder.ranks()
                            + " can be read one by one by runbench parse");
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    /** Writes the record atomically: after a full disk or a kill the old one remains. */
    public static void write(ClusterFolder folder, ClusterRecord record) throws IOException {
        OutputFile.write(folder.record(), JSON.writeValueAsBytes(json(record)));
    }

    /** Returns the contents of {@code cluster.json}. */
    public static JsonNode json(ClusterRecord record) {
        ObjectNode tree = JSON.valueToTree(record);
        return record.plan() == null ? OutputFormat.CLUSTER_RUN.named(tree)
                : OutputFormat.PLAN_RUN.named(PlanJson.written(tree));
    }

    /** Returns the ranks in order. */
    public List<RankRecord> ranks() {
        return record.ranks();
    }

    /** Returns the recording of a rank; empty: nothing was counted. */
    public Optional<Recording> recording(RankRecord rank) {
        return rank.recording() == null ? Optional.empty()
                : Optional.of(Recording.open(folder.path().resolve(rank.recording())));
    }

    /** Returns the name of a rank's program; empty: unknown. */
    public Optional<String> executable(RankRecord rank) {
        if (rank.folder() == null) {
            return Optional.empty();
        }
        try {
            String exe = JSON.readTree(folder.path().resolve(rank.folder()).resolve("rank.json").toFile())
                    .path("exe")
                    .asText("");
            return Optional.of(exe.substring(exe.lastIndexOf('/') + 1)).filter(e -> !e.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the folder of the message traces; empty: none were written. */
    public Optional<Path> trace() {
        return record.trace() == null ? Optional.empty()
                : Optional.of(folder.path().resolve(record.trace())).filter(Files::isDirectory);
    }

    /** Reconstructs the record of a run whose controlling process was killed, or that is still running. */
    private static final class UnfinishedRun {
        private UnfinishedRun() {
        }

        /** Returns the record as started, completed from the files in the folder. */
        static ClusterRecord found(ClusterFolder folder, ClusterRecord begun) throws IOException {
            if (!Files.isDirectory(folder.ranks())) {
                return begun;
            }
            Announcements announced = new Announcements(folder);
            List<Announcements.Report> reported = announced.ranks();
            int size = reported.stream().mapToInt(Announcements.Report::size).max().orElse(0);
            List<RankRecord> ranks = new RankOutcomes(folder, begun.perNode())
                    .outcomes(reported, Math.max(size, begun.ranks().size()))
                    .stream()
                    .map(r -> begun.plan() == null ? r : r.of(begun.ranks().get(r.rank()).program()))
                    .toList();
            return new ClusterRecord(begun.v(), begun.runbench(), begun.state(),
                    "its end was never written down: it still runs, or runbench was killed", begun.program(),
                    begun.command(), begun.form(), begun.launcher(), begun.mpi(), Math.max(size, reported.size()),
                    begun.perNode(), begun.periodNs(), begun.startedUtc(), null, null, begun.reference(), ranks,
                    relative(folder, folder.trace(), ".mpit"), relative(folder, folder.clocks(), ".model.json"),
                    List.of(), null, RankOutcomes.problems(announced), begun.plan());
        }

        /** Returns a folder of the run that holds a file with this ending; null: none. */
        private static String relative(ClusterFolder folder, Path part, String ending) throws IOException {
            if (!Files.isDirectory(part)) {
                return null;
            }
            try (Stream<Path> files = Files.list(part)) {
                return files.anyMatch(f -> f.getFileName().toString().endsWith(ending))
                        ? folder.path().relativize(part).toString()
                        : null;
            }
        }
    }
}
