package runbench.pas2p.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

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
        if (!ProjectHome.isPackage(home) && TracedProcess.find("mpicc." + flavour).isEmpty()) {
            throw RunbenchException
                    .machine("no interposer for " + flavour + ": mpicc." + flavour + " is missing, which builds it")
                    .remedy("apt install " + (flavour.equals("mpich") ? "libmpich-dev" : "libopenmpi-dev"));
        }
        String target = library.normalize().startsWith(build) && Files.exists(sources.resolve("Makefile"))
                ? sources.relativize(library.normalize()).toString()
                : "";
        if (target.isEmpty()) {
            throw RunbenchException.machine("no interposer for " + flavour + ": " + library + " was not built")
                    .remedy(ProjectHome.rebuildRemedy(home.toAbsolutePath().normalize()));
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

    /**
     * Detection of a program's or a launcher's MPI. Names of libraries are ambiguous: {@code libmpi.so} is Open MPI's,
     * and outside Debian also MPICH's and Intel's. Symbols are not: Open MPI's predefined handles are objects named
     * {@code
     * ompi_...}.
     */
    static final class MpiFlavour {
        static final String OPENMPI = "openmpi";
        static final String MPICH = "mpich";

        private static final int LOOK_AT_BYTES = 1 << 28;
        private static final int LDD_SECONDS = 10;
        private static final List<String> OPENMPI_ONLY = List.of("ompi_mpi_", "libmpi_mpifh", "libmpi_usempi");
        /**
         * Symbols of MPICH. MPIR_ alone does not suffice: the debugger interface of any launcher has this prefix
         * (MPIR_proctable).
         */
        private static final List<String> MPICH_ONLY = List.of("libmpich", "libmpifort.so", "MPIR_Process", "MPIR_Err_",
                "MPIDI_");
        private static final List<String> OPENMPI_LAUNCHER = List.of("libopen-rte.so", "libprrte.so");
        /** Symbols of the launcher that MPICH and its relatives share. */
        private static final List<String> MPICH_LAUNCHER = List.of("HYDRA_", "HYDU_");
        /** Text in MPI libraries and in their callers. */
        private static final String ABOUT_MPI = "MPI_Init";
        /** A line of ldd: NAME => PATH (ADDRESS), or PATH (ADDRESS) for a library linked by its path. */
        private static final Pattern LOADED = Pattern.compile("(?:.* => )?(/.*) \\(0x[0-9a-f]+\\)");

        private MpiFlavour() {
        }

        /**
         * Returns openmpi or mpich (including Intel MPI, whose binary interface is MPICH's); empty: not an MPI program.
         */
        static Optional<String> of(Path program) {
            Optional<String> image = image(program);
            if (image.isEmpty() || in(image.get(), OPENMPI_LAUNCHER, MPICH_LAUNCHER).isPresent()) {
                return Optional.empty();
            }
            return in(image.get(), OPENMPI_ONLY, MPICH_ONLY).or(() -> ofLibraries(program));
        }

        /**
         * Returns the MPI of a launcher (mpirun, mpiexec); empty: not a launcher, or one of Slurm or others that start
         * any MPI.
         */
        static Optional<String> ofLauncher(Path executable) {
            return image(executable).flatMap(image -> in(image, OPENMPI_LAUNCHER, MPICH_LAUNCHER));
        }

        private static Optional<String> in(String image, List<String> openmpi, List<String> mpich) {
            Predicate<String> stands = image::contains;
            return openmpi.stream().anyMatch(stands) ? Optional.of(OPENMPI)
                    : mpich.stream().anyMatch(stands) ? Optional.of(MPICH) : Optional.empty();
        }

        private static Optional<String> image(Path file) {
            try {
                if (Files.size(file) > LOOK_AT_BYTES) {
                    return Optional.empty();
                }
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                return Optional.of(text).filter(t -> t.startsWith("\u007fELF"));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /** Returns the MPI by the libraries that the loader uses, directly or indirectly. */
        private static Optional<String> ofLibraries(Path executable) {
            return libraries(executable).stream()
                    .map(MpiFlavour::image)
                    .flatMap(Optional::stream)
                    .filter(image -> image.contains(ABOUT_MPI))
                    .flatMap(image -> in(image, OPENMPI_ONLY, MPICH_ONLY).stream())
                    .findFirst();
        }

        private static List<Path> libraries(Path executable) {
            try {
                Process ldd = new ProcessBuilder("ldd", executable.toString()).redirectErrorStream(true).start();
                String lines = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                ldd.waitFor(LDD_SECONDS, TimeUnit.SECONDS);
                return lines.lines()
                        .map(String::strip)
                        .map(LOADED::matcher)
                        .filter(Matcher::matches)
                        .map(m -> Path.of(m.group(1)))
                        .toList();
            } catch (IOException e) {
                return List.of();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        }
    }
}
