package runbench.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.claim.Claim.Characterization;

@Tag("beside")
@Tag("scenario")
class CatalogueTest {
    private static final Path NO_USER = Path.of("/nonexistent/bench.d");
    private final Catalogue builtIn = Catalogue.load(NO_USER, List.of());

    @TempDir
    Path temp;

    @Test
    void holdsThe31EntriesOfCpu2006() {
        List<String> ids = builtIn.entries()
                .stream()
                .filter(e -> e.suite().equals("SPEC CPU2006"))
                .map(Entry::id)
                .toList();
        assertThat(ids).containsExactlyInAnyOrder("400.perlbench", "401.bzip2", "403.gcc", "429.mcf", "445.gobmk",
                "456.hmmer", "458.sjeng", "462.libquantum", "464.h264ref", "471.omnetpp", "473.astar", "483.xalancbmk",
                "998.specrand", "410.bwaves", "416.gamess", "433.milc", "434.zeusmp", "435.gromacs", "436.cactusADM",
                "437.leslie3d", "444.namd", "447.dealII", "450.soplex", "453.povray", "454.calculix", "459.GemsFDTD",
                "465.tonto", "470.lbm", "481.wrf", "482.sphinx3", "999.specrand");
        assertThat(builtIn.entries().stream().filter(e -> "CINT2006".equals(e.group()))).hasSize(13);
        assertThat(builtIn.entries().stream().filter(e -> "CFP2006".equals(e.group()))).hasSize(18);
    }

    @Test
    void aTextInIdAliasOrTitleSelectsEntries() {
        assertThat(builtIn.matching("GCC")).extracting(Entry::id).containsExactly("403.gcc");
        assertThat(builtIn.matching(null)).hasSameSizeAs(builtIn.entries());
        assertThatThrownBy(() -> builtIn.matching("gccc")).hasMessageContaining("no benchmark has 'gccc'")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("403.gcc"));
    }

    @Test
    void everyFileOfTheCatalogueIsLoaded() throws IOException {
        List<String> loaded = new ArrayList<>(Catalogue.BUILT_IN);
        loaded.add(Characterizations.FILE);
        try (var files = Files.list(Path.of(System.getProperty("runbench.home"), "scripts", "catalogue"))) {
            assertThat(files.map(p -> p.getFileName().toString()).filter(n -> n.endsWith(".toml")))
                    .containsExactlyInAnyOrderElementsOf(loaded);
        }
    }

    /** The default run of each entry, words separated by blanks, and its standard input. */
    @ParameterizedTest
    @CsvSource(nullValues = "-",
            value = {"400.perlbench,-I./lib checkspam.pl 2500 5 25 11 150 1 1 1 1,-", "401.bzip2,input.source 280,-",
                    "403.gcc,166.i -o 166.s,-", "429.mcf,inp.in,-", "445.gobmk,--quiet --mode gtp,trevord.tst",
                    "456.hmmer,--fixed 0 --mean 500 --num 500000 --sd 350 --seed 0 retro.hmm,-", "458.sjeng,ref.txt,-",
                    "462.libquantum,1397 8,-", "464.h264ref,-d sss_encoder_main.cfg,-", "471.omnetpp,omnetpp.ini,-",
                    "473.astar,rivers.cfg,-", "483.xalancbmk,-v t5.xml xalanc.xsl,-",
                    "998.specrand,1255432124 234923,-", "410.bwaves,'',-", "416.gamess,'',triazolium.config",
                    "433.milc,'',su3imp.in", "434.zeusmp,'',-", "435.gromacs,-silent -deffnm gromacs -nice 0,-",
                    "436.cactusADM,benchADM.par,-", "437.leslie3d,'',leslie3d.in",
                    "444.namd,--input namd.input --iterations 38 --output namd.out,-", "447.dealII,23,-",
                    "450.soplex,-m3500 ref.mps,-", "453.povray,SPEC-benchmark-ref.ini,-",
                    "454.calculix,-i hyperviscoplastic,-", "459.GemsFDTD,'',-", "465.tonto,'',-",
                    "470.lbm,3000 reference.dat 0 0 100_100_130_ldc.of,-", "481.wrf,'',-",
                    "482.sphinx3,ctlfile . args.an4,-", "999.specrand,1255432124 234923,-",})
    void defaultRunsAreTheReferenceSelection(String id, String argv, String stdin) {
        Run run = builtIn.find(id).spec().run(null).orElseThrow();
        assertThat(String.join(" ", run.argv())).isEqualTo(argv);
        assertThat(run.stdin()).isEqualTo(stdin);
        assertThat(run.timeoutS()).isPositive();
    }

    @Test
    void knowsTheOtherReferenceRuns() {
        assertThat(builtIn.find("403.gcc").spec().runs()).extracting(Run::name)
                .containsExactly("166", "200", "c-typeck", "cp-decl", "expr", "expr2", "g23", "s04", "scilab");
        assertThat(builtIn.find("450.soplex").spec().run("pds-50").orElseThrow().argv()).containsExactly("-s1", "-e",
                "-m45000", "pds-50.mps");
        assertThat(builtIn.find("464.h264ref").spec().runs()).hasSize(3);
    }

    @Test
    void everyEntryHasAnOpenRelativeOrSaysWhyNot() {
        for (Entry e : builtIn.entries().stream().filter(e -> e.own() == null).toList()) {
            assertThat(e.open() != null ^ e.noOpen() != null).as(e.id()).isTrue();
            if (e.open() != null) {
                assertThat(e.open().runs()).as(e.id()).allSatisfy(r -> {
                    assertThat(r.verify()).isNotEmpty();
                    assertThat(r.seconds()).isPositive();
                    assertThat(r.memoryMib()).isPositive();
                });
                assertThat(e.open().run("tiny")).as(e.id() + " tiny").isPresent();
            }
        }
    }

    /** Random numbers have no structure, and programs that load memory or a cache have none by design. */
    @Test
    void eachStandInStatesTheStructureOfItsDefaultRun() {
        assertThat(builtIn.entries()).filteredOn(e -> e.open() != null && !e.id().endsWith("specrand"))
                .isNotEmpty()
                .allSatisfy(e -> {
                    Characterization own = Characterizations.ofStandIn(e, null).orElseThrow();
                    assertThat(own.ofStandIn()).isTrue();
                    assertThat(own.run()).isEqualTo(String.join(" ", e.open().run(null).orElseThrow().argv()));
                    assertThat(own.source()).doesNotContain("{");
                });
        Characterization published = Characterizations.published().get(0);
        Entry perlbench = builtIn.find(published.benchmark());
        assertThat(Characterizations.ofStandIn(perlbench, published).orElseThrow().relative())
                .contains(published.prose(), published.relative());
    }

    @ParameterizedTest
    @CsvSource({"gcc,403.gcc", "403,403.gcc", "502.gcc_r,403.gcc", "GCC,403.gcc", "dealii,447.dealII",
            "519.lbm_r,470.lbm", "541.leela_r,445.gobmk"})
    void findsByAlias(String name, String id) {
        assertThat(builtIn.find(name).id()).isEqualTo(id);
    }

    /** The programs of SPEC CPU2017 that continue one of CPU2006. */
    @ParameterizedTest
    @CsvSource({"400.perlbench,500.perlbench_r", "403.gcc,502.gcc_r", "429.mcf,505.mcf_r", "445.gobmk,541.leela_r",
            "458.sjeng,531.deepsjeng_r", "464.h264ref,525.x264_r", "471.omnetpp,520.omnetpp_r",
            "483.xalancbmk,523.xalancbmk_r", "410.bwaves,503.bwaves_r", "436.cactusADM,507.cactuBSSN_r",
            "444.namd,508.namd_r", "447.dealII,510.parest_r", "453.povray,511.povray_r", "470.lbm,519.lbm_r",
            "481.wrf,521.wrf_r"})
    void namesOfCpu2017AreAliases(String id, String alias) {
        assertThat(builtIn.find(alias).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"456.hmmer,SAME_PROGRAM", "462.libquantum,SAME_PROGRAM", "464.h264ref,SAME_KIND", "470.lbm,KERNEL"})
    void aStandInStatesItsRelationToTheOriginal(String id, Likeness kind) {
        assertThat(builtIn.find(id).open().kind()).isEqualTo(kind);
        assertThat(builtIn.find(id).spec().kind()).isEqualTo(Likeness.ORIGINAL);
    }

    @Test
    void everyPackagedStandInNamesItsPackages() {
        assertThat(builtIn.entries().stream().filter(e -> e.open() != null && e.open().kind() != Likeness.KERNEL))
                .allSatisfy(e -> assertThat(e.open().packages()).as(e.id()).isNotEmpty());
    }

    @ParameterizedTest
    @CsvSource({"403.gc,403.gcc", "404.gcc,403.gcc", "470.lmb,470.lbm", "xalan,483.xalancbmk", "bzip,401.bzip2"})
    void anUnknownNameSuggestsTheNearest(String name, String near) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> builtIn.find(name));
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).contains("'" + name + "'");
        assertThat(e.remedy().orElseThrow()).contains("did you mean " + near).contains("runbench list");
    }

    @Test
    void anAmbiguousNameOffersAll() {
        assertThatThrownBy(() -> builtIn.find("specrand"))
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("998.specrand")
                        .contains("999.specrand"));
    }

    @Test
    void programsThatOnlyMoveDataAreVerifiedToo() {
        assertThat(List.of("bbma", "nbbma"))
                .allSatisfy(id -> assertThat(builtIn.find(id).own().runs()).hasSizeGreaterThan(2)
                        .allSatisfy(r -> assertThat(r.verify()).isNotEmpty()));
    }

    @Test
    void aUsersEntryReplacesTheBuiltInOneAndAnExplicitFileWins() throws IOException {
        Path user = Files.createDirectories(temp.resolve("bench.d"));
        Files.writeString(user.resolve("mine.toml"), own("403.gcc", "first"));
        Files.writeString(user.resolve("ignored.txt"), "not toml at all [");
        Path extra = Files.writeString(temp.resolve("extra.toml"), own("403.gcc", "second") + own("my.prog", "third"));
        assertThat(Catalogue.load(user, List.of()).find("gcc").title()).isEqualTo("first");
        Catalogue all = Catalogue.load(user, List.of(extra));
        assertThat(all.find("403.gcc").title()).isEqualTo("second");
        assertThat(all.find("my.prog").origin()).isEqualTo(extra.toString());
        assertThat(all.entries()).hasSize(builtIn.entries().size() + 1);
    }

    @Test
    void anEntryTurnsIntoJson() throws IOException {
        JsonNode json = new JsonMapper().valueToTree(builtIn.find("403.gcc"));
        assertThat(json.at("/spec/runs/0/argv").toString()).isEqualTo("[\"166.i\",\"-o\",\"166.s\"]");
        assertThat(json.at("/open/runs/0/prepare/0/step").asText()).isEqualTo("generate");
        assertThat(json.at("/open/runs/0/verify/0/check").asText()).isEqualTo("matches");
        assertThat(new JsonMapper().writeValueAsString(builtIn.entries())).contains("\"482.sphinx3\"");
    }

    @Test
    void aMissingFileIsAnErrorOfUsage() {
        assertThatThrownBy(() -> Catalogue.load(NO_USER, List.of(temp.resolve("none.toml"))))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("none.toml");
    }

    static String own(String id, String title) {
        return """
                [bench."%s"]
                title = "%s"
                [bench."%s".own]
                executables = ["/bin/true"]
                runs = [{ name = "default" }]
                """.formatted(id, title, id);
    }
}
