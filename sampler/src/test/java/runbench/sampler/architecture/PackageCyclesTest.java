package runbench.sampler.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the dependencies between the packages of this module. */
@Tag("scenario")
class PackageCyclesTest {
    @Test
    void packagesHaveNoCyclicDependencies() {
        slices().matching("runbench.sampler.(**)")
                .should()
                .beFreeOfCycles()
                .check(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("runbench.sampler"));
    }
}
