package runbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Tests reason and remedy when no rank reported. */
class MissingRanksTest {
    @TempDir
    Path directory;
    private ClusterFolder folder;

    @BeforeEach
    void begun() throws Exception {
        folder = new ClusterFolder(Files.createDirectory(directory.resolve("run")));
        Files.createDirectory(folder.loaded());
    }

    private static ClusterRequest request(String launch, String... command) {
        return new ClusterRequest(List.of(command),
                launch == null ? ClusterRecord.Form.CONSTRUCTOR : ClusterRecord.Form.WRAPPER, launch, List.of(), null,
                null, new ClusterRequest.Tracing(false, "auto"), false,
                new ClusterRequest.Clocks(null, Duration.ofSeconds(1)), null, null, null);
    }

    private ClusterRecord.Problem reason(Integer status, ClusterRequest request, String... loaded) throws Exception {
        for (String note : loaded) {
            Files.createFile(folder.loaded().resolve(note));
        }
        List<ClusterRecord.Problem> reasons = new MissingRanks(request, folder,
                new NodeBundle(directory, directory.resolve("bundle")), status).reasons();
        assertThat(reasons).isNotEmpty().allMatch(r -> r.rank() == -1 && r.remedy() != null);
        return reasons.get(0);
    }

    @Test
    void aCommandWithoutLauncherIsNamed() throws Exception {
        ClusterRecord.Problem reason = reason(0, request(null, "./my app", "x"), "other-my app");
        assertThat(reason.words()).isEqualTo(
                "the likely reason: my app ran without a rank: it was not started by mpirun, srun or a similar"
                        + " launcher");
        assertThat(reason.remedy()).contains("runbench cluster -- mpirun -np 4 './my app' x")
                .contains("runbench sample -- './my app' x");
    }

    @Test
    void aLauncherThatDoesNotForwardItsEnvironmentIsNamed() throws Exception {
        ClusterRecord.Problem reason = reason(0, request(null, "srun", "--export=NONE", "./app"), "other-sh",
                "launcher-srun");
        assertThat(reason.why())
                .startsWith("srun received Runbench's environment variables but passed them to no process");
        assertThat(reason.remedy()).contains("srun --export=ALL", "mpirun -x LD_PRELOAD");
    }

    @Test
    void aLauncherWithoutRankVariablesIsNamed() throws Exception {
        ClusterRecord.Problem reason = reason(0, request(null, "rsh", "n1", "./app"), "launcher-rsh", "behind-app");
        assertThat(reason.why()).startsWith("rsh started app without setting a rank");
        assertThat(reason.remedy()).contains("--launch");
    }

    @Test
    void aStaticProgramIsNamedWithTheCommandThatMeasuresIt() throws Exception {
        byte[] image = Arrays.copyOf(new byte[]{0x7f, 'E', 'L', 'F', 2, 1}, 256);
        Path program = Files.write(directory.resolve("app"), image);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ClusterRecord.Problem reason = reason(0, request(null, "mpirun", "-np", "4", program.toString(), "in put"),
                "launcher-mpirun");
        assertThat(reason.why()).isEqualTo(program + " is linked statically: no library can be preloaded");
        assertThat(reason.remedy()).isEqualTo(
                "start it through a wrapper: runbench cluster --launch 'mpirun -np 4' -- " + program + " 'in put'");
    }

    @Test
    void programsThatDoNotLoadTheLibraryAreNamed() throws Exception {
        assertThat(reason(0, request(null, "su", "-c", "mpirun app")).why()).contains(
                "no process loaded " + directory.resolve("bundle/librunbench-launch.so"), "su clears its environment");
    }

    @Test
    void ofAMessageInAFrameTheFirstParagraphIsReported() throws Exception {
        String frame = "-".repeat(74) + "\n";
        Files.writeString(folder.launcherErr(),
                "a warning\n" + frame + "There are not enough slots for the 4\nslots of the application:\n\n  ./app\n\n"
                        + "Alternatively, use --oversubscribe to\nlaunch.\n" + frame);
        assertThat(reason(1, request(null, "mpirun", "-np", "4", "app"), "launcher-mpirun").why())
                .endsWith("its last error message: There are not enough slots for the 4 slots of the application:");
    }

    @Test
    void theErrorOfAFailedLauncherIsReported() throws Exception {
        Files.writeString(folder.launcherErr(), "something\n  There are not enough slots available\n-----\n");
        ClusterRecord.Problem reason = reason(1, request(null, "mpirun", "-np", "99", "app"), "launcher-mpirun");
        assertThat(reason.why()).isEqualTo(
                "the launcher failed before any rank began; its last error message: There are not enough slots"
                        + " available");
        assertThat(reason.remedy()).isEqualTo("less " + folder.launcherErr());
    }

    @Test
    void aWrapperThatWasNeverStartedIsNamed() throws Exception {
        assertThat(reason(0, request("echo", "./app")).why()).contains("without starting the wrapped program",
                "RB_CLUSTER_RUN");
    }

    @Test
    void missingProgramsAreNamedBeforeTheStart() throws Exception {
        NodeBundle bundle = new NodeBundle(directory.resolve("home"),
                Files.createDirectories(directory.resolve("home/bundle")));
        assertThatThrownBy(() -> bundle.require(request(null, "mpirun", "app")))
                .hasMessage("what nodes need has not been built: runbench-rank, runbench-sampler, runbench-reflector,"
                        + " librunbench-launch.so missing in " + bundle.path())
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(e.remedy()).contains("make -C " + bundle.home().resolve("native") + " bundle");
                });
        for (String program : List.of("runbench-rank", "runbench-sampler", "runbench-reflector")) {
            assertThat(Files.createFile(bundle.path().resolve(program)).toFile().setExecutable(true)).isTrue();
        }
        bundle.require(request("mpirun", "app"));
        assertThatThrownBy(() -> bundle.require(request(null, "mpirun", "app")))
                .hasMessageContaining("built: librunbench-launch.so missing in");
    }

    @Test
    void missingProgramsPreventTheStart() throws Exception {
        String home = System.getProperty("runbench.home");
        ClusterLaunch launch;
        try {
            System.setProperty("runbench.home", directory.toString());
            launch = new ClusterLaunch(request(null, "touch", directory.resolve("started").toString()), null, null,
                    null);
        } finally {
            System.setProperty("runbench.home", home);
        }
        assertThatThrownBy(launch::run).hasMessageContaining("has not been built")
                .hasMessageContaining(directory.resolve("native/build/bundle").toString());
        assertThat(directory.resolve("started")).doesNotExist();
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
