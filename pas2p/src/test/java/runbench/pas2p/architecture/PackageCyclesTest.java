package runbench.pas2p.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that the packages of pas2p do not depend on each other in cycles. */
@Tag("beside")
@Tag("scenario")
class PackageCyclesTest {
    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("runbench.pas2p.(**)")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("runbench.pas2p"));
    }
}
