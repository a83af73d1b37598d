package runbench.pas2p.signature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.RankHeader;
import runbench.pas2p.trace.TracedProcess;

/**
 * Comparison of the running program with the signature's program. Its files are read before the measurement starts,
 * because reading takes time.
 */
public final class ProgramComparison {
    private static final int SHOWN_DIGITS = 12;

    private final Signature.Program made;
    private final Signature signature;
    private final Map<Path, Optional<String>> digests = new HashMap<>();
    private final Map<String, Signature.Digested> libraries = new TreeMap<>();

    /** The result of a comparison, and the differences in words. */
    public record Found(MeasuredSignature.Same same, List<String> differences) {}

    public ProgramComparison(Signature signature) {
        this.signature = signature;
        made = signature.program();
        for (Signature.Digested library : made.libraries()) {
            libraries.put(name(library.path()), library);
            digest(Path.of(library.path()));
        }
    }

    /**
     * Compares the command line alone, before the program runs. Returns the differences; empty if the command line does
     * not name the program.
     */
    public List<String> commandDifferences(List<String> command) {
        List<String> differences = new ArrayList<>();
        for (int i = 1; i < command.size(); i++) {
            Path program = TracedProcess.find(command.get(i)).orElse(null);
            if (program != null && !made.executable().isEmpty()
                    && name(real(program).toString()).equals(name(made.executable()))) {
                program(real(program).toString(), differences);
                if (!command.contains(":")) { // The arguments of other programs follow.
                    arguments(command.subList(i, command.size()), Path.of("").toAbsolutePath(), differences);
                }
                return differences;
            }
        }
        return differences;
    }

    /**
     * Compares by the ranks' own headers.
     *
     * @param headers at least one
     */
    public Found compare(List<RankHeader> headers) {
        RankHeader first = headers.get(0);
        List<String> differences = new ArrayList<>();
        Boolean ranks = first.ranks() == signature.ranks();
        if (!ranks) {
            differences.add(first.ranks() + " ranks instead of " + signature.ranks());
        }
        Boolean program = program(first.executable(), differences);
        Boolean inputs = inputs(first, differences);
        Boolean mpi = signature.mpi().isEmpty() || first.mpi().isEmpty() ? null
                : (Boolean) signature.mpi().equals(first.mpi());
        if (Boolean.FALSE.equals(mpi)) {
            differences.add(first.mpi() + " instead of " + signature.mpi());
        }
        Boolean same = libraries(headers, differences);
        return new Found(new MeasuredSignature.Same(program, same, inputs, ranks, mpi), List.copyOf(differences));
    }

    private Boolean program(String path, List<String> differences) {
        Optional<String> digest = path.isEmpty() ? Optional.empty() : digest(Path.of(path));
        if (digest.isEmpty() || made.sha256() == null) {
            return null;
        }
        boolean same = digest.get().equals(made.sha256());
        if (!same) {
            differences.add("another program: the SHA-256 of " + path + " is " + shown(digest.get())
                    + ", that of the traced " + made.executable() + " was " + shown(made.sha256()));
        }
        return same;
    }

    private Boolean inputs(RankHeader header, List<String> differences) {
        Path directory = header.directory().isEmpty() ? Path.of("").toAbsolutePath() : Path.of(header.directory());
        Boolean same = header.program().isEmpty() || made.command().isEmpty() ? null
                : (Boolean) arguments(header.program(), directory, differences);
        for (Signature.Digested input : made.inputs()) {
            Path here = currentPath(input, header.program(), directory);
            Optional<String> digest = here == null ? Optional.empty() : digest(here);
            if (digest.isPresent() && !digest.get().equals(input.sha256())) {
                differences.add("another input: the SHA-256 of " + here + " is " + shown(digest.get())
                        + ", that of the traced run's " + input.path() + " was " + shown(input.sha256()));
                same = false;
            } else if (digest.isEmpty() && !Boolean.FALSE.equals(same)) {
                same = null;
            }
        }
        return same;
    }

    /**
     * Returns the place of a traced run's input in this run: on the command line, at the same place below the
     * directory, or at its original path.
     */
    private Path currentPath(Signature.Digested input, List<String> command, Path directory) {
        String name = name(input.path());
        for (String word : command.subList(Math.min(1, command.size()), command.size())) {
            Path file = resolved(directory, word.substring(word.indexOf('=') + 1));
            if (file != null && name(file.toString()).equals(name) && Files.isRegularFile(file)) {
                return file;
            }
        }
        Path traced = Path.of(input.path());
        Path before = made.directory().isEmpty() ? null : Path.of(made.directory());
        Path below = before != null && traced.startsWith(before) ? directory.resolve(before.relativize(traced))
                : traced;
        return Files.isRegularFile(below) ? below : Files.isRegularFile(traced) ? traced : null;
    }

    /** Compares the arguments of the program: the same words, or files with the same contents elsewhere. */
    private boolean arguments(List<String> command, Path directory, List<String> differences) {
        List<String> now = command.subList(1, command.size());
        List<String> then = made.command().subList(Math.min(1, made.command().size()), made.command().size());
        boolean same = now.size() == then.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = now.get(i).equals(then.get(i)) || sameFile(now.get(i), then.get(i), directory);
        }
        if (!same) {
            differences.add("other arguments: \"" + String.join(" ", now) + "\", in the traced run \""
                    + String.join(" ", then) + "\"");
        }
        return same;
    }

    private boolean sameFile(String now, String then, Path directory) {
        Path file = resolved(directory, now.substring(now.indexOf('=') + 1));
        String name = name(then.substring(then.indexOf('=') + 1));
        return file != null && Files.isRegularFile(file)
                && now.substring(0, now.indexOf('=') + 1).equals(then.substring(0, then.indexOf('=') + 1))
                && made.inputs()
                        .stream()
                        .anyMatch(i -> name(i.path()).equals(name) && digest(file).equals(Optional.of(i.sha256())));
    }

    /** Compares the libraries that both runs loaded; an MPI's plugins depend on the machine and on the launch. */
    private Boolean libraries(List<RankHeader> headers, List<String> differences) {
        Boolean same = null;
        for (RankHeader header : headers) {
            List<String> paths = new ArrayList<>(header.libraries());
            if (!header.executable().equals(headers.get(0).executable())) {
                paths.add(header.executable());
            }
            for (String path : paths) {
                Signature.Digested before = libraries.get(name(path));
                Optional<String> digest = before == null ? Optional.empty() : digest(Path.of(path));
                if (digest.isEmpty()) {
                    continue;
                }
                boolean equal = digest.get().equals(before.sha256());
                String difference = "another library: " + path + " (SHA-256 " + shown(digest.get())
                        + ", in the traced run " + shown(before.sha256()) + ")";
                if (!equal && !differences.contains(difference)) {
                    differences.add(difference);
                }
                same = equal && !Boolean.FALSE.equals(same);
            }
        }
        return same;
    }

    private Optional<String> digest(Path file) {
        return digests.computeIfAbsent(file, f -> {
            try {
                return Optional.of(Digests.of(f));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    private static Path resolved(Path directory, String word) {
        try {
            return word.isEmpty() ? null : directory.resolve(word).normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath();
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String shown(String digest) {
        return digest.substring(0, Math.min(SHOWN_DIGITS, digest.length())) + "...";
    }

    /**
     * Rejection of programs whose ranks call MPI from several threads simultaneously. The order of the threads'
     * messages depends on time. Neither the rank's nor a thread's number of events then marks the same place in every
     * run, and other threads continue while one is stopped.
     */
    public static final class SeveralThreads {
        private SeveralThreads() {
        }

        /**
         * Rejects a signature of such a program.
         *
         * @param file file of the signature
         * @throws RunbenchException exit code 3
         */
        public static void refuse(Signature signature, Object file) {
            signature.locations().stream().filter(l -> l.thread() > 0).findFirst().ifPresent(l -> {
                throw of(file + ": rank " + l.rank() + " called MPI from several threads when it was traced");
            });
        }

        /**
         * Returns the error.
         *
         * @param what the observation and its place
         */
        public static RunbenchException of(String what) {
            return RunbenchException
                    .machine("no signature: " + what + ", and the order of their events differs in each run")
                    .remedy("have one thread a rank call MPI (OMP_NUM_THREADS=1, or the program's own option), or "
                            + "several in turns (MPI_THREAD_SERIALIZED);"
                            + " runbench pas2p trace and analyze measure whole runs with any number of threads");
        }
    }
}
