package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.pas2p.checkpoint.CheckpointSignature.ThreadPlacement;
import runbench.pas2p.checkpoint.CriuCommand.CriuLog;

/** Copies a paused process tree and its files into a folder. */
final class ProcessCopy {
    static final String IMAGES = "images";
    static final String FILES = "files";
    private static final int MAX_FOLDERS = 256;
    private static final String FILE_LIST = "files.list";

    private final Path criu;
    private final Process root;
    private final Path folder;
    private final OpenFiles held;

    /**
     * Prepares a copy.
     *
     * @param folder target; is created
     * @param held receives the files that the processes use
     */
    ProcessCopy(Path criu, Process root, Path folder, OpenFiles held) {
        this.criu = criu;
        this.root = root;
        this.folder = folder;
        this.held = held;
    }

    /**
     * Copies the tree.
     *
     * @throws RunbenchException exit code 3: CRIU cannot copy the processes; they continue
     */
    CheckpointSignature.Checkpoint make(PhaseWindow window, int pause, List<Integer> running)
            throws IOException, InterruptedException {
        Path images = Files.createDirectories(folder.resolve(IMAGES));
        Path files = Files.createDirectories(folder.resolve(FILES));
        List<Long> tree = Stream.concat(Stream.of(root.pid()), root.descendants().map(ProcessHandle::pid)).toList();
        OpenFiles open = OpenFiles.of(tree);
        List<ThreadPlacement> threads = ThreadPlacement.of(tree);
        held.add(open);
        Files.writeString(folder.resolve(FILE_LIST),
                String.join("\0", open.written().stream().map(Path::toString).toList()));
        long begin = System.nanoTime();
        dump(images, script(files));
        double dumpS = (System.nanoTime() - begin) / 1e9;
        List<CheckpointSignature.Copied> copied = new ArrayList<>();
        for (Path file : open.written()) {
            copied.add(new CheckpointSignature.Copied(file.toString(), Files.size(RestoreScript.below(files, file))));
        }
        return new CheckpointSignature.Checkpoint(folder.getFileName().toString(), window, pause, Folders.bytes(images),
                Folders.bytes(files), copied, folders(open), dumpS, threads, running);
    }

    /** Writes the script that CRIU runs at each stage; at one of the stages the processes are stopped. */
    private Path script(Path files) throws IOException {
        Path script = Files.writeString(folder.resolve("copy-files"),
                "#!/bin/sh\n[ \"$CRTOOLS_SCRIPT_ACTION\" = post-dump ] || exit 0\ncd / && exec xargs -0 -r -a "
                        + RestoreScript.quoted(folder.resolve(FILE_LIST)) + " cp -a --parents --sparse=always -t "
                        + RestoreScript.quoted(files) + "\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        return script;
    }

    private void dump(Path images, Path script) throws IOException, InterruptedException {
        Process dump = new ProcessBuilder(CriuCommand.dump(criu, root.pid(), images, script)).redirectErrorStream(true)
                .start();
        String said;
        int status;
        try {
            dump.getOutputStream().close();
            said = new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            status = dump.waitFor();
        } catch (InterruptedException e) {
            // An interrupted copy would leave the processes stopped.
            dump.onExit().join();
            throw e;
        }
        if (status != 0) {
            Path log = images.resolve(CriuCommand.DUMP_LOG);
            throw RunbenchException
                    .machine("CRIU could not copy the processes of this program (status " + status + "): "
                            + CriuLog.reason(log, said.isBlank() ? "its log names no cause" : said.strip()))
                    .remedy("full log: " + log + "; runbench pas2p signature run measures without copies");
        }
    }

    /** Returns the MPI library's own folders, which contain sockets. */
    private static List<String> folders(OpenFiles open) throws IOException {
        TreeSet<Path> own = new TreeSet<>();
        for (Path file : open.written()) {
            Path base = RestoreScript.ownFolder(file);
            if (base != null && !base.startsWith("/dev")) {
                own.add(base);
            }
        }
        List<String> all = new ArrayList<>();
        for (Path base : own) {
            all.addAll(Folders.within(base, MAX_FOLDERS));
        }
        return all;
    }

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
                    // A process that ended has no open files.
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
            if (name.startsWith("/") && !name.endsWith(DELETED) && !name.startsWith("/proc/")
                    && !name.startsWith("/sys/") && (!name.startsWith("/dev/") || name.startsWith("/dev/shm/"))
                    && !Files.isDirectory(Path.of(name)) && Files.exists(Path.of(name))) {
                // A named pipe must exist, regardless of its creator.
                seen.merge(Path.of(name), written || !Files.isRegularFile(Path.of(name)), Boolean::logicalOr);
            }
        }
    }
}
