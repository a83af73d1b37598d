package runbench.pas2p.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tells which MPI an executable was made for. Names of libraries do not say it: {@code libmpi.so} is the name of Open MPI's,
 * and of MPICH's and Intel's outside Debian. Symbols do: Open MPI's predefined handles are objects named {@code ompi_...}.
 */
final class MpiFlavour {
    static final String OPENMPI = "openmpi";
    static final String MPICH = "mpich";

    private static final int LOOK_AT_BYTES = 1 << 28;
    private static final int LDD_SECONDS = 10;
    private static final List<String> OPENMPI_ONLY = List.of("ompi_mpi_", "libmpi_mpifh", "libmpi_usempi", "libopen-rte.so",
            "libprrte.so");
    /** The last two stand in the launcher that MPICH and its relatives share. */
    private static final List<String> MPICH_ONLY = List.of("libmpich", "libmpifort.so", "MPIR_", "HYDRA_", "HYDU_");

    private MpiFlavour() {
    }

    /** @return openmpi or mpich (Intel MPI included, its binary interface is MPICH's); empty for what is not of an MPI */
    static Optional<String> of(Path executable) {
        Optional<String> image = image(executable);
        if (image.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> own = inSymbols(image.get());
        return own.isPresent() || !image.get().contains("libmpi.so") ? own
                : mpiLibrary(executable).flatMap(MpiFlavour::image).flatMap(MpiFlavour::inSymbols);
    }

    private static Optional<String> inSymbols(String image) {
        return OPENMPI_ONLY.stream().anyMatch(image::contains) ? Optional.of(OPENMPI)
                : MPICH_ONLY.stream().anyMatch(image::contains) ? Optional.of(MPICH) : Optional.empty();
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

    /** Where the loader finds libmpi.so for this executable. */
    private static Optional<Path> mpiLibrary(Path executable) {
        try {
            Process ldd = new ProcessBuilder("ldd", executable.toString()).redirectErrorStream(true).start();
            String lines = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            ldd.waitFor(LDD_SECONDS, TimeUnit.SECONDS);
            return lines.lines().map(String::strip).filter(l -> l.startsWith("libmpi.so") && l.contains("=> /"))
                    .map(l -> Path.of(l.substring(l.indexOf("=> ") + 3).split(" ")[0])).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
