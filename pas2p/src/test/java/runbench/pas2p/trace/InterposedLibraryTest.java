package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.InterposerBuild.MpiFlavour;

/** Checks which MPI a program uses, and that all of its calls are recorded, whatever the library's name. */
@Tag("beside")
class InterposedLibraryTest extends InterposedProgram {
    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void everyCallOfThisMpiIsWrappedOrNamedOrLocal(String mpi) throws Exception {
        Path header = HOME.resolve("native/build/mpitrace/wrappers-" + mpi + ".c.h");
        assumeTrue(Files.exists(header), header + " was not made (" + mpi + " missing?)");
        Path generator = HOME.resolve("native/mpitrace/generate.pl");
        Process process = new ProcessBuilder("perl", generator.toString(),
                generator.resolveSibling("calls.txt").toString(), header.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("said").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(directory.resolve("said"))).isEmpty();
    }

    /**
     * Checks that the content of a library named libmpi.so determines the MPI: MPICH and Intel MPI also use this name.
     */
    @Test
    void libraryNameDoesNotDetermineTheMpi() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")) || Files.isExecutable(Path.of("/usr/bin/gcc")),
                "no C compiler");
        Path library = Files.writeString(directory.resolve("mpi.c"),
                "int MPIR_Process; int MPI_Init(int *c, char ***v) { return 0; }");
        Path main = Files.writeString(directory.resolve("main.c"),
                "int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }");
        compile("-shared", "-fPIC", "-Wl,-soname,libmpi.so.12", "-o", directory.resolve("libmpi.so.12").toString(),
                library.toString());
        Path program = directory.resolve("program");
        compile("-o", program.toString(), main.toString(), directory.resolve("libmpi.so.12").toString(),
                "-Wl,-rpath," + directory);
        assertThat(MpiFlavour.of(program)).contains("mpich");
        assertThat(MpiFlavour.of(Path.of("/bin/sh").toRealPath())).isEmpty();
        for (String mpi : List.of("openmpi", "mpich")) {
            assertThat(MpiFlavour.of(MpiPrograms.program("calls", mpi))).contains(mpi);
        }
    }

    /**
     * Checks a program that is linked with its own library, when only that library is linked with an MPI, under any
     * name.
     */
    @Test
    void linkedLibrariesAndLauncherDetermineTheMpi() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")) || Files.isExecutable(Path.of("/usr/bin/gcc")),
                "no C compiler");
        Path mpi = Files.writeString(directory.resolve("mpi.c"),
                "int ompi_mpi_comm_world; int PMPI_Init(void) { return 0; }");
        Path solver = Files.writeString(directory.resolve("solver.c"),
                "int PMPI_Init(void); int solve(void) { return PMPI_Init(); }");
        Path main = Files.writeString(directory.resolve("main.c"),
                "int solve(void); int main(void) { return solve(); }");
        compile("-shared", "-fPIC", "-o", directory.resolve("libvendor.so").toString(), mpi.toString());
        compile("-shared", "-fPIC", "-o", directory.resolve("libsolver.so").toString(), solver.toString(),
                directory.resolve("libvendor.so").toString(), "-Wl,-rpath," + directory);
        Path program = directory.resolve("program");
        compile("-o", program.toString(), main.toString(), directory.resolve("libsolver.so").toString(),
                "-Wl,-rpath," + directory);
        assertThat(MpiFlavour.of(program)).contains("openmpi");
        MpiPrograms.program("calls", "mpich");
        Path launcher = TracedProcess.find("mpirun.mpich").orElseThrow();
        assertThat(MpiFlavour.of(launcher)).isEmpty();
        assertThat(MpiFlavour.ofLauncher(launcher)).contains("mpich");
        // Slurm's launcher has the debuggers' MPIR_proctable, and starts programs of any MPI.
        Path srun = Files.writeString(directory.resolve("srun.c"),
                "void *MPIR_proctable; int main(void) { return MPIR_proctable != 0; }");
        compile("-o", directory.resolve("srun").toString(), srun.toString());
        assertThat(MpiFlavour.of(directory.resolve("srun"))).isEmpty();
        assertThatThrownBy(() -> new TracedProcess(HOME,
                List.of("env", "A=1", "mpirun.mpich", "-n", "2", program.toString()), directory).run())
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("launcher is of mpich")
                .hasMessageContaining("made for openmpi");
    }

    private static void compile(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
