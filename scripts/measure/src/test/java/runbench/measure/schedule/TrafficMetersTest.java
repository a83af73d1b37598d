package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.metrics.Formula;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.EventResolver;
import runbench.schedule.profile.TrafficUnit;

/** Tests the selection of traffic counters on simulated machines. */
@Tag("beside")
class TrafficMetersTest {
    @TempDir
    private Path root;

    @BeforeEach
    void aZen() throws IOException {
        put("/proc/cpuinfo",
                "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 33\nmodel name\t: Zen 3\nflags\t\t: fpu");
        put("/sys/bus/event_source/devices/cpu/type", "4");
        put("/sys/bus/event_source/devices/cpu/format/event", "config:0-7,32-35");
        put("/sys/bus/event_source/devices/cpu/format/umask", "config:8-15");
    }

    private void put(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private TrafficMeter meter(boolean writable) {
        EventResolver resolver = new EventResolver(Machine.read(new SystemFiles(root)), () -> NameEncoder.NONE, false);
        return TrafficMeters.of(MetricTable.builtIn(Microarchitectures.named("zen3")), resolver, path -> {
            assertThat(path).isEqualTo("/sys/fs/resctrl/mon_groups");
            return writable;
        }, TrafficUnit.BYTES_PER_SECOND);
    }

    /** Regression: monitoring was treated as a counter of the whole machine. */
    @Test
    void kernelMonitoringIsPreferredIfThisUserMayUseIt() throws IOException {
        put("/proc/filesystems", "nodev\tresctrl");
        put("/sys/fs/resctrl/info/L3_MON/mon_features", "llc_occupancy\nmbm_total_bytes\nmbm_local_bytes");
        TrafficMeter meter = meter(true);
        assertThat(meter.label()).isEqualTo("resctrl/mbm_total_bytes/");
        assertThat(meter.bytesEach()).containsExactly(1.0);
        assertThat(meter.events().get(0)).contains("resctrl=mbm_total_bytes");
        assertThat(meter(false).label()).contains("ls_");
    }

    @Test
    void cacheLineFillsAreUsedWithoutMonitoring() {
        TrafficMeter meter = meter(true);
        assertThat(meter.label()).contains("ls_").contains(" + ");
        assertThat(meter.bytesEach()).isNotEmpty().allSatisfy(b -> assertThat(b).isEqualTo(64.0));
        assertThat(meter.events()).hasSizeGreaterThanOrEqualTo(meter.bytesEach().size());
    }

    /** Each count has its own weight; a formula that is not a sum per time has none. */
    @Test
    void theFormulaGivesTheBytesPerCount() {
        assertThat(TrafficMeters.bytesEach(Formula.parse("(2 * a + b) * cache_line_bytes / wall_s"), List.of("a", "b")))
                .containsExactly(128.0, 64.0);
        assertThat(TrafficMeters.bytesEach(Formula.parse("a / b"), List.of("a", "b"))).isEmpty();
        assertThat(TrafficMeters.bytesEach(Formula.parse("a * 64"), List.of("a"))).isEmpty();
    }
}
