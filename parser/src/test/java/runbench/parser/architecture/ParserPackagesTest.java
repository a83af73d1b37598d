package runbench.parser.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The packages of this module import each other in one direction only. */
@Tag("beside")
@Tag("scenario")
class ParserPackagesTest {
    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        // The rules look at names only. Reading the classes of the JDK and of the libraries takes many seconds.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("runbench.parser");
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("runbench.parser.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void recordingsAreReadWithoutNativeCallsAndDrawing() {
        noClasses().should()
                .dependOnClassesThat()
                .resideInAnyPackage("jnr..", "java.awt..", "java.net..")
                .check(classes);
    }
}
