package runbench.sync.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.sync.window.WindowPlan;

class MeasurementRequestTest {
    @TempDir
    private Path dir;

    private static MeasurementRequest.Packets packets(Integer bursts, Integer exchanges, String broadcast, Path key) {
        return new MeasurementRequest.Packets(bursts, exchanges, broadcast, 4_000_000_000L, 40_000_000, 8, key, false);
    }

    private MeasurementRequest request(List<String> nodes, Path tree, String template, String reflector) {
        return new MeasurementRequest(nodes, tree, template, reflector, "realtime", "head",
                packets(null, null, null, null), "auto", 0.5, 100_000, "auto", dir);
    }

    @Test
    void aBroadcastNeedsFewerExchanges() {
        WindowPlan plan = packets(null, null, null, null).plan("realtime", "kernel");
        assertThat(List.of(plan.bursts(), plan.exchanges(), plan.beats(), plan.timeoutMillis())).containsExactly(16, 64,
                0, 40);
        WindowPlan beating = packets(null, 8, "10.0.0.255", null).plan("realtime", "kernel");
        assertThat(List.of(beating.bursts(), beating.exchanges(), beating.beats())).containsExactly(4, 8, 64);
        assertThat(beating.broadcast()).startsWith("10.0.0.255:");
        assertThat(packets(null, null, "10.0.0.255:9", null).plan("realtime", "kernel").broadcast())
                .isEqualTo("10.0.0.255:9");
    }

    @Test
    void tooManyPacketsAndUnreadableKeysAreRejected() {
        assertThatThrownBy(() -> packets(0, null, null, null).plan("realtime", "kernel"))
                .hasMessage("--bursts 0: expected a whole number from 1 to 65535");
        assertThatThrownBy(() -> packets(65535, 64, null, null).plan("realtime", "kernel"))
                .hasMessageContaining("at most " + WindowPlan.MAX_EXCHANGES);
        assertThatThrownBy(() -> packets(null, null, null, dir.resolve("none")).plan("realtime", "kernel"))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void nodesAndATreeExcludeEachOther() {
        assertThatThrownBy(() -> request(null, null, null, null).measurement()).hasMessage("no node is given");
        assertThatThrownBy(() -> request(List.of("a"), dir, null, null).measurement())
                .hasMessage("--hosts and --tree: one of the two");
        assertThatThrownBy(() -> request(null, dir, "ssh {host} {command}", null).measurement())
                .hasMessageContaining("are for --hosts");
    }

    @Test
    void aReflectorIsStartedOnlyWithATemplate() {
        assertThat(request(List.of("a"), null, null, "mine").reflectorCommand()).isNull();
        assertThat(request(List.of("a"), null, "ssh {host} {command}", "mine").reflectorCommand()).isEqualTo("mine");
    }
}
