package runbench.align.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.json.Fields;
import runbench.base.json.Json;

/**
 * What the nodes write into the run's folder: who is there, where its clock can be asked, when it was released and
 * ended.
 */
public final class Announcements {
    private static final String RANK = "rank.json";
    private static final String ENDED = "ended.json";
    private static final String RELEASED = "released.json";
    private static final String PROBLEM = "problem.json";
    private static final String REFLECTOR = "reflector.json";

    /**
     * A rank that has reported.
     *
     * @param size of the run, as its launcher says; 0 where it does not
     * @param clockId whose CLOCK_MONOTONIC it reads
     */
    public record Rank(int rank, int size, String host, String clockId, String executable, Path folder) {
        public boolean ended() {
            return Files.exists(folder.resolve(ENDED));
        }

        /** What was written down at its end; empty before. */
        Optional<Fields> end() {
            return fields(folder.resolve(ENDED));
        }

        /** CLOCK_MONOTONIC of its host when its program was let go, ns; empty before. */
        Optional<Long> released() {
            return fields(folder.resolve(RELEASED)).map(f -> f.number("monotonic_ns")).filter(ns -> ns != 0);
        }

        /** What its host's /proc/cpuinfo says of the kind of its first processor; empty where it does not tell. */
        public Optional<List<String>> processor() {
            return fields(folder.resolve(RANK)).filter(f -> f.has("processor"))
                    .map(f -> f.text("processor").lines().toList());
        }

        Optional<ClusterRecord.Problem> problem() {
            return fields(folder.resolve(PROBLEM)).map(f -> new ClusterRecord.Problem((int) f.number("rank"),
                    f.text("host"), f.text("what"), f.text("why"), f.textOr("remedy", null)));
        }
    }

    private final ClusterFolder folder;
    /** What was read once does not change. */
    private final Map<Path, Rank> known = new LinkedHashMap<>();

    public Announcements(ClusterFolder folder) {
        this.folder = folder;
    }

    /** Who has reported until now, in order. */
    public List<Rank> ranks() throws IOException {
        for (Path path : rankFolders()) {
            if (!known.containsKey(path)) {
                fields(path.resolve(RANK)).ifPresent(f -> known.put(path, new Rank((int) f.number("rank"),
                        (int) f.number("size"), f.text("host"), f.text("clock_id"), f.textOr("exe", ""), path)));
            }
        }
        return known.values().stream().sorted(Comparator.comparingInt(Rank::rank)).toList();
    }

    /** Problems of ranks that never came so far as to report. */
    List<ClusterRecord.Problem> problemsOfOthers() throws IOException {
        List<ClusterRecord.Problem> problems = new ArrayList<>();
        for (Path path : rankFolders()) {
            if (!known.containsKey(path)) {
                new Rank(0, 0, "", "", "", path).problem().ifPresent(problems::add);
            }
        }
        return problems;
    }

    private List<Path> rankFolders() throws IOException {
        try (Stream<Path> all = Files.list(folder.ranks())) {
            return all.filter(p -> p.getFileName().toString().startsWith("rank-")).sorted().toList();
        }
    }

    /** The port where a host's clock can be asked; empty while nobody answers there. */
    public Optional<Integer> reflectorPort(String host) {
        return fields(folder.hosts().resolve(host).resolve(REFLECTOR)).map(f -> (int) f.number("port"));
    }

    /** Files are written beside and moved: one that is there is whole. */
    private static Optional<Fields> fields(Path file) {
        try {
            return Optional.of(Fields.ofFile(Json.object(Files.readString(file)), file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // unreadable now: asked again, and missing in the end
        }
    }
}
