package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** The installation of packages by an apt-get of the test's own, which creates the program or fails. */
class PackageInstallationTest {
    @TempDir
    Path temp;

    private Path program;
    private Entry entry;

    @BeforeEach
    void anEntryWhoseProgramIsInAPackage() {
        program = temp.resolve("program");
        entry = new EntryReader("test.toml", """
                [bench."x"]
                title = "x"
                [bench."x".own]
                executables = ["%s"]
                packages = ["b-package", "a-package"]
                runs = [{ name = "default", argv = ["1"] }]
                """.formatted(program)).read().get(0);
    }

    @Test
    void theProgramRunsAfterItsPackagesAreInstalled() throws Exception {
        Path apt = script("apt-get", "echo \"apt-get $*\"; [ $1 = update ] || cp /bin/true " + program
                + "\nprintf '(Reading database ... \\r(Reading database ... 5%%\\r(Reading database ... 9 files)\\n'");
        PackageInstallation installation = new PackageInstallation(List.of(row()),
                new PackageInstallation.Machine(apt, null, true));
        assertThat(installation.notes()).containsExactly("x: needs b-package, a-package");
        assertThat(installation.line())
                .isEqualTo("apt-get update && apt-get install -y --no-install-recommends a-package b-package");
        List<String> lines = new ArrayList<>();
        installation.run(lines::add);
        String database = "(Reading database ... 9 files)";
        assertThat(lines).containsExactly("apt-get update", database,
                "apt-get install -y --no-install-recommends a-package b-package", database);
        assertThatCode(() -> PackageInstallation.require(List.of(row()))).doesNotThrowAnyException();
        assertThat(new PackageInstallation(List.of(row())).packages()).isEmpty();
        assertThat(new PackageInstallation(List.of(row())).notes().get(0)).startsWith("x: runs here already: x (");
    }

    @Test
    void anotherUserInstallsThroughSudo() throws Exception {
        Path apt = script("apt-get", "[ $1 = update ] || cp /bin/true " + program);
        Path sudo = script("sudo", "echo asked; \"$@\"");
        PackageInstallation installation = new PackageInstallation(List.of(row()),
                new PackageInstallation.Machine(apt, sudo, false));
        assertThat(installation.line()).isEqualTo(
                "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends a-package b-package'");
        List<String> lines = new ArrayList<>();
        installation.run(lines::add);
        assertThat(lines).containsExactly("asked");
        assertThat(program).isExecutable();
    }

    @Test
    void withoutRootAndSudoTheCommandIsNamed() throws Exception {
        RunbenchException e = failure(new PackageInstallation.Machine(script("apt-get", "exit 0"), null, false));
        assertThat(e.getMessage()).contains("not root").contains("no sudo");
        assertThat(e.remedy().orElseThrow()).startsWith("as root: apt-get update && apt-get install");
    }

    @Test
    void aFailureOfAptGetIsAFailure() throws Exception {
        RunbenchException e = failure(new PackageInstallation.Machine(script("apt-get", "exit 100"), null, true));
        assertThat(e.getMessage()).contains("status 100");
        assertThat(e.remedy().orElseThrow()).contains("apt-get install");
    }

    @Test
    void withoutAptGetTheProgramsAreNamed() {
        assertThat(failure(new PackageInstallation.Machine(null, null, true)).getMessage()).contains("a-package",
                "no apt-get");
    }

    @Test
    void aBenchmarkThatStillCannotRunIsAFailure() {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> PackageInstallation.require(List.of(row())));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).startsWith("not available: x needs a program that is not here: ");
        assertThat(e.remedy()).hasValue("apt-get install -y b-package a-package");
    }

    private RunbenchException failure(PackageInstallation.Machine machine) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> new PackageInstallation(List.of(row()), machine).run(line -> {}));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        return e;
    }

    private Availability row() {
        return Availability.of(entry,
                new ResolveOptions(null, false, null, temp, temp.resolve("cache"), temp.resolve("result")));
    }

    private Path script(String name, String body) throws IOException {
        Path file = Files.writeString(temp.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
