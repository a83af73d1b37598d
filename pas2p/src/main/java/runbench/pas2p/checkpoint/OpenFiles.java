package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The open and mapped files of processes, and their working directories.
 *
 * @param written files that the processes may have changed or may still change; each checkpoint needs its own copy
 * @param read files that are only read; must be unchanged when the processes are restored
 * @param folders working directories
 */
record OpenFiles(TreeSet<Path> written, TreeSet<Path> read, TreeSet<Path> folders) {
    private static final int ACCESS = 3;
    private static final String DELETED = " (deleted)";

    static OpenFiles none() {
        return new OpenFiles(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    /**
     * Collects the files of processes.
     *
     * @param processes process ids; a process that has ended contributes nothing
     */
    static OpenFiles of(List<Long> processes) throws IOException {
        OpenFiles all = none();
        TreeMap<Path, Boolean> seen = new TreeMap<>();
        for (long pid : processes) {
            Path process = Path.of("/proc", Long.toString(pid));
            try {
                all.folders.add(Files.readSymbolicLink(process.resolve("cwd")));
                opened(process, seen);
                try (Stream<String> maps = Files.lines(process.resolve("maps"))) {
                    maps.forEach(line -> mapped(line, seen));
                }
            } catch (NoSuchFileException ended) {
                continue;
            }
        }
        seen.forEach((file, written) -> (written ? all.written : all.read).add(file));
        return all;
    }

    void add(OpenFiles others) {
        written.addAll(others.written);
        read.addAll(others.read);
        folders.addAll(others.folders);
    }

    private static void opened(Path process, TreeMap<Path, Boolean> seen) throws IOException {
        try (Stream<Path> numbers = Files.list(process.resolve("fd"))) {
            for (Path fd : numbers.toList()) {
                Path file = Files.readSymbolicLink(fd);
                int flags = Files.readAllLines(process.resolve("fdinfo").resolve(fd.getFileName()))
                        .stream()
                        .filter(l -> l.startsWith("flags:"))
                        .mapToInt(l -> Integer.parseInt(l.substring(6).strip().replaceFirst("^0+(?=.)", ""), 8))
                        .findFirst()
                        .orElse(0);
                add(seen, file.toString(), (flags & ACCESS) != 0);
            }
        }
    }

    /** Adds the file of a line of /proc/PID/maps. */
    static void mapped(String line, TreeMap<Path, Boolean> seen) {
        String[] words = line.split(" +", 6);
        if (words.length == 6) {
            add(seen, words[5], words[1].startsWith("w", 1) && words[1].endsWith("s"));
        }
    }

    private static void add(TreeMap<Path, Boolean> seen, String name, boolean written) {
        if (name.startsWith("/") && !name.endsWith(DELETED) && !name.startsWith("/proc/") && !name.startsWith("/sys/")
                && (!name.startsWith("/dev/") || name.startsWith("/dev/shm/")) && !Files.isDirectory(Path.of(name))
                && Files.exists(Path.of(name))) {
            // A named pipe must exist, regardless of its creator.
            seen.merge(Path.of(name), written || !Files.isRegularFile(Path.of(name)), Boolean::logicalOr);
        }
    }
}
