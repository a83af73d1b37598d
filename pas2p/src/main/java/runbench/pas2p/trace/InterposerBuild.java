package runbench.pas2p.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Build of an MPI's interposer at its first use: the MPI may have been installed after everything else was built. */
final class InterposerBuild {
    private static final List<String> MAKE_VARIABLES = List.of("MAKEFLAGS", "MFLAGS", "MAKELEVEL");

    private InterposerBuild() {
    }

    /**
     * Builds a missing library.
     *
     * @param home Runbench's folder, which contains native
     * @param library the library, within native/build
     * @throws RunbenchException exit code 3: the MPI's compiler is missing, or the build failed; 130: interrupted
     */
    static synchronized void require(Path home, Path library, String flavour) {
        Path sources = home.resolve("native").toAbsolutePath().normalize();
        Path build = sources.resolve("build");
        if (Files.exists(library)) {
            return;
        }
        if (TracedProcess.find("mpicc." + flavour).isEmpty()) {
            throw RunbenchException
                    .machine("no interposer for " + flavour + ": mpicc." + flavour + " is missing, which builds it")
                    .remedy("apt install " + (flavour.equals("mpich") ? "libmpich-dev" : "libopenmpi-dev"));
        }
        String target = library.normalize().startsWith(build) && Files.exists(sources.resolve("Makefile"))
                ? sources.relativize(library.normalize()).toString()
                : "";
        if (target.isEmpty()) {
            throw RunbenchException.machine("no interposer for " + flavour + ": " + library + " was not built")
                    .remedy("make -C " + sources);
        }
        try {
            Path log = Files.createDirectories(build).resolve("interposer-" + flavour + ".log");
            try (FileChannel file = FileChannel.open(build.resolve("interposer.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); FileLock lock = file.lock()) {
                // Another process may have built it meanwhile.
                if (!Files.exists(library) && make(sources, target, log) != 0 || !Files.exists(library)) {
                    throw failed(flavour, sources, target, lastLine(log), null);
                }
            }
        } catch (IOException e) {
            throw failed(flavour, sources, target, e.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED,
                    "interrupted while the interposer for " + flavour + " was built");
        }
    }

    private static int make(Path sources, String target, Path log) throws IOException, InterruptedException {
        ProcessBuilder make = new ProcessBuilder("make", "-s", "-C", sources.toString(), target)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        make.environment().keySet().removeAll(MAKE_VARIABLES);
        Process process = make.start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw e;
        }
    }

    private static String lastLine(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines()
                .filter(l -> !l.isBlank())
                .toList();
        return lines.isEmpty() ? "make failed without a message" : lines.get(lines.size() - 1);
    }

    private static RunbenchException failed(String flavour, Path sources, String target, String why,
            IOException cause) {
        RunbenchException failure = RunbenchException
                .machine("the interposer for " + flavour + " cannot be built: " + why)
                .remedy("make -C " + sources + " " + target);
        return cause == null ? failure : failure.causedBy(cause);
    }
}
