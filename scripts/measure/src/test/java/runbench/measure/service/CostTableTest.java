package runbench.measure.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.measure.schedule.TrafficMeters.TrafficEvents;
import runbench.measure.service.StackCounters.SampledCounts;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Quantity;

/** Tests the costs of a reading from given counts. */
@Tag("beside")
class CostTableTest {
    private static final StackCounters STACK = new StackCounters(300, 200, 30, 10);
    private static final Optional<TrafficEvents> FILLS = Optional
            .of(new TrafficEvents(List.of("near", "far"), List.of(64.0, 128.0)));

    private static Cost of(Quantity quantity, CostTable table) {
        List<Cost> costs = table.costs();
        assertThat(costs).extracting(Cost::quantity).containsExactly(Quantity.values());
        return costs.get(quantity.ordinal());
    }

    private static SampledCounts counts(Map<String, Double> counts) {
        return new SampledCounts(counts, Map.of("cache-misses", "no hardware PMU is visible"));
    }

    @Test
    void cyclesDivideTheCpuTime() {
        CostTable table = new CostTable(counts(Map.of("task-clock", 4e6, "cycles:u", 1e6, "cycles:k", 3e6,
                "cache-misses", 500.0, "context-switches", 200.0, "near", 10.0, "far", 5.0)), STACK, FILLS, false, 100);
        assertThat(table.costs()).allMatch(Cost::isCounted);
        assertThat(table.costs().stream().mapToDouble(Cost::perReading)).containsExactly(40.0, 10.0, 30.0, 5.0, 12.8,
                2.0, 3.0, 2.0);
    }

    @Test
    void ticksDivideTheCpuTimeWithoutCycles() {
        CostTable table = new CostTable(counts(Map.of("task-clock", 4e6)), STACK, Optional.empty(), false, 100);
        assertThat(of(Quantity.USER_TIME, table).perReading()).isCloseTo(30, within(1e-9));
        assertThat(of(Quantity.KERNEL_TIME, table).perReading()).isCloseTo(10, within(1e-9));
        CostTable shortRun = new CostTable(counts(Map.of("task-clock", 4e6)), new StackCounters(0, 0, 10, 9),
                Optional.empty(), false, 100);
        assertThat(of(Quantity.USER_TIME, shortRun).reason()).contains("fewer than 20 ticks", "--for");
    }

    /** A quantity that was not counted is not 0. */
    @Test
    void whatIsNotCountedHasAReason() {
        CostTable table = new CostTable(counts(Map.of("task-clock", 4e6)), new StackCounters(-1, -1, -1, -1),
                Optional.empty(), false, 100);
        for (Quantity quantity : List.of(Quantity.CACHE_MISSES, Quantity.MEMORY_TRAFFIC)) {
            assertThat(of(quantity, table).reason()).isEqualTo("no hardware PMU is visible");
            assertThat(of(quantity, table).perReading()).isNaN();
        }
        assertThat(of(Quantity.CONTEXT_SWITCHES, table).reason()).isEqualTo("the sampler did not report it");
        assertThat(of(Quantity.PACKETS_SENT, table).reason()).contains("not readable");
        assertThat(of(Quantity.KERNEL_TIME, table).reason()).contains("ticks");
        CostTable partly = new CostTable(counts(Map.of("near", 1.0, "cache-misses", 1.0)), STACK, FILLS, false, 1);
        assertThat(of(Quantity.MEMORY_TRAFFIC, partly).reason()).startsWith("far: ");
        CostTable without = new CostTable(counts(Map.of("cache-misses", 1.0)), STACK, Optional.empty(), false, 1);
        assertThat(of(Quantity.MEMORY_TRAFFIC, without).reason()).contains("one program");
    }

    @Test
    void packetsOfTheLoadAreNotThoseOfTheService() {
        CostTable table = new CostTable(counts(Map.of()), STACK, Optional.empty(), true, 100);
        assertThat(of(Quantity.PACKETS_RECEIVED, table).reason()).contains("--udp-load");
    }

    private static final String SNMP = "Ip: Forwarding InReceives OutRequests\nIp: 1 %d %d\nUdp: InDatagrams\nUdp: 7\n";

    @Test
    void readsTheCountersOfTheKernel(@TempDir Path thread) throws IOException {
        Files.createDirectories(thread.resolve("net"));
        Path process = thread.resolve("process");
        Files.writeString(process, "9 (a) b) S 1 1 1 0 -1 4 0 0 0 0 900 800 70 60 20 0");
        Files.writeString(thread.resolve("stat"), "10 (a) b) S 1 1 1 0 -1 4 0 0 0 0 5 4 70 60 20 0");
        Files.writeString(thread.resolve("net/snmp"), SNMP.formatted(100, 90));
        StackCounters before = StackCounters.read(thread, process);
        assertThat(before).isEqualTo(new StackCounters(100, 90, 75, 64));
        Files.writeString(thread.resolve("net/snmp6"), "Ip6InReceives  \t3\nIp6OutRequests \t2\nIp6OutDiscards 1\n");
        assertThat(StackCounters.read(thread, process).since(before)).isEqualTo(new StackCounters(3, 2, 0, 0));
        Files.writeString(thread.resolve("net/snmp"), "Ip: Forwarding\nIp: 1\n");
        Files.delete(process);
        StackCounters broken = StackCounters.read(thread, process);
        assertThat(broken).isEqualTo(new StackCounters(-1, -1, -1, -1));
        assertThat(broken.since(before)).isEqualTo(broken);
    }
}
