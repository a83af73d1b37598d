package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.digest.Digests;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

@Tag("beside")
@Tag("scenario")
class OpenRelativesTest {
    private static final Catalogue CATALOGUE = Catalogue.load(Path.of("/nonexistent"), List.of());

    /** Programs that a machine need not have: perl, bzip2, gcc and Runbench's own kernels must be there. */
    private static final Set<String> PACKAGED = Set.of("416.gamess", "435.gromacs", "444.namd", "445.gobmk",
            "450.soplex", "453.povray", "454.calculix", "456.hmmer", "458.sjeng", "462.libquantum", "464.h264ref",
            "465.tonto", "482.sphinx3", "483.xalancbmk");

    @TempDir
    Path temp;

    static Stream<String> open() {
        return CATALOGUE.entries().stream().filter(e -> e.open() != null).map(Entry::id);
    }

    @ParameterizedTest
    @MethodSource("open")
    void runsSmallWithVerifiedOutput(String id) throws Exception {
        Entry entry = CATALOGUE.find(id);
        ResolvedBenchmark b;
        try {
            b = resolve(entry, "tiny");
        } catch (RunbenchException e) {
            assumeTrue(!PACKAGED.contains(id), e.getMessage() + "; " + e.remedy().orElse(""));
            throw e;
        }
        boolean replaced = entry.suite().startsWith("SPEC");
        assertThat(b.label()).startsWith((replaced ? "open:" : "") + id + " (")
                .endsWith(replaced ? ") - NOT SPEC" : ")")
                .doesNotContain("{")
                .doesNotContain("unknown version");
        assertThat(b.notSpec()).isEqualTo(replaced);
        UncountedRun.run(b);
        assertThat(b.workingDir()).doesNotExist();
    }

    @Test
    void aWrongOutputIsAFailureAndSaysWhatDiffers() throws Exception {
        ResolvedBenchmark b = resolve(CATALOGUE.find("998.specrand"), "tiny");
        new Preparation(b).run(s -> {});
        int status = UncountedRun.execute(b);
        Files.writeString(b.stdout(), "something else\n");
        Verification.Result result = new Verification(b).check(status);
        assertThat(result.ok()).isFalse();
        assertThat(result.differences()).singleElement().asString().startsWith("stdout: sha256 ");
        assertThat(new Verification(b).check(139).differences()).contains("exit status 139 instead of 0");
        Files.delete(b.stdout());
        assertThat(new Verification(b).check(0).differences()).containsExactly("stdout: was not written");
    }

    @Test
    void toleranceAndRegexAreChecked() throws Exception {
        Entry entry = own("""
                executables = ["/bin/echo"]
                argv = ["mass 1.0001"]
                runs = [
                  { name = "near", verify = [{ matches = 'mass (\\S+)', expected = 1.0, relative = 1e-3 }] },
                  { name = "far", verify = [{ matches = 'mass (\\S+)', expected = 1.0, relative = 1e-6 }] },
                  { name = "absent", verify = [{ matches = 'weight', min-lines = 1 }] },
                  { name = "short", verify = [{ matches = 'mass', min-lines = 2 }] },
                ]
                """);
        assertThat(verify(entry, "near")).isEmpty();
        assertThat(verify(entry, "far")).singleElement().asString().contains("1.0001 instead of 1.0");
        assertThat(verify(entry, "absent")).singleElement().asString().contains("no line matches");
        assertThat(verify(entry, "short")).singleElement().asString().contains("1 lines instead of at least 2");
    }

    @Test
    void aGeneratedInputIsKeptAndASpoiltOneIsMadeAgain() throws Exception {
        ResolvedBenchmark b = resolve(CATALOGUE.find("401.bzip2"), "tiny");
        new Preparation(b).run(s -> {});
        Path cached = b.workingDir().resolve("input.mixed").toRealPath();
        assertThat(cached).startsWith(temp.resolve("cache").toRealPath());
        Object first = Files.getAttribute(cached, "unix:ino");
        new Preparation(b).run(s -> {});
        assertThat(Files.getAttribute(cached, "unix:ino")).isEqualTo(first);
        Files.delete(cached);
        Files.writeString(cached, "spoilt");
        new Preparation(b).run(s -> {});
        assertThat(Files.size(cached)).isEqualTo(90000);
    }

    @Test
    void aMissingProgramSaysWhatToInstall() {
        Entry entry = own("""
                executables = ["no-such-program-here"]
                packages = ["no-such-package"]
                runs = [{ name = "default" }]
                """);
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> resolve(entry, null));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("no-such-program-here");
        assertThat(e.remedy()).hasValue("apt-get install -y no-such-package");
    }

    @Test
    void aProgramWithoutAModuleThatTheRunsNeedSaysWhatToInstall() {
        Entry entry = own("""
                executables = ["perl"]
                requires = [["${exe}", "-MNo::Such::Module", "-e", "1"]]
                packages = ["perl"]
                runs = [{ name = "default" }]
                """);
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> resolve(entry, null));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("-MNo::Such::Module -e 1' fails");
        assertThat(e.remedy()).hasValue("apt-get install -y perl");
    }

    /** The smaller package of Debian has perl, but not all of its modules. */
    @Test
    void everyModuleOfThePerlScriptIsRequired() throws IOException {
        List<String> required = CATALOGUE.find("400.perlbench").open().requires().get(0);
        List<String> used = Files
                .readAllLines(Path.of(System.getProperty("runbench.home"), "scripts/catalogue/perlbench.pl"))
                .stream()
                .filter(l -> l.matches("use [A-Z].*"))
                .map(l -> "-M" + l.replaceAll("use ([\\w:]+).*", "$1"))
                .toList();
        assertThat(used).contains("-MDigest::MD5");
        assertThat(required).containsAll(used);
    }

    @Test
    void stepsOfEveryKindAreCarriedOutInOrder() throws Exception {
        Files.writeString(temp.resolve("given"), "given\n");
        Entry entry = own("""
                executables = ["/bin/cat"]
                argv = ["sub/copied", "made"]
                prepare = [{ mkdir = "sub" }, { copy = "%s", to = "sub/copied" }, { command = ["echo", "two words"], stdout = "made" }]
                runs = [{ name = "default" }]
                """.formatted(temp.resolve("given")));
        assertThat(UncountedRun.run(resolve(entry, null))).containsExactly("given", "two words");
    }

    @Test
    void aFailingStepNamesTheStepAndItsReason() throws IOException {
        Entry entry = own("""
                executables = ["/bin/true"]
                prepare = [{ command = ["sh", "-c", "echo broken >&2; exit 3"] }]
                runs = [{ name = "default" }]
                """);
        ResolvedBenchmark b = resolve(entry, null);
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> new Preparation(b).run(s -> {}));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("status 3").contains("broken");
    }

    @Test
    void hashesAreLookedUpUntilTheFileChanges() throws IOException {
        Path file = Files.writeString(temp.resolve("data"), "one");
        assertThat(new FileFacts(temp).sha256(file)).startsWith("7692c3ad");
        assertThat(Files.readString(temp.resolve("facts.json"))).contains("7692c3ad");
        Files.writeString(file, "two!");
        assertThat(new FileFacts(temp).sha256(file)).isEqualTo(Digests.of(file)).doesNotStartWith("7692c3ad");
        Files.writeString(temp.resolve("facts.json"), "{ damaged");
        assertThat(new FileFacts(temp).sha256(file)).isEqualTo(Digests.of(file));
    }

    private List<String> verify(Entry entry, String run) throws Exception {
        ResolvedBenchmark b = resolve(entry, run);
        new Preparation(b).run(s -> {});
        return new Verification(b).check(UncountedRun.execute(b)).differences();
    }

    private Entry own(String body) {
        return new EntryReader("test.toml", "[bench.\"x\"]\ntitle = \"x\"\n[bench.\"x\".own]\n" + body).read().get(0);
    }

    private ResolvedBenchmark resolve(Entry entry, String run) {
        if (entry.open() != null && entry.open().runs().get(0).executables().toString().contains("${home}")) {
            assumeTrue(Files.isDirectory(UncountedRun.home().resolve("native/build/workloads")),
                    "the kernels of native/workloads are not built: make -C native");
        }
        return Resolver.resolve(entry, new ResolveOptions(null, false, run, UncountedRun.home(), temp.resolve("cache"),
                temp.resolve("result")));
    }
}
