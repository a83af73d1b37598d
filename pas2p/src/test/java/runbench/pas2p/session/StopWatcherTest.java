package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.pas2p.signature.PlannedSignature;

class StopWatcherTest {
    private static final long SECOND = 1_000_000_000L;
    private final long[] passed = {-1, -1};
    /** A watcher whose stop is half a second into the traced run. */
    private final StopWatcher watcher = new StopWatcher(
            PlannedSignature.of(null, "", List.of(new long[]{2, 3}, new long[]{9, 8})), l -> passed[l]);

    private boolean stuck(double seconds, long first, long second) {
        passed[0] = first;
        passed[1] = second;
        return watcher.look((long) (seconds * SECOND)).isPresent();
    }

    @Test
    void waitingRankIsReportedWithNumberAndEvent() {
        assertThat(stuck(1, 2, 3)).isFalse();
        assertThat(stuck(20, 9, 3)).isFalse();
        assertThat(stuck(39, 9, 3)).as("as long again as the first took").isFalse();
        assertThat(watcher.look(41 * SECOND)).hasValue(
                "rank 0 waits at the signature's stop, and rank 1 did not come from its event 3 to its event 8, the "
                        + "stop, in 20 s"
                        + " (stops are identified by event numbers alone, as no second trace shows which events "
                        + "repeat)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-",
            value = {"a|b|both are identified by the preceding events",
                    "a|-|that of rank 1 is identified by its event number alone",
                    "-|b|that of rank 0 is identified by its event number alone"})
    void evidenceForStopsIsReported(String first, String second, String how) {
        StopWatcher repeated = new StopWatcher(
                PlannedSignature.repeated(PlannedSignature.of(null, "", List.of(new long[]{2, 3}, new long[]{9, 8})),
                        Arrays.asList(first, second)),
                l -> l == 0 ? 9 : 3);
        assertThat(repeated.look(20 * SECOND)).isEmpty();
        assertThat(repeated.look(41 * SECOND)).get().asString().contains(how);
    }

    @Test
    void progressRestartsTheLimit() {
        assertThat(stuck(20, 9, 0)).isFalse();
        assertThat(stuck(39, 9, 3)).isFalse();
        assertThat(stuck(58, 9, 3)).isFalse();
        assertThat(stuck(60, 9, 3)).isTrue();
    }

    @Test
    void noWaitIsReportedIfNoneOrAllStoppedOrOneIsUnknown() {
        assertThat(stuck(1, 2, 3)).isFalse();
        assertThat(stuck(1000, 2, 3)).isFalse();
        assertThat(stuck(1001, 9, -1)).isFalse();
        assertThat(stuck(3000, 9, -1)).isFalse();
        assertThat(stuck(3001, 9, 8)).isFalse();
        assertThat(stuck(9000, 9, 8)).isFalse();
    }
}
