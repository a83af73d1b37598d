package runbench.pas2p.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The MPI programs of native/mpitrace/test, for tests that run them under the interposer. */
public final class MpiPrograms {
    public static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();

    private MpiPrograms() {
    }

    /**
     * Skips the test, with the reason, if the program was not built.
     *
     * @param name name without the MPI
     * @param mpi openmpi or mpich
     */
    public static Path program(String name, String mpi) {
        Path program = HOME.resolve("native/build/mpitrace/test/" + name + "-" + mpi);
        assumeTrue(Files.isExecutable(program) && Files.exists(TracedProcess.library(HOME, mpi)), program
                + " was not built (MPI missing? Debian: libopenmpi-dev, libmpich-dev, gfortran; then make -C native)");
        return program;
    }
}
