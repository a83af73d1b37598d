package runbench.pas2p.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.checkpoint.CriuCommand.CriuLog;

/** Messages of CRIU, as printed on Debian 12 and 13. */
@Tag("beside")
class CheckpointerTest {
    private static final Path CRIU = Path.of("/usr/sbin/criu");
    private static final String OLD_CHECK = "Error (criu/vdso.c:619): vdso: Unexpected rt vDSO area bounds\n"
            + "Error (criu/crtools.c:296): Could not initialize kernel features detection.\n";

    private static Checkpointer.Found judged(String version, int status, String check) {
        return Checkpointer.judge(CRIU, new Checkpointer.Answer(0, version), new Checkpointer.Answer(status, check));
    }

    @Test
    void workingNewVersionIsUsed() {
        assertThat(judged("Version: 4.2.1\n", 0, "Looks good.\n").usable()).isEqualTo(new Checkpointer(CRIU, "4.2.1"));
    }

    @Test
    void reasonForRejectionIsOneLine() {
        assertThat(judged("Version: 3.17.1\n", 1, OLD_CHECK).obstacle()).isEqualTo(
                "CRIU 3.17.1 (/usr/sbin/criu) is older than 4, and criu check fails: vdso: Unexpected rt vDSO area "
                        + "bounds");
        assertThat(judged("Version: 4.2.1\n", 1, "Error (criu/cr-check.c:1): no luck\n").obstacle())
                .isEqualTo("CRIU 4.2.1 (/usr/sbin/criu): criu check fails: no luck");
        assertThat(judged("hello\n", 0, "").obstacle()).isEqualTo("/usr/sbin/criu does not print its version");
        assertThat(judged("Version: 4.2.1\n", 0, "").obstacle()).isNull();
    }

    @Test
    void aPathWithoutAProgramIsRefusedWithWhatToType() {
        assertThatThrownBy(() -> Checkpointer.require(Path.of("/nowhere/criu")))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(e.remedy().orElse("")).contains("--criu PATH");
                })
                .hasMessage("no checkpoint signature: there is no program /nowhere/criu");
    }

    @Test
    void firstErrorOfALogIsTheCause() {
        assertThat(CriuLog.reason(
                "(00.000001) Error (criu/util.c:1534): rlimit: Can't setup RLIMIT_NOFILE for self: Operation not "
                        + "permitted\n(00.010000) Warn  (criu/x.c:1): nothing\n(00.123456)     12: Error "
                        + "(criu/files-reg.c:2251): File tmp/log has bad size 12 (expect 34)\n"
                        + "(00.123500) Error (criu/cr-restore.c:2536): Restoring FAILED.\n"))
                .contains("File tmp/log has bad size 12 (expect 34)");
        assertThat(CriuLog.reason("(00.1) Error (criu/cr-dump.c:1975): Dumping FAILED.\n")).contains("Dumping FAILED.");
        assertThat(CriuLog.reason("fine\n")).isEmpty();
    }
}
