package runbench.measure.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;

class UnattendedBatchTest {
    private static BatchSummary.Row row(boolean ok) {
        return new BatchSummary.Row("403.gcc", "1ms", ok, "", null, null, null, null, null, null, null, false,
                List.of(), null);
    }

    private static ExitCode exitCode(int planned, BatchSummary.Row... rows) {
        int passed = (int) List.of(rows).stream().filter(BatchSummary.Row::ok).count();
        return new BatchSummary("/batch", null, planned, passed, rows.length - passed, List.of(rows)).exitCode();
    }

    @Test
    void aBatchSucceedsIfEachPlannedRunSucceeded() {
        assertThat(exitCode(2, row(true), row(true))).isEqualTo(ExitCode.OK);
        assertThat(exitCode(2, row(true), row(false))).isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(exitCode(2, row(true))).as("a run is missing").isEqualTo(ExitCode.BENCHMARK_FAILED);
    }

    @Test
    void eachRunIsAProcessWithoutADisplay() {
        assertThat(UnattendedBatch.command(String.class)).contains("-Djava.awt.headless=true")
                .endsWith("java.lang.String");
    }

    @Test
    void eachRunHasTheClassArchiveOfTheBatch() {
        List<String> archive = List.of("-XX:SharedArchiveFile=/home/a b/classes.jsa", "-Xshare:auto", "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off");
        List<String> line = new ArrayList<>(List.of("java", "@long", "-Xmx1g"));
        line.addAll(archive);
        line.addAll(List.of("-cp", "a.jar", "runbench.cli.Main", "overnight", "-Xshare:off"));
        assertThat(UnattendedBatch.archiveOptions(line)).isEqualTo(archive);
        assertThat(UnattendedBatch.archiveOptions(List.of("java", "Main"))).isEmpty();
    }

    @Test
    void hostsAndSlurmRunInParallel() {
        assertThat(new Spreading(null, List.of(), false, List.of()).isParallel()).isFalse();
        assertThat(new Spreading("ssh {host} {command}", List.of("n1"), false, List.of()).isParallel()).isTrue();
        assertThat(new Spreading(null, List.of(), true, List.of()).isParallel()).isTrue();
    }
}
