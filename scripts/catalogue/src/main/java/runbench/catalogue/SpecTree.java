package runbench.catalogue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/**
 * Finds a benchmark in a licensed tree: a SPEC installation ({@code benchspec/SUITE/ID}), the suite's folder itself, or
 * the flat layout of the Multi2Sim project ({@code ID/NAME_base.i386} with the data beside it).
 */
final class SpecTree {
    private final Path tree;

    SpecTree(Path tree) {
        this.tree = tree.toAbsolutePath().normalize();
        if (!Files.isDirectory(this.tree)) {
            throw RunbenchException.badInput("the SPEC tree " + tree + " is not a directory")
                    .remedy("give the folder that holds benchspec/ (or Multi2Sim's cpu2006 folders) with --spec "
                            + "DIR or in SPEC");
        }
    }

    /**
     * A benchmark in a tree.
     *
     * @param layout name of the layout, for messages
     * @param inPlace whether {@code inputs} is a run directory of the suite's own tools, used without copying
     * @param inputs folders that together hold all inputs of the run
     */
    record Found(String layout, Path executable, boolean inPlace, List<Path> inputs) {}

    Optional<Found> find(String id, List<String> executables) {
        return roots(id).stream().flatMap(root -> inRoot(root, executables)).findFirst();
    }

    /** Returns the searched folders of a benchmark, for messages. */
    String searched(String id) {
        return tree.resolve("benchspec/*/" + id) + " and " + tree.resolve(id);
    }

    private List<Path> roots(String id) {
        List<Path> roots = new ArrayList<>();
        list(tree.resolve("benchspec"), "*").forEach(suite -> roots.add(suite.resolve(id)));
        roots.add(tree.resolve(id));
        if (tree.endsWith(id)) {
            roots.add(tree);
        }
        roots.removeIf(root -> !Files.isDirectory(root));
        return roots;
    }

    private Stream<Found> inRoot(Path root, List<String> executables) {
        Stream<Found> runDirectories = list(root.resolve("run"), "run_base_ref_*").stream()
                .sorted(Comparator.comparing(SpecTree::modified).reversed())
                .flatMap(
                        dir -> program(dir, executables).map(exe -> new Found("run directory", exe, true, List.of(dir)))
                                .stream());
        Stream<Found> built = program(root.resolve("exe"), executables).map(exe -> new Found("exe and data", exe, false,
                existing(root.resolve("data/all/input"), root.resolve("data/ref/input")))).stream();
        Stream<Found> flat = program(root, executables).map(exe -> new Found("flat", exe, false, List.of(root)))
                .stream();
        return Stream.of(runDirectories, built, flat).flatMap(s -> s);
    }

    /** Returns the newest NAME_base.EXT of the suite's tools, or else NAME. */
    private static Optional<Path> program(Path dir, List<String> names) {
        return names.stream()
                .flatMap(name -> Stream.concat(
                        list(dir, name + "_base.*").stream()
                                .sorted(Comparator.comparing(SpecTree::modified).reversed()),
                        Stream.of(dir.resolve(name))))
                .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
                .findFirst();
    }

    private static List<Path> existing(Path... paths) {
        return Stream.of(paths).filter(Files::isDirectory).toList();
    }

    private static List<Path> list(Path dir, String glob) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(dir)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(dir, glob)) {
                stream.forEach(found::add);
            } catch (IOException e) {
                throw RunbenchException.badInput("cannot read " + dir + ": " + e.getMessage()).causedBy(e);
            }
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static FileTime modified(Path path) {
        try {
            return Files.getLastModifiedTime(path);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }
}
