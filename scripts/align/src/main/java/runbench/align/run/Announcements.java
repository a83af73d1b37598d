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
 * Reads the files that nodes write into the run's folder: reports of ranks, ports of reflectors, release and end of
 * programs.
 */
public final class Announcements {
    private static final String RANK = "rank.json";
    private static final String UNREPORTED = "unreported";
    private static final String ENDED = "ended.json";
    private static final String RELEASED = "released.json";
    private static final String READY = "ready.json";
    private static final String PROBLEM = "problem.json";
    private static final String REFLECTOR = "reflector.json";

    /**
     * The report of a rank.
     *
     * @param rank the rank, whose outcome is unknown
     * @param size number of ranks as announced by the launcher; 0: unknown
     * @param folder its folder
     */
    public record Report(RankRecord rank, int size, Path folder) {
        public String host() {
            return rank.host();
        }

        public boolean ended() {
            return Files.exists(folder.resolve(ENDED));
        }

        /** Returns the data written at its end; empty before. */
        public Optional<Fields> end() {
            return fields(folder.resolve(ENDED));
        }

        /** Returns CLOCK_MONOTONIC of its host when its program was released, ns; empty before. */
        public Optional<Long> released() {
            return fields(folder.resolve(RELEASED)).map(f -> f.number("monotonic_ns")).filter(ns -> ns != 0);
        }

        /** Returns CLOCK_MONOTONIC of its host when its program listened on the port of its plan, ns; empty before. */
        public Optional<Long> ready() {
            return fields(folder.resolve(READY)).map(f -> f.number("monotonic_ns"));
        }

        /**
         * Returns the process that listened on the port of its plan before the program started.
         *
         * @return name and pid, or an empty text if they are not visible; empty: the port was free
         */
        public Optional<String> portOwner() {
            return fields(folder.resolve(RANK)).filter(f -> f.has("port_owner")).map(f -> f.text("port_owner"));
        }

        /** Returns the processor model fields from its host's /proc/cpuinfo; empty: unknown. */
        public Optional<List<String>> processor() {
            return fields(folder.resolve(RANK)).filter(f -> f.has("processor"))
                    .map(f -> f.text("processor").lines().toList());
        }

        Optional<ClusterRecord.Problem> problem() {
            return Announcements.problem(folder);
        }
    }

    private final ClusterFolder folder;
    /** Files that were read; they do not change. */
    private final Map<Path, Report> known = new LinkedHashMap<>();

    public Announcements(ClusterFolder folder) {
        this.folder = folder;
    }

    /** Returns the reports in the order of their ranks. */
    public List<Report> ranks() throws IOException {
        for (Path path : rankFolders()) {
            if (!known.containsKey(path)) {
                fields(path.resolve(RANK)).ifPresent(f -> known.put(path, report(f, path)));
            }
        }
        return known.values().stream().sorted(Comparator.comparingInt(r -> r.rank().rank())).toList();
    }

    /**
     * Returns the number of ranks that could not write their reports, for instance on a full disk. They do not wait for
     * their release.
     */
    public long unreported() throws IOException {
        return rankFolders().stream().filter(r -> Files.exists(r.resolve(UNREPORTED))).count();
    }

    private Report report(Fields f, Path path) {
        return new Report(RankRecord.reported((int) f.number("rank"), f.text("host"), f.text("clock_id"),
                folder.path().relativize(path).toString()), (int) f.number("size"), path);
    }

    /** Returns problems of ranks that failed before they could report. */
    List<ClusterRecord.Problem> problemsOfOthers() throws IOException {
        List<ClusterRecord.Problem> problems = new ArrayList<>();
        for (Path path : rankFolders()) {
            if (!known.containsKey(path)) {
                problem(path).ifPresent(problems::add);
            }
        }
        return problems;
    }

    private static Optional<ClusterRecord.Problem> problem(Path folder) {
        return fields(folder.resolve(PROBLEM)).map(f -> new ClusterRecord.Problem((int) f.number("rank"),
                f.text("host"), f.text("what"), f.text("why"), f.textOr("remedy", null)));
    }

    private List<Path> rankFolders() throws IOException {
        try (Stream<Path> all = Files.list(folder.ranks())) {
            return all.filter(p -> isRankFolder(p.getFileName().toString())).sorted().toList();
        }
    }

    /**
     * Returns whether a file holds a rank or a program; the others are claims of ranks, whose names begin with a dot.
     */
    private static boolean isRankFolder(String name) {
        return !name.startsWith(".");
    }

    /** Returns the port of a host's reflector; empty: it does not answer yet. */
    public Optional<Integer> reflectorPort(String host) {
        return fields(folder.hosts().resolve(host).resolve(REFLECTOR)).map(f -> (int) f.number("port"));
    }

    /** Reads a file. Files are written under another name and renamed, so an existing file is complete. */
    private static Optional<Fields> fields(Path file) {
        try {
            return Optional.of(Fields.ofFile(Json.object(Files.readString(file)), file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // unreadable now: read again later, and missing in the end
        }
    }
}
