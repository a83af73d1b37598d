package runbench.catalogue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.base.process.ProgramPath;

/** The installation of the Debian packages of benchmarks' programs, by apt-get: as root, or through sudo. */
public final class PackageInstallation {
    /** A line that dpkg overwrites on a terminal, twenty times in succession. */
    private static final Pattern PROGRESS = Pattern.compile("\\(Reading database \\.\\.\\. ?(\\d+%)?");
    private final Machine machine;
    private final List<Availability> rows;

    /**
     * The means to install packages.
     *
     * @param aptGet path of apt-get; null: not a Debian system
     * @param sudo path of sudo; null: absent
     * @param root whether this user is root
     */
    record Machine(Path aptGet, Path sudo, boolean root) {
        static Machine here() {
            return new Machine(ProgramPath.find("apt-get").orElse(null), ProgramPath.find("sudo").orElse(null),
                    isRoot());
        }

        private static boolean isRoot() {
            try {
                return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** @param rows benchmarks whose programs are to be installed, as they are now */
    public PackageInstallation(List<Availability> rows) {
        this(rows, Machine.here());
    }

    PackageInstallation(List<Availability> rows, Machine machine) {
        this.rows = List.copyOf(rows);
        this.machine = machine;
    }

    /** Returns one line for each benchmark: its program is here, needs no package, or needs these packages. */
    public List<String> notes() {
        return rows.stream().map(PackageInstallation::note).toList();
    }

    private static String note(Availability row) {
        boolean packaged = !row.packages().isEmpty();
        if (row.runsHere()) {
            return row.id() + (packaged ? ": runs here already: " : ": needs no package: ") + row.runs();
        }
        return row.id() + (packaged ? ": needs " + String.join(", ", row.packages()) : ": no package: " + row.reason());
    }

    /** Returns the packages that are missing; may be empty. */
    public List<String> packages() {
        return rows.stream()
                .filter(r -> !r.runsHere())
                .flatMap(r -> r.packages().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the shell line that a person types to install the missing packages. */
    public String line() {
        String line = "apt-get update && apt-get install -y --no-install-recommends " + String.join(" ", packages());
        return machine.root() || machine.sudo() == null ? line : "sudo sh -c '" + line + "'";
    }

    /**
     * Installs the missing packages.
     *
     * @param lines receives each line of output of apt-get
     * @throws RunbenchException (machine) no apt-get, neither root nor sudo, or apt-get failed
     */
    public void run(Consumer<String> lines) throws InterruptedException {
        if (packages().isEmpty()) {
            return;
        }
        if (machine.aptGet() == null) {
            throw RunbenchException.machine("cannot install " + String.join(", ", packages()) + ": there is no apt-get")
                    .remedy("install these programs with the package manager of this system");
        }
        if (!machine.root() && machine.sudo() == null) {
            throw RunbenchException
                    .machine("cannot install " + String.join(", ", packages())
                            + ": this user is not root, and there is no sudo")
                    .remedy("as root: " + line());
        }
        install(lines).ifPresent(failure -> {
            throw RunbenchException.machine("the installation failed: " + failure)
                    .remedy("type it yourself: " + line());
        });
    }

    /** Returns the reason of a failure; empty: success. */
    private Optional<String> install(Consumer<String> lines) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", line()).redirectErrorStream(true)
                .redirectInput(new File("/dev/null")); // sudo reads a password from the terminal itself
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        builder.environment().compute("PATH", (name, path) -> machine.aptGet().getParent() + ":" + path);
        Process process = null;
        try {
            process = builder.start();
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                out.lines().filter(line -> !PROGRESS.matcher(line).matches()).forEach(lines);
            }
            int status = process.waitFor();
            return status == 0 ? Optional.empty() : Optional.of("it ended with status " + status);
        } catch (IOException e) {
            return Optional.of(e.getMessage());
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    /**
     * Requires that all benchmarks run now.
     *
     * @param after the same benchmarks, as they are after {@link #run}
     * @throws RunbenchException (machine) one does not run
     */
    public static void require(List<Availability> after) {
        List<Availability> missing = after.stream().filter(r -> !r.runsHere()).toList();
        if (!missing.isEmpty()) {
            throw RunbenchException
                    .machine("not available: " + String.join("; ", missing.stream().map(Availability::reason).toList()))
                    .remedy(missing.get(0).remedy());
        }
    }
}
