package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** A build that was made before an MPI was installed. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class InterposerBuildTest {
    @TempDir
    private Path dir;

    private Path home(String name) throws Exception {
        Path sources = Files.createDirectories(dir.resolve(name).resolve("native"));
        Process copy = new ProcessBuilder("sh", "-c", "tar -C \"$0\" --exclude=./build -cf - . | tar -C \"$1\" -xf -",
                MpiPrograms.HOME.resolve("native").toString(), sources.toString()).inheritIO().start();
        assertThat(copy.waitFor()).isZero();
        return sources.getParent();
    }

    /** Checks a path with a space, which LD_PRELOAD cannot contain; the tests of traces preload from other paths. */
    @Tag("nightly")
    @Test
    void interposerIsBuiltAtItsFirstUse() throws Exception {
        Path program = MpiPrograms.program("selfsend", "openmpi");
        Path home = home("a home");
        Path trace = Files.createDirectory(dir.resolve("trace"));
        assertThat(new TracedProcess(home, List.of("mpirun.openmpi", "-np", "1", program.toString(), "10"), trace)
                .output(dir.resolve("output"))
                .run()).isZero();
        assertThat(TracedProcess.library(home, "openmpi")).exists();
        assertThat(MpiTrace.open(trace).complete()).isTrue();
        assertThat(MpiTrace.open(trace).sends()).isEqualTo(1 + 10);
    }

    @Tag("nightly")
    @Test
    void interposerForOtherNodesIsBuiltAtItsFirstUse() throws Exception {
        MpiPrograms.program("selfsend", "openmpi");
        Path bundle = home("home").resolve("native/build/bundle");
        Map<String, String> environment = new HashMap<>();
        new TracedProcess(bundle.resolve("../../..").normalize(), List.of("true"), dir).mpi("openmpi")
                .libraries(bundle)
                .prepare(environment);
        assertThat(bundle.resolve("librbmpitrace-openmpi.so")).exists();
        assertThat(environment.get("LD_PRELOAD")).contains(bundle.toString());
    }

    @Tag("nightly")
    @Test
    void aBuildThatFailsIsExplained() throws Exception {
        assumeTrue(TracedProcess.find("mpicc.openmpi").isPresent(),
                "mpicc.openmpi is missing (Debian: libopenmpi-dev)");
        Path home = home("home");
        // The first source that the compiler reads.
        Files.writeString(home.resolve("native/base/command_line.c"), "#error no such thing\n");
        assertThatThrownBy(() -> new TracedProcess(home, List.of("true"), dir).mpi("openmpi").prepare(new HashMap<>()))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(e.getMessage()).contains("the interposer for openmpi cannot be built");
                    assertThat(e.remedy().orElseThrow()).contains("make -C " + home.resolve("native"));
                });
    }
}
