package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Originals in made-up trees: the programs are scripts that tell how they were called. */
class SpecTreeTest {
    private static final String TELL = "#!/bin/sh\necho \"cwd $(pwd)\"\nfor a in \"$@\"; do echo \"arg $a\"; "
            + "done\nsed 's/^/stdin /'\n";

    @TempDir
    Path temp;

    private final Catalogue catalogue = Catalogue.load(Path.of("/nonexistent"), List.of());

    @Test
    void aRunDirectoryIsUsedInPlace() throws Exception {
        Path dir = cpu2006("403.gcc").resolve("run/run_base_ref_amd64.0000");
        program(dir.resolve("gcc_base.amd64"));
        write(dir.resolve("166.in"), "int x;");
        Ran ran = run("403.gcc", null);
        assertThat(ran.benchmark().label()).isEqualTo("SPEC CPU2006 403.gcc, reference run 166");
        assertThat(ran.benchmark().notSpec()).isFalse();
        assertThat(ran.output()).contains("cwd " + dir.toRealPath(), "arg 166.in", "arg -o", "arg 166.s");
        assertThat(dir.resolve("166.in")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"200.i", "200.in"})
    void bothNamesOfAnInputAreAccepted(String name) throws Exception {
        Path root = cpu2006("403.gcc");
        program(root.resolve("exe/gcc_base.x"));
        write(root.resolve("data/ref/input/" + name), "int x;");
        assertThat(run("403.gcc", "200").output()).contains("arg " + name, "arg 200.s");
    }

    @Test
    void aBuiltTreeIsCopiedAndStaysAsItWas() throws Exception {
        Path root = cpu2006("400.perlbench");
        program(root.resolve("exe/perlbench_base.x"));
        write(root.resolve("data/all/input/lib/Mail.pm"), "1;");
        write(root.resolve("data/ref/input/checkspam.pl"), "1;");
        Ran ran = run("400.perlbench", null);
        assertThat(ran.output()).contains("arg -I./lib", "arg checkspam.pl", "arg 2500");
        assertThat(ran.benchmark().workingDir()).doesNotExist();
        assertThat(root.resolve("data/all/input")).isDirectoryContaining("glob:**lib");
    }

    @Test
    void standardInputComesFromTheInputs() throws Exception {
        Path root = flat("416.gamess");
        program(root.resolve("gamess_base.i386"));
        write(root.resolve("triazolium.config"), "hello\n");
        assertThat(run("416.gamess", null).output()).contains("stdin hello");
    }

    @Test
    void multi2SimsFlatLayoutIsFound() throws Exception {
        Path root = flat("483.xalancbmk");
        program(root.resolve("xalancbmk_base.i386"));
        write(root.resolve("t5.xml"), "");
        write(root.resolve("xalanc.xsl"), "");
        Ran ran = run("483.xalancbmk", null);
        assertThat(ran.benchmark().executable()).isEqualTo(root.resolve("xalancbmk_base.i386"));
        assertThat(ran.output()).contains("arg -v", "arg t5.xml", "arg xalanc.xsl");
    }

    @Test
    void executablesOfOtherNamesAreFound() throws Exception {
        Path root = cpu2006("483.xalancbmk").resolve("run/run_base_ref_x.0001");
        program(root.resolve("Xalan_base.x"));
        write(root.resolve("t5.xml"), "");
        write(root.resolve("xalanc.xsl"), "");
        assertThat(run("483.xalancbmk", null).benchmark().executable().getFileName()).hasToString("Xalan_base.x");
    }

    @Test
    void wrfGetsBothFoldersOfTables() throws Exception {
        Path root = flat("481.wrf");
        write(root.resolve("wrf_base.i386"), "#!/bin/sh\ncat RRTM_DATA LANDUSE.TBL\n");
        executable(root.resolve("wrf_base.i386"));
        write(root.resolve("namelist.input"), "");
        write(root.resolve("le/LANDUSE.TBL"), "land\n");
        write(root.resolve("le/32/RRTM_DATA"), "radiation\n");
        assertThat(run("481.wrf", null).output()).contains("radiation", "land");
        assertThat(root.resolve("RRTM_DATA")).doesNotExist();
    }

    @Test
    void sphinxGetsItsControlFile() throws Exception {
        Path root = cpu2006("482.sphinx3");
        write(root.resolve("exe/sphinx_livepretend_base.x"), "#!/bin/sh\ncat ctlfile; ls *.raw\n");
        executable(root.resolve("exe/sphinx_livepretend_base.x"));
        write(root.resolve("data/ref/input/args.an4"), "");
        write(root.resolve("data/ref/input/an2.le.raw"), "1234567");
        write(root.resolve("data/ref/input/an1.le.raw"), "12345");
        write(root.resolve("data/ref/input/an1.be.raw"), "54321");
        assertThat(run("482.sphinx3", null).output()).contains("an1 5", "an2 7", "an1.raw", "an2.raw");
    }

    @Test
    void aMissingInputIsNamed() throws Exception {
        program(flat("403.gcc").resolve("gcc_base.i386"));
        RunbenchException e = failure("403.gcc", temp, false, null);
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("166.i or 166.in");
        assertThat(e.remedy().orElseThrow()).contains("runspec");
    }

    @Test
    void requireSpecRefusesWithoutATree() {
        RunbenchException e = failure("403.gcc", null, true, null);
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.remedy().orElseThrow()).contains("--spec").contains("SPEC");
    }

    @Test
    void requireSpecRefusesATreeWithoutTheProgram() throws IOException {
        cpu2006("403.gcc");
        RunbenchException e = failure("403.gcc", temp, true, null);
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("gcc_base.*");
    }

    @Test
    void withoutTheProgramInTheTreeTheOpenRelativeRunsAndSaysWhy() throws IOException {
        cpu2006("998.specrand");
        program(home().resolve("native/build/workloads/specrand"));
        ResolvedBenchmark b = Resolver.resolve(catalogue.find("998.specrand"), options(temp, false, null));
        assertThat(b.label()).startsWith("open:998.specrand (").endsWith("- NOT SPEC");
        assertThat(b.notes()).singleElement().asString().contains("no built 998.specrand");
    }

    @Test
    void aTreeThatIsNoDirectoryIsAnErrorOfUsage() {
        assertThat(failure("403.gcc", temp.resolve("none"), false, null).exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void anUnknownRunOffersTheOthers() throws IOException {
        program(flat("403.gcc").resolve("gcc_base.i386"));
        RunbenchException e = failure("403.gcc", temp, false, "167");
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.remedy().orElseThrow()).contains("166");
    }

    @Test
    void withoutAnOpenRelativeItSaysSo() {
        Entry entry = new EntryReader("test.toml", """
                [bench."x"]
                title = "x"
                no-open = "nobody wrote one"
                [bench."x".spec]
                executables = ["x"]
                runs = [{ name = "default" }]
                """).read().get(0);
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> Resolver.resolve(entry, options(null, false, null)));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("no open-source stand-in: nobody wrote one");
    }

    /** No package helps where the processor lacks an instruction. */
    @Test
    void aProcessorWithoutAnInstructionIsNamed() {
        Entry entry = new EntryReader("test.toml", """
                [bench."x"]
                title = "x"
                [bench."x".open]
                executables = ["sh"]
                cpu-flags = ["nosuchflag"]
                packages = ["x"]
                runs = [{ name = "default" }]
                """).read().get(0);
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> Resolver.resolve(entry, options(null, false, null)));
        assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(e.getMessage()).contains("needs a processor with nosuchflag");
        assertThat(e.remedy().orElseThrow()).doesNotContain("install").contains("runbench x --emulate");
        assertThat(Resolver.resolve(entry, options(null, false, null).emulated(true)).label()).startsWith("x (");
    }

    private record Ran(ResolvedBenchmark benchmark, List<String> output) {}

    private Ran run(String id, String runName) throws Exception {
        ResolvedBenchmark b = Resolver.resolve(catalogue.find(id), options(temp, true, runName));
        List<String> output = UncountedRun.run(b);
        return new Ran(b, output);
    }

    private RunbenchException failure(String id, Path tree, boolean require, String runName) {
        return catchThrowableOfType(RunbenchException.class,
                () -> Resolver.resolve(catalogue.find(id), options(tree, require, runName)));
    }

    private ResolveOptions options(Path tree, boolean require, String runName) {
        return new ResolveOptions(tree, require, runName, home(), temp.resolve("cache"), temp.resolve("result"));
    }

    /** Returns a project folder of this test, so that the unit tests need no built native programs. */
    private Path home() {
        return temp.resolve("home");
    }

    private Path cpu2006(String id) throws IOException {
        return Files.createDirectories(temp.resolve("benchspec/CPU2006").resolve(id));
    }

    private Path flat(String id) throws IOException {
        return Files.createDirectories(temp.resolve(id));
    }

    private static void program(Path path) throws IOException {
        write(path, TELL);
        executable(path);
    }

    private static void write(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static void executable(Path path) {
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }
}
