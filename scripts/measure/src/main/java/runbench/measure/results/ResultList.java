package runbench.measure.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.quantity.Units;
import runbench.measure.RunRecord;
import runbench.measure.RunState;
import runbench.measure.results.ListedResult.Kind;

/** Lists the results below a folder, latest last. A result with an unreadable record is listed by its file names. */
public final class ResultList {
    /**
     * Maximum folder depth: {@code cluster/NAME/TIME}, {@code overnight/TIME}, and folders that users add around them.
     */
    private static final int MAX_DEPTH = 5;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAST = "last";
    private static final Pattern NUMBERED = Pattern.compile("(.+)@([1-9][0-9]{0,5})");

    private ResultList() {
    }

    /** Lists all results below a folder; a batch or comparison is one result. Symbolic links are not followed. */
    public static List<ListedResult> below(Path root) throws IOException {
        List<ListedResult> all = new ArrayList<>();
        if (Files.isDirectory(root)) {
            collect(root, MAX_DEPTH, all);
        }
        all.sort(Comparator.comparing(ListedResult::started).thenComparing(r -> r.path().toString()));
        return all;
    }

    /**
     * Returns the result in exactly this folder.
     *
     * @throws RunbenchException (bad input) it holds no known result
     */
    public static ListedResult in(Path folder) throws IOException {
        Kind kind = kind(folder);
        if (kind == null) {
            throw RunbenchException.badInput(folder + " holds no run, no run on many nodes and no batch")
                    .remedy("runbench runs lists what there is");
        }
        return of(kind, folder);
    }

    /**
     * Returns the result with a name.
     *
     * @param what a folder of a result; {@code NAME} or {@code NAME@2}: the latest of these results, or the one before
     *     it; {@code last}, or null: the latest of all
     * @param root folder of all results
     * @throws RunbenchException (bad input) there is none
     */
    public static ListedResult latest(String what, Path root) throws IOException {
        if (what != null && Files.isDirectory(Path.of(what))) {
            return in(Path.of(what));
        }
        Matcher numbered = NUMBERED.matcher(what == null ? LAST : what);
        String name = numbered.matches() ? numbered.group(1) : what == null ? LAST : what;
        int back = numbered.matches() ? Integer.parseInt(numbered.group(2)) : 1;
        List<ListedResult> all = below(root);
        List<ListedResult> named = all.stream().filter(r -> name.equals(LAST) || r.isNamed(name)).toList();
        List<ListedResult> exact = named.stream().filter(r -> r.name().equals(name)).toList();
        List<ListedResult> found = exact.isEmpty() ? named : exact;
        if (back > found.size()) {
            String of = name.equals(LAST) ? "" : " named " + name;
            throw RunbenchException
                    .badInput(found.isEmpty() ? "there is no run" + of + " in " + root
                            : what + ": there " + (found.size() == 1 ? "is " : "are ")
                                    + Units.counted(found.size(), "run") + of + " in " + root)
                    .remedy(all.isEmpty() ? "make one: runbench 403.gcc"
                            : NearestNames.didYouMean(name, all.stream().map(ListedResult::name).distinct().toList(),
                                    "runbench runs lists the runs"));
        }
        return found.get(found.size() - back);
    }

    /**
     * Returns the path that a command reads: the text itself if it is the path of a file, else the folder of the result
     * with this name. A text with a slash is always a path. A measured program in the current folder has the name of
     * its runs: an executable file is not read if there is a run of this name.
     *
     * @throws RunbenchException (bad input) no result has the name
     */
    public static Path path(String text, Path root) throws IOException {
        Path file = Path.of(text);
        if (text.contains("/") || text.isEmpty() || text.endsWith(".rec")) {
            return file;
        }
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
            return below(root).stream().anyMatch(r -> r.name().equals(text)) ? latest(text, root).path() : file;
        }
        return Files.exists(file) ? file : latest(text, root).path();
    }

    private static void collect(Path folder, int levels, List<ListedResult> all) throws IOException {
        Kind kind = kind(folder);
        if (kind != null) {
            all.add(of(kind, folder));
        } else if (levels > 0) {
            try (Stream<Path> inside = Files.list(folder)) {
                for (Path p : inside.filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS)).sorted().toList()) {
                    collect(p, levels - 1, all);
                }
            } catch (AccessDeniedException e) {
                // The folder belongs to something else.
            }
        }
    }

    /** Returns the kind of a result's folder; null: not a result. */
    private static Kind kind(Path folder) {
        return Files.exists(folder.resolve("cluster.json")) ? Kind.CLUSTER
                : Files.exists(folder.resolve("plan.json")) ? Kind.BATCH
                        : Files.exists(folder.resolve("compare.json")) ? Kind.COMPARISON
                                : Files.exists(folder.resolve("run.json")) ? Kind.RUN : isLog(folder) ? Kind.LOG : null;
    }

    /** Returns whether a folder is that of {@code runbench log run}. */
    private static boolean isLog(Path folder) {
        return Files.exists(folder.resolve("log.json")) && Files.isDirectory(folder.resolve("nodes"));
    }

    private static ListedResult of(Kind kind, Path folder) throws IOException {
        JsonNode record = read(folder.resolve(switch (kind) {
            case RUN -> "run.json";
            case CLUSTER -> "cluster.json";
            case BATCH -> "summary.json";
            case COMPARISON -> "comparison.json";
            case LOG -> "log.json";
        }));
        boolean alive = kind == Kind.LOG ? FolderClaim.isHeld(folder).orElse(false) : RunRecord.isAlive(folder, record);
        String started = record.path("started_utc").asText(switch (kind) {
            case BATCH -> record.path("where").path("begun").asText(fromName(folder));
            case LOG -> record.path("started").asText("");
            default -> fromName(folder);
        });
        return new ListedResult(kind, kind == Kind.RUN || kind == Kind.CLUSTER ? name(record, folder) : kind.word(),
                record.path("label").asText(""), started, state(kind, folder, record, alive),
                record.path("failure").asText(record.path("reason").asText("")), bytes(folder), alive, folder);
    }

    private static String state(Kind kind, Path folder, JsonNode record, boolean alive) {
        if (kind == Kind.LOG) {
            String word = record.path("state").asText("unreadable");
            return !alive && Set.of("starting", "running").contains(word) ? RunState.CUT_OFF.word() : word;
        }
        if (kind == Kind.COMPARISON) {
            return record.isMissingNode() ? "not finished" : "finished";
        }
        if (kind != Kind.BATCH) {
            return RunRecord.stateWord(folder, record);
        }
        return record.isMissingNode() ? "not finished"
                : record.path("failed").asInt() > 0 ? record.path("failed").asInt() + " failed" : "finished";
    }

    private static String name(JsonNode record, Path folder) {
        String command = StreamSupport.stream(record.path("command").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(" "));
        Path parent = folder.toAbsolutePath().getParent();
        return record.path("benchmark")
                .asText(record.has("program") ? record.path("program").asText()
                        : parent == null ? command
                                : parent.getFileName() == null ? command : parent.getFileName().toString());
    }

    /** Returns the time in a folder name such as {@code 20260131T021011Z} as ISO 8601; empty for other names. */
    private static String fromName(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.matches("\\d{8}T\\d{6}Z.*")
                ? name.substring(0, 4) + "-" + name.substring(4, 6) + "-" + name.substring(6, 11) + ":"
                        + name.substring(11, 13) + ":" + name.substring(13, 16)
                : "";
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private static long bytes(Path folder) throws IOException {
        long[] bytes = new long[1];
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                bytes[0] += a.isRegularFile() ? a.size() : 0;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes[0];
    }

    /**
     * Removes a result with all its files, and its parent folder if that becomes empty.
     *
     * @throws RunbenchException (bad input) it is still being written; (machine) a file cannot be removed
     */
    public static void remove(ListedResult result, Path root) {
        if (result.alive()) {
            throw RunbenchException.badInput(result.path() + " is being written by a process that runs")
                    .remedy("end that first");
        }
        try {
            Files.walkFileTree(result.path(), DELETING);
            Path parent = result.path().toAbsolutePath().getParent();
            if (parent != null && !parent.equals(root.toAbsolutePath()) && parent.startsWith(root.toAbsolutePath())) {
                try (Stream<Path> left = Files.list(parent)) {
                    if (left.findAny().isEmpty()) {
                        Files.delete(parent);
                    }
                }
            }
        } catch (IOException e) {
            throw RunbenchException.machine(result.path() + ": cannot be removed: " + e.getMessage())
                    .remedy("see whose files these are: ls -l " + result.path())
                    .causedBy(e);
        }
    }

    /** Removes files; of symbolic links only the link itself. */
    private static final FileVisitor<Path> DELETING = new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    };
}
