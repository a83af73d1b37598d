package runbench.measure.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;
import runbench.sampler.run.SamplingPeriod;

/** Tests the plan of a batch. */
class BatchPlannerTest {
    private static final List<SamplingPeriod> TWO = List.of(SamplingPeriod.parse("1ms"), SamplingPeriod.parse("5s"));

    @TempDir
    private Path dir;

    private BatchRequest request(List<String> names, Path list, List<SamplingPeriod> periods, Duration timeout) {
        return new BatchRequest(names, list, periods, 2, periods.isEmpty() ? 200 : 1, timeout, dir.resolve("batch"),
                List.of("--no-chart"));
    }

    private ResolveOptions options() {
        return new ResolveOptions(null, false, null, dir, dir.resolve("cache"), Path.of("."));
    }

    private BatchFolder plan(BatchRequest request) throws IOException {
        return new BatchPlanner(request, Catalogue.load(List.of()), options()).plan();
    }

    @Test
    void eachBenchmarkRunsOncePerPeriodInTheRequestedOrder() throws IOException {
        Path list = Files.writeString(dir.resolve("ids"), "# tonight\nlbm   # by its alias\n\n403.gcc\n");
        BatchFolder folder = plan(request(List.of("403.gcc"), list, TWO, null));
        assertThat(folder.plan()).extracting(BatchItem::toString)
                .containsExactly("403.gcc 1ms", "403.gcc 5s", "470.lbm 1ms", "470.lbm 5s");
        assertThat(BatchFolder.open(folder.path()).options()).containsExactly("--no-chart");
    }

    @Test
    void emulatedItemsHaveNoPeriod() throws IOException {
        assertThat(plan(request(List.of("403.gcc"), null, List.of(), null)).plan())
                .containsExactly(new BatchItem("403.gcc", BatchItem.EMULATED));
    }

    @Test
    void invalidBatchesAreRejectedBeforeTheFolderIsCreated() throws IOException {
        Path nothing = Files.writeString(dir.resolve("none"), "# nothing\n");
        assertThatThrownBy(() -> plan(request(List.of(), nothing, TWO, null))).hasMessageContaining("nothing to run");
        assertThatThrownBy(() -> plan(request(List.of("403.gccc"), null, TWO, null)))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("403.gccc");
        assertThat(dir.resolve("batch")).doesNotExist();
        plan(request(List.of("403.gcc"), null, TWO, null));
        assertThatThrownBy(() -> plan(request(List.of("403.gcc"), null, TWO, null)))
                .hasMessageContaining("already holds a batch");
    }

    @Test
    void anItemIsGivenUpSomeTimeAfterItsRunsShouldHaveEnded() {
        BatchItem item = new BatchItem("403.gcc", "1ms");
        BatchEstimates asked = new BatchEstimates(request(List.of(), null, TWO, Duration.ofMinutes(3)),
                Catalogue.load(List.of()), options());
        assertThat(asked.limit(item)).isEqualTo(Duration.ofMinutes(2 * 3 + 10));
        BatchItem unknown = new BatchItem("no.such", "1ms");
        BatchEstimates usual = new BatchEstimates(request(List.of(), null, List.of(), null), Catalogue.load(List.of()),
                options());
        assertThat(usual.limit(unknown)).isEqualTo(Duration.ofHours(4 * 200 * 2).plusMinutes(10));
        assertThat(usual.seconds(unknown)).isNull();
        assertThat(usual.expected(unknown)).isNull();
    }
}
