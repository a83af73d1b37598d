package runbench.pas2p.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells which MPI a program was made for, and whose launcher one is. Names of libraries do not say it:
 * {@code libmpi.so} is the name of Open MPI's, and of MPICH's and Intel's outside Debian. Symbols do: Open MPI's
 * predefined handles are objects named {@code ompi_...}.
 */
final class MpiFlavour {
    static final String OPENMPI = "openmpi";
    static final String MPICH = "mpich";

    private static final int LOOK_AT_BYTES = 1 << 28;
    private static final int LDD_SECONDS = 10;
    private static final List<String> OPENMPI_ONLY = List.of("ompi_mpi_", "libmpi_mpifh", "libmpi_usempi");
    /** Not MPIR_ alone: it begins the names of the debuggers' interface, which any launcher has (MPIR_proctable). */
    private static final List<String> MPICH_ONLY = List.of("libmpich", "libmpifort.so", "MPIR_Process", "MPIR_Err_",
            "MPIDI_");
    private static final List<String> OPENMPI_LAUNCHER = List.of("libopen-rte.so", "libprrte.so");
    /** Of the one that MPICH and its relatives share. */
    private static final List<String> MPICH_LAUNCHER = List.of("HYDRA_", "HYDU_");
    /** What stands in an MPI's library and in those that call it. */
    private static final String ABOUT_MPI = "MPI_Init";
    /** A line of ldd: NAME => PATH (ADDRESS), or PATH (ADDRESS) for what was linked by its path. */
    private static final Pattern LOADED = Pattern.compile("(?:.* => )?(/.*) \\(0x[0-9a-f]+\\)");

    private MpiFlavour() {
    }

    /**
     * @return openmpi or mpich (Intel MPI included, its binary interface is MPICH's); empty for what is no program of
     *     an MPI
     */
    static Optional<String> of(Path program) {
        Optional<String> image = image(program);
        if (image.isEmpty() || in(image.get(), OPENMPI_LAUNCHER, MPICH_LAUNCHER).isPresent()) {
            return Optional.empty();
        }
        return in(image.get(), OPENMPI_ONLY, MPICH_ONLY).or(() -> ofLibraries(program));
    }

    /**
     * Whose launcher (mpirun, mpiexec) this is; empty for what is none, and for those of Slurm and others that start
     * any MPI's.
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

    /** By the libraries that the loader takes, directly or for another one of them. */
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
