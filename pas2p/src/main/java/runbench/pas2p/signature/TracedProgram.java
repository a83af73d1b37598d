package runbench.pas2p.signature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankHeader;

/** The program of a trace in its present state on this machine: files and digests. */
final class TracedProgram {
    private final MpiTrace trace;
    private final RankHeader first;
    private final List<String> warnings;
    private final List<String> reasons = new ArrayList<>();

    private TracedProgram(MpiTrace trace, List<String> warnings) {
        this.trace = trace;
        this.warnings = warnings;
        first = trace.header(0);
    }

    /**
     * Collects the files.
     *
     * @param inputs files that are not on the command line
     * @param warnings receives inconsistencies
     * @throws RunbenchException one of {@code inputs} cannot be read
     */
    static Signature.Program of(MpiTrace trace, List<Path> inputs, List<String> warnings) {
        return new TracedProgram(trace, warnings).digested(inputs);
    }

    private Signature.Program digested(List<Path> named) {
        Path executable = executable();
        Signature.Digested program = executable == null ? null : digest(executable);
        List<Signature.Digested> libraries = new ArrayList<>();
        for (String path : libraries()) {
            Signature.Digested library = digest(Path.of(path));
            if (library != null) {
                libraries.add(library);
            }
        }
        List<Signature.Digested> inputs = new ArrayList<>();
        for (Path file : inputs(executable, named)) {
            inputs.add(digest(file));
        }
        return new Signature.Program(first.program(), first.directory(),
                executable == null ? "" : executable.toString(), program == null ? null : program.sha256(), libraries,
                inputs, reasons.isEmpty() ? null : String.join("; ", reasons));
    }

    /**
     * Returns the executable; if the trace does not contain it, the first word of the command line, if that is a path.
     */
    private Path executable() {
        if (!first.executable().isEmpty()) {
            return Path.of(first.executable());
        }
        if (first.program().isEmpty() || !first.program().get(0).contains("/")) {
            reasons.add("the trace does not name the executable; trace it again with this Runbench");
            return null;
        }
        return inDirectory(first.program().get(0));
    }

    /** Returns the libraries of all ranks, including executables other than that of rank 0. */
    private Set<String> libraries() {
        Set<String> paths = new TreeSet<>();
        for (int r = 0; r < trace.ranks(); r++) {
            RankHeader header = trace.header(r);
            header.libraries().stream().filter(l -> !l.contains("librbmpitrace-")).forEach(paths::add);
            if (!header.executable().equals(first.executable())) {
                paths.add(header.executable());
            }
        }
        if (first.libraries().isEmpty()) {
            reasons.add("the trace does not name the loaded libraries");
        }
        return paths;
    }

    /** Returns the words of the command line that name a file, alone or after "=", and the files named by the user. */
    private Set<Path> inputs(Path executable, List<Path> named) {
        Set<Path> files = new LinkedHashSet<>();
        for (int r = 0; r < trace.ranks(); r++) {
            List<String> words = trace.header(r).program();
            for (String word : words.subList(Math.min(1, words.size()), words.size())) {
                for (String candidate : List.of(word, word.substring(word.indexOf('=') + 1))) {
                    Path file = candidate.isEmpty() ? null : inDirectory(candidate);
                    if (file != null && Files.isRegularFile(file) && !file.equals(executable)) {
                        files.add(file);
                    }
                }
            }
        }
        for (Path file : named) {
            if (!Files.isRegularFile(file)) {
                throw RunbenchException.badInput("--input " + file + ": no such file")
                        .remedy("name files that the program reads");
            }
            files.add(file.toAbsolutePath().normalize());
        }
        return files;
    }

    private Path inDirectory(String word) {
        try {
            return Path.of(first.directory()).resolve(word).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private Signature.Digested digest(Path file) {
        try {
            if (Files.getLastModifiedTime(file).toMillis() * 1_000_000L > startedRealNanos()) {
                warnings.add(file + " was changed after the program was traced: its digest is that of the new file");
            }
            return new Signature.Digested(file.toString(), Files.size(file), Digests.of(file));
        } catch (IOException e) {
            reasons.add(file + ": " + IoReason.of(e));
            return null;
        }
    }

    /** Returns CLOCK_REALTIME at the end of MPI_Init; the far future if the trace does not contain it. */
    private long startedRealNanos() {
        long offset = first.realtimeMinusClockNanos();
        return offset == 0 ? Long.MAX_VALUE : trace.firstInitEndNanos() + offset;
    }
}
