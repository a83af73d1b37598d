package runbench.catalogue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An entry bound to this machine, with the exact program and arguments. No file has been written yet.
 *
 * @param label for titles, such as {@code open:403.gcc (cc1 12.2.0, ...) - NOT SPEC}
 * @param notSpec whether an entry of a SPEC suite is replaced by something else
 * @param executable absolute path
 * @param argv arguments after the program's name
 * @param env variables to set on top of the inherited ones
 * @param stdin absolute path, null for an empty input
 * @param stdout absolute path of the file that takes standard output
 * @param workingDir absolute path; {@link Preparation} creates it if {@code scratch}
 * @param scratch whether the working directory belongs to this run and is removed after it
 * @param copies folders whose contents are first copied into a scratch working directory
 * @param prepare further steps, in order
 * @param seconds approximate run time, s; null: unknown
 * @param memoryMib approximate memory demand, MiB; null: unknown
 * @param programs commands that print the paths of further executables, for the provenance
 * @param notes notes for the user before the run, one line each
 */
public record ResolvedBenchmark(String id, String run, String suite, String label, boolean notSpec, Path executable,
        String version, List<String> argv, Map<String, String> env, Path stdin, Path stdout, Path stderr,
        Path workingDir, boolean scratch, List<Path> copies, List<Step> prepare, List<Check> verify, int expectedExit,
        Duration timeout, Double seconds, Double memoryMib, List<List<String>> programs, List<List<String>> inputs,
        List<String> notes, ResolveOptions options) {

    /** Returns the executable followed by its arguments. */
    public List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(executable.toString());
        command.addAll(argv);
        return command;
    }
}
