package runbench.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector.PeriodVisitor;

/** Checks that imports run downwards between the rooms and that each external interface has one entry package. */
@Tag("beside")
@Tag("scenario")
class ArrowsTest {
    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        // The rules look at names only. Reading the classes of the JDK and of the libraries takes many seconds.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("runbench");
    }

    /**
     * Checks that the rules see each package of each module. They miss the packages of a module that cli does not use.
     */
    @Test
    void theClassesOfAllModulesAreRead() throws IOException {
        Map<Path, Set<String>> packagesOfModules = new TreeMap<>();
        for (Path module : modules()) {
            packagesOfModules.put(module, packagesBelow(module.resolve("src/main/java")));
        }
        assertThat(packagesOfModules).hasSizeGreaterThanOrEqualTo(13)
                .allSatisfy((module, packages) -> assertThat(packages).as(module.toString()).isNotEmpty());
        assertThat(packagesOfModules.values().stream().flatMap(Set::stream)).containsExactlyInAnyOrderElementsOf(
                classes.stream().map(JavaClass::getPackageName).collect(toCollection(TreeSet::new)));
    }

    private static List<Path> modules() throws IOException {
        Path home = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();
        try (Stream<Path> files = Files.walk(home, 3)) {
            return files.filter(f -> f.endsWith("pom.xml"))
                    .map(Path::getParent)
                    .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .toList();
        }
    }

    private static Set<String> packagesBelow(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(f -> f.toString().endsWith(".java"))
                    .map(f -> sources.relativize(f.getParent()).toString().replace('/', '.'))
                    .collect(toCollection(TreeSet::new));
        }
    }

    @Test
    void roomsImportDownwardsOnly() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("base")
                .definedBy("runbench.base..")
                .layer("parser")
                .definedBy("runbench.parser..")
                .layer("sampler")
                .definedBy("runbench.sampler..")
                .layer("plotter")
                .definedBy("runbench.plotter..")
                .layer("sync")
                .definedBy("runbench.sync..")
                .layer("pas2p")
                .definedBy("runbench.pas2p..")
                .layer("scripts")
                .definedBy("runbench.cli..", "runbench.measure..", "runbench.catalogue..", "runbench.report..",
                        "runbench.align..", "runbench.livelog..", "runbench.schedule..")
                .whereLayer("scripts")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("base")
                .mayNotAccessAnyLayer()
                .whereLayer("parser")
                .mayOnlyBeAccessedByLayers("sampler", "scripts")
                .whereLayer("sampler")
                .mayOnlyBeAccessedByLayers("scripts")
                .whereLayer("plotter")
                .mayOnlyBeAccessedByLayers("scripts")
                .whereLayer("sync")
                .mayOnlyBeAccessedByLayers("scripts")
                .whereLayer("pas2p")
                .mayOnlyBeAccessedByLayers("scripts")
                .check(classes);
    }

    /** The modules below scripts: cli > measure > report > {schedule, align}; livelog > align; measure > catalogue. */
    @Test
    void modulesOfScriptsImportDownwardsOnly() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .layer("cli")
                .definedBy("runbench.cli..")
                .layer("measure")
                .definedBy("runbench.measure..")
                .layer("livelog")
                .definedBy("runbench.livelog..")
                .layer("report")
                .definedBy("runbench.report..")
                .layer("align")
                .definedBy("runbench.align..")
                .layer("schedule")
                .definedBy("runbench.schedule..")
                .layer("catalogue")
                .definedBy("runbench.catalogue..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("measure")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("livelog")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("cli", "measure")
                .whereLayer("align")
                .mayOnlyBeAccessedByLayers("cli", "measure", "report", "livelog")
                .whereLayer("schedule")
                .mayOnlyBeAccessedByLayers("cli", "measure", "report")
                .whereLayer("catalogue")
                .mayOnlyBeAccessedByLayers("cli", "measure")
                .check(classes);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("runbench.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void nativeCallsStayBehindTwoDoors() {
        noClasses().that()
                .resideOutsideOfPackages("runbench.sampler.nativeapi..", "runbench.sync.clock..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jnr..")
                .check(classes);
    }

    @Test
    void sealsAreReadAndWrittenInOnePlace() {
        noClasses().that()
                .resideOutsideOfPackage("runbench.base.container..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.zip.CRC32C")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.nio.MappedByteBuffer")
                .check(classes);
    }

    /**
     * Checks that output files are written in one place only; other ways would replace a device or a symbolic link.
     * Exceptions: files that another process of ours reads, and streams that are read while they are written.
     */
    @Test
    void outputFilesAreWrittenInOnePlace() {
        noClasses().that()
                .resideOutsideOfPackage("runbench.base.file..")
                .and(not(nameMatching(".*\\.(TracePacking|CheckpointBuild|StudySignatures|ItemCommand|PairedRuns|"
                        + "IntervalOptions)")))
                .should()
                .callMethod(Files.class, "move", Path.class, Path.class, CopyOption[].class)
                .orShould()
                .callMethod(Files.class, "newBufferedWriter", Path.class, OpenOption[].class)
                .orShould()
                .callMethod(Files.class, "newBufferedWriter", Path.class, Charset.class, OpenOption[].class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(FileWriter.class)
                .check(classes);
        noClasses().that()
                .resideOutsideOfPackage("runbench.base.file..")
                .and(not(nameMatching(".*\\.(InputCache|TextSink)")))
                .should()
                .callMethod(Files.class, "newOutputStream", Path.class, OpenOption[].class)
                .check(classes);
    }

    @Test
    void onlyOneRendererDraws() {
        noClasses().that()
                .resideOutsideOfPackage("runbench.plotter.render.awt..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jfree..", "java.awt..", "javax.swing..")
                .check(classes);
    }

    @Test
    void theParserTouchesNeitherProcessesNorSockets() {
        noClasses().that()
                .resideInAPackage("runbench.parser..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.net..")
                .check(classes);
    }

    /**
     * Checks that analyses of a recording share its one reading (runbench.parser.view) and make no pass of their own.
     */
    @Test
    void recordsAreReadInOnePlace() {
        noClasses().that()
                .resideOutsideOfPackages("runbench.parser.record..", "runbench.parser.series..")
                .should()
                .callMethod(Recording.class, "cursor")
                .check(classes);
        noClasses().that()
                .resideInAPackage("runbench.cli..")
                .should()
                .callMethod(Periods.class, "forEach", PeriodVisitor[].class)
                .check(classes);
    }

    @Test
    void figuresAreValuesThatEveryRendererReads() {
        noClasses().that()
                .resideInAnyPackage("runbench.plotter.figure..", "runbench.plotter.theme..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("runbench.plotter.render..")
                .check(classes);
    }

    /** Checks that figures are composed of values; the origin of the values is the task of runbench.report. */
    @Test
    void chartsDoNotKnowWhereDataCameFrom() {
        noClasses().that()
                .resideInAPackage("runbench.plotter..")
                .should()
                .dependOnClassesThat(resideInAPackage("runbench..")
                        .and(resideOutsideOfPackages("runbench.plotter..", "runbench.base..")))
                .check(classes);
    }

    @Test
    void statisticsDependOnNothingElseOfThisProject() {
        noClasses().that()
                .resideInAPackage("runbench.base.stats..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("runbench..").and(resideOutsideOfPackages("runbench.base.stats..")))
                .check(classes);
    }

    /** Checks that users of a timeline depend on no clocks, models or files. */
    @Test
    void theTimelineStandsOnNothing() {
        noClasses().that()
                .resideInAPackage("runbench.base.timeline..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java.lang..", "java.util..", "runbench.base.timeline..")
                .check(classes);
    }

    /** Checks that policies and models are functions of values, the same in simulation and live. */
    @Test
    void schedulesAreDecidedWithoutProcessesAndFiles() {
        noClasses().that()
                .resideInAnyPackage("runbench.schedule.policy..", "runbench.schedule.contention..",
                        "runbench.schedule.simulate..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .check(classes);
    }

    @Test
    void onlyDisplaysAreServedOverHttp() {
        noClasses().that()
                .resideOutsideOfPackage("runbench.livelog.display..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.net.httpserver..")
                .check(classes);
    }

    @Test
    void onlyTheCommandLineReadsCommandLines() {
        noClasses().that()
                .resideOutsideOfPackage("runbench.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(classes);
    }

    @Test
    void theCommandLineOfSyncRunsNoProcessesAndNoWindows() {
        noClasses().that()
                .resideInAPackage("runbench.cli.sync..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("runbench.sync.window.SyncWindow")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("runbench.sync.window.Reflectors")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("runbench.sync.tree.TreeSession")
                .check(classes);
    }

    @Test
    void theCommandLineStartsNoProcesses() {
        noClasses().that()
                .resideInAPackage("runbench.cli..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .check(classes);
    }

    /**
     * Checks that each family of commands depends on the shared options at most. Classes outside depend on the entry
     * command only.
     */
    @Test
    void familiesOfSyncCommandsStandApart() {
        slices().matching("runbench.cli.sync.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(alwaysTrue(), resideInAPackage("runbench.cli.sync.option.."))
                .check(classes);
        noClasses().that()
                .resideOutsideOfPackage("runbench.cli.sync..")
                .should()
                .dependOnClassesThat(resideInAPackage("runbench.cli.sync..").and(not(simpleName("SyncCommand"))))
                .check(classes);
    }

    /** Checks that the texts of results are values: code that uses them depends on no command. */
    @Test
    void resultsAreTextWithoutTheCommandLine() {
        noClasses().that()
                .resideInAPackage("runbench.report.text..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("runbench.cli..", "runbench.plotter..")
                .check(classes);
    }

    @Test
    void useCasesOfSyncPrintNothing() {
        noClasses().that()
                .resideInAPackage("runbench.sync..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.PrintStream")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.PrintWriter")
                .check(classes);
    }

    @Test
    void estimatorsTouchNoSocketsAndNoProcesses() {
        noClasses().that()
                .resideInAnyPackage("runbench.sync.estimate..", "runbench.sync.exchange..", "runbench.sync.model..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "runbench.sync.window..", "runbench.sync.session..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .check(classes);
    }
}
