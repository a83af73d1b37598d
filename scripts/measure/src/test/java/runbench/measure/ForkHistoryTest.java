package runbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.stats.RunSummary;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.CounterScope.ScopeRequest;

class ForkHistoryTest {
    private static final List<String> COMMAND = List.of("make", "-j2");

    @TempDir
    private Path dir;

    @Test
    void forksOfARunAreUsedByTheNextRunOfTheCommand() throws Exception {
        Path file = dir.resolve("summary.json");
        Files.writeString(file,
                "{\"run_s\": 2.5, \"whose_counts\": {\"counters_follow\": \"task\", \"forks\": 2000,"
                        + " \"cost_per_fork_ns\": 100000, "
                        + "\"following_share\": 0.08, \"choice\": {\"asked\": \"task\", \"chosen\": \"task\","
                        + " \"reason\": \"asked\"}, \"cgroups\": []}}");
        RunSummary summary = RunSummary.read(file);
        assertThat(summary.whose().notes()).singleElement().asString().contains("2,000 tasks", "8 %", "--scope cgroup");
        ForkHistory.in(dir, COMMAND).keep(summary);
        assertThat(ForkHistory.in(dir, COMMAND).request(CounterScope.AUTO))
                .isEqualTo(new ScopeRequest(CounterScope.AUTO, 2000, 2_500_000_000L));
        assertThat(ForkHistory.in(dir, COMMAND).request(CounterScope.TASK)).isEqualTo(ScopeRequest.TASKS);
        assertThat(ForkHistory.in(dir, List.of("make", "-j4")).request(CounterScope.AUTO).forksBefore()).isZero();
    }

    @Test
    void aRunWithoutForkCountWritesNoHistory() {
        ForkHistory.in(dir, COMMAND).keep(null);
        assertThat(ForkHistory.in(dir, COMMAND).request(CounterScope.AUTO).runNanosBefore()).isZero();
    }
}
