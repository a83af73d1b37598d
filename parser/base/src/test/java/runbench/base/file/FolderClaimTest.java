package runbench.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;

@Tag("beside")
@Tag("scenario")
class FolderClaimTest {
    @TempDir
    Path folder;

    @Test
    void aSecondClaimIsRefusedUntilTheFirstEnds() throws IOException {
        FolderClaim first = FolderClaim.of(folder);
        assertThatThrownBy(() -> FolderClaim.of(folder)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("another runbench");
        first.close();
        FolderClaim.of(folder).close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void lookingAtAClaimDoesNotEndIt() throws Exception {
        try (FolderClaim claim = FolderClaim.of(folder)) {
            assertThat(FolderClaim.isHeld(folder)).contains(true);
            assertThatThrownBy(() -> FolderClaim.of(folder)).isInstanceOf(RunbenchException.class);
            Process other = new ProcessBuilder(List.of(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                    System.getProperty("java.class.path"), Owner.class.getName(), folder.toString())).start();
            assertThat(other.inputReader().readLine()).as("another process has the claim too").isNull();
            assertThat(other.waitFor()).isNotZero();
            assertThat(folder.resolve(FolderClaim.NAME)).exists();
        }
        assertThat(FolderClaim.isHeld(folder)).isEmpty();
    }

    @Test
    void aKilledProcessLeavesNoClaim() throws Exception {
        Process owner = new ProcessBuilder(List.of(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Owner.class.getName(), folder.toString())).start();
        assertThat(owner.inputReader().readLine()).isEqualTo("claimed");
        assertThatThrownBy(() -> FolderClaim.of(folder)).isInstanceOf(RunbenchException.class);
        owner.destroyForcibly();
        assertThat(owner.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve(FolderClaim.NAME)).exists();
        FolderClaim.of(folder).close();
        assertThat(folder).isEmptyDirectory();
    }

    /** Claims a folder and keeps it until it is killed. */
    static final class Owner {
        private Owner() {
        }

        public static void main(String[] args) throws Exception {
            FolderClaim.of(Path.of(args[0]));
            System.out.println("claimed");
            System.out.flush();
            Thread.currentThread().join();
        }
    }
}
