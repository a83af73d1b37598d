package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of a clone before its first build. */
@Tag("scenario")
@Tag("beside")
class FreshCloneTest {
    private static final String ASKED = "the build asked for Maven";

    /** Shell command that creates the tests of a room in Maven's layout. */
    private static final String ONE_TEST = "mkdir -p parser/target/surefire-reports; "
            + "printf '<testsuite><testcase name=\"a\" classname=\"x.Y\"/></testsuite>' > "
            + "parser/target/surefire-reports/TEST-x.xml; ";

    @TempDir
    private Path dir;
    private ShellClone clone;

    @BeforeEach
    void aCloneOnAMachineWithEverything() throws Exception {
        clone = new ShellClone(dir);
        for (String tool : new String[]{"make", "fc-match", "java"}) {
            clone.command(tool, "exit 0");
        }
        clone.command("javac", "echo javac 21.0.8");
        clone.command("cc", "cat > ../preprocessed");
        clone.command("ldd", "exit 0");
        clone.command("mvn", "echo '" + ASKED + "'; exit 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"scripts/runbench | Usage: runbench BENCHMARK",
            "scripts/runbench --help | Usage: runbench BENCHMARK", "scripts/runbench -h | Usage: runbench BENCHMARK",
            "scripts/runbench help | Usage: runbench BENCHMARK",
            "scripts/runbench help sync measure | Usage: runbench sync measure",
            "scripts/runbench sync measure --help | Usage: runbench sync measure",
            "scripts/runbench sample -h | Usage: runbench sample",
            "scripts/runbench 403.gcc --help | Usage: runbench run",
            "scripts/overnight --help | Usage: runbench overnight", "scripts/gallery --help | Usage: runbench gallery",
            "scripts/test --help | Usage: scripts/test", "scripts/runbench --version | runbench 0.",
            "scripts/runbench -V | runbench 0.", "scripts/runbench generate-completion | complete -F"})
    void answersWithoutABuild(String line, String expected) throws Exception {
        ShellClone.Ended ended = clone.bash(line);
        assertThat(ended.code()).as(ended.errors()).isZero();
        assertThat(ended.output()).contains(expected).doesNotContain("==== runbench");
        assertThat(ended.errors()).isEmpty();
        assertThat(clone.home().resolve("scripts/target")).doesNotExist();
    }

    @Test
    void aReaderThatStopsEarlyStartsNoBuild() throws Exception {
        ShellClone.Ended ended = clone
                .bash("scripts/runbench sync measure --help | head -n 1; scripts/runbench --version | head -n 1; "
                        + "scripts/runbench generate-completion | head -n 1");
        assertThat(ended.output().lines()).hasSize(3);
        assertThat(clone.home().resolve("scripts/target")).doesNotExist();
    }

    @Test
    void theVersionIsThatOfTheProject() throws Exception {
        String pom = Files.readString(clone.home().resolve("pom.xml"));
        String version = pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));
        assertThat(clone.bash("scripts/runbench --version").output()).startsWith("runbench " + version + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"list", "sample -- ls --help", "smaple --help", "help smaple", "sync measure --help --hosts a"})
    void everythingElseIsBuiltFirst(String words) throws Exception {
        ShellClone.Ended ended = clone.bash("scripts/runbench " + words);
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.errors()).contains("the build failed").contains(ASKED);
    }

    /** Ctrl-C reaches the whole foreground group. Maven and Java end by themselves, and the shell must not go on. */
    @ParameterizedTest
    @CsvSource({"mvn, 'the build failed'", "java, 'no class archive'"})
    void ctrlCEndsTheBuild(String interrupted, String failure) throws Exception {
        clone.command("mvn", "exit 0");
        clone.command(interrupted, "trap 'exit 130' INT; kill -INT 0; sleep 5");
        ShellClone.Ended ended = clone.bash("set -m; scripts/runbench list & fg; exit $?");
        assertThat(ended.code()).as(ended.errors()).isEqualTo(130);
        assertThat(ended.errors()).contains("interrupted: the next command builds the rest")
                .doesNotContain(failure)
                .doesNotContain("built in");
        assertThat(clone.home().resolve("scripts/target/built")).doesNotExist();
    }

    @Test
    void helpNeedsNoJavaUnlessItIsNarrow() throws Exception {
        clone.command("java", "echo java >&2; exit 1");
        clone.bash("mkdir -p scripts/target; touch -d 'tomorrow' scripts/target/built");
        ShellClone.Ended wide = clone.bash("COLUMNS=120 scripts/runbench sample --help");
        assertThat(wide.output()).startsWith("Usage: runbench sample [");
        assertThat(wide.errors()).isEmpty();
        assertThat(clone.bash("COLUMNS=60 scripts/runbench sample --help").errors()).isEqualTo("java\n");
    }

    /** The names of options are coloured in the usage and in their list, not in sentences about them. */
    @Test
    void helpOnATerminalIsColoured() throws Exception {
        String help = "TERM=xterm COLUMNS=80 /usr/bin/script -qec 'scripts/runbench sample --help' /dev/null";
        assertThat(clone.bash(help).output()).contains("Usage: \33[1mrunbench sample\33[0m [\33[33m-hqV\33[0m]",
                "  \33[33m-p\33[0m, \33[33m--pid\33[0m=PID   ", "(--no-inherit: only its threads)");
        assertThat(clone.bash("export NO_COLOR=1; " + help).output()).doesNotContain("\33");
    }

    @Test
    void theLibraryThatJavaDrawsTextWithIsInstalledAndNamed() throws Exception {
        assertThat(clone.missingPackages()).isEmpty();
        clone.command("javac", "exit 127");
        assertThat(clone.missingPackages()).containsExactly("default-jdk-headless", "libharfbuzz0b");
        clone.command("javac", "echo javac 21.0.8");
        Path java = Files.createDirectories(dir.resolve("jdk/bin"));
        Files.createDirectories(dir.resolve("jdk/lib"));
        Files.createFile(dir.resolve("jdk/lib/libfontmanager.so"));
        clone.command("java", "exit 0");
        Files.move(dir.resolve("commands/java"), java.resolve("java"));
        Files.createSymbolicLink(dir.resolve("commands/java"), java.resolve("java")); // as Debian's alternatives do
        clone.command("ldd", "printf '\\tlibc.so.6 => /lib/libc.so.6 (0x0)\\n\\tlibharfbuzz.so.0 => not found\\n'");
        assertThat(clone.missingPackages()).containsExactly("libharfbuzz0b");
    }

    @Test
    void withoutSudoTheLineIsForRoot() throws Exception {
        clone.command("apt-get", "exit 1");
        ShellClone.Ended ended = clone
                .bash("/usr/bin/unshare --user /bin/bash -c 'home=$PWD; source scripts/lib/build.sh; install one two'");
        assumeTrue(!ended.errors().contains("unshare"), "user namespaces are not permitted here");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.errors())
                .contains("type as root:  apt-get update && apt-get install -y --no-install-recommends one two")
                .doesNotContain("sudo");
    }

    @Test
    void theLabelOfABuildNamesTheCommitAndChangesOfTheSources() throws Exception {
        String label = "home=$PWD; source scripts/lib/build.sh; source_label";
        assertThat(clone.bash(label).output()).isEqualTo("an unknown commit\n");
        clone.command("git", "[[ $* == *status* ]] || echo commit 0123abcd of 2026-01-31");
        assertThat(clone.bash(label).output()).isEqualTo("commit 0123abcd of 2026-01-31\n");
        clone.command("git", "[[ $* == *status* ]] && echo ' M pom.xml' || echo commit 0123abcd of 2026-01-31");
        assertThat(clone.bash(label).output()).isEqualTo("commit 0123abcd of 2026-01-31, with changes\n");
    }

    @Test
    void thePackagedLauncherHasEveryFunctionThatItUses() throws Exception {
        ShellClone.Ended ended = clone.bash("home=/opt/some; mv scripts/lib/build.sh ../clone-build.sh; "
                + "source scripts/lib/package/build.sh; source scripts/lib/answers.sh; "
                + "for f in say set_java build_label is_built build_if_needed set_class_path set_class_archive; "
                + "do grep -q $f scripts/runbench scripts/lib/answers.sh && type -t $f; done; set_java; echo $java");
        assertThat(ended.output()).isEqualTo("function\n".repeat(7) + "/opt/some/runtime/bin/java\n");
    }

    @Test
    void mavenKeepsItsLibrariesBelowHome() throws Exception {
        clone.command("mvn", "printf '%s\\n' \"$MAVEN_OPTS\" > ../options; exit 1");
        clone.bash("HOME=/some/home scripts/runbench list");
        assertThat(dir.resolve("options")).content().contains("-Duser.home=/some/home");
    }

    @Test
    void theReportOfTestsStandsInAPathWithASpace() throws Exception {
        clone.command("mvn", ONE_TEST);
        ShellClone.Ended ended = clone.bash("scripts/test --no-install parser");
        assertThat(ended.code()).as(ended.output() + ended.errors()).isZero();
        assertThat(ended.output()).contains("1 passed, 0 failed, 0 skipped");
    }

    /** Checks that nothing starts after an interrupt, whether it comes at the check of the layout or at the tests. */
    @ParameterizedTest
    @ValueSource(strings = {"formatter:validate", "verify"})
    void ctrlCLeavesAReport(String goal) throws Exception {
        clone.command("mvn",
                ONE_TEST + "echo \"$*\" >> ../calls; [[ $* != *" + goal + " ]] || { touch ../begun; sleep 50; }");
        ShellClone.Ended ended = clone.bash("set -m; scripts/test --no-install parser & "
                + "until [[ -e ../begun ]]; do sleep 0.1; done; kill -INT -- -$!; wait $!");
        assertThat(ended.code()).as(ended.output() + ended.errors()).isEqualTo(130);
        assertThat(ended.output()).contains("1 passed, 0 failed, 0 skipped").contains("interrupted after");
        assertThat(dir.resolve("calls")).content().endsWith(goal + "\n");
    }
}
