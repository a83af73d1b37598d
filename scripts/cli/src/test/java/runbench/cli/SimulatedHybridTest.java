package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processors with two kinds of cores: an event has a different code on each kind, and the counts are added. */
@Tag("scenario")
@Tag("beside")
class SimulatedHybridTest extends SimulatedPmu {
    @Tag("nightly")
    @Test
    void aHybridsEventsAreListedByPmuAndTriedOnEachCoreType() throws Exception {
        alderLake();
        JsonNode events = runbench("events", "--json").json().path("events");
        JsonNode cycles = named(events, "cpu-cycles");
        assertThat(cycles.path("pmu").asText()).isEqualTo("cpu_atom (CPUs 1) + cpu_core (CPUs 0)");
        assertThat(cycles.path("verdict").asText()).as(cycles.toString()).isEqualTo("counts");
        assertThat(cycles.path("encodings")).extracting(e -> e.path("config").asLong())
                .containsExactly(10L << 32, 4L << 32);
        assertThat(named(events, "cpu_core/mem-stores/").path("verdict").asText()).isEqualTo("counts");
        assertThat(named(events, "cpu_atom/mem-stores/").path("pmu").asText()).isEqualTo("cpu_atom (CPUs 1)");
        assertThat(named(events, "L1D_ALL_REF").path("stands_for").asText()).contains("MEM_INST_RETIRED:ANY");
        JsonNode socket = named(events, "uncore_imc_0/cas_count_read/");
        assertThat(socket.path("pmu").asText()).contains("a whole socket");
        assertThat(socket.path("verdict").asText()).as(socket.toString()).isEqualTo("counts");
        String text = runbench("events", "instructions").out();
        assertThat(text).contains("Alder Lake").contains("cpu_atom (CPUs 1) + cpu_core (CPUs 0): ");
    }

    @Test
    void aHybridCountsOnBothCoreTypes() throws Exception {
        alderLake();
        JsonNode s = sample("-e", "task-clock,cpu_core/cycles/,cpu_atom/cycles/", "--metrics",
                "ipc,memory_bandwidth,l1d_miss_ratio");
        long clock = count(s, "task-clock");
        assertThat((double) count(s, "cpu-cycles")).isBetween(clock * 0.95, clock * 1.05);
        assertThat((double) count(s, "cpu_core/cycles/") + count(s, "cpu_atom/cycles/")).isBetween(clock * 0.95,
                clock * 1.05);
        assertThat(count(s, "cpu_core/cycles/")).isGreaterThan(clock / 4);
        assertThat(count(s, "cpu_atom/cycles/")).isGreaterThan(clock / 8);
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(named(s.path("metrics"), "memory_bandwidth").path("value").asDouble()).isPositive();
        assertThat(named(s.path("metrics"), "l1d_miss_ratio").path("value").asDouble()).isPositive();
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Tag("nightly")
    @Test
    void aHybridIsPolledOnBothCoreTypes() throws Exception {
        alderLake();
        JsonNode s = sample("-e", "task-clock,cycles", "--mode", "poll", "--no-chart");
        // The events of a group are read one after the other: a migration in between leaves a gap of a few samples, and
        // the counts are then stated as estimates.
        double cycles = polled(s, "cpu-cycles");
        double clock = polled(s, "task-clock");
        assertThat(cycles).isBetween(clock * 0.95, clock * 1.05);
    }

    private static double polled(JsonNode summary, String event) {
        JsonNode e = named(summary.path("events"), event);
        assertThat(e.path("status").asText()).as(e.toString()).isIn("counted", "estimated");
        assertThat(e.path("share_measured").asDouble(1)).as(e.toString()).isGreaterThan(0.95);
        return e.path("final").asDouble();
    }

    @Tag("nightly")
    @Test
    void aSocketIsCountedWhereItsCpuIsObserved() throws Exception {
        alderLake();
        JsonNode s = sample("-C", "all", "--for", "400ms", "-e", "imc/cas_count_read/,cpu-clock", "--no-chart");
        assertThat(count(s, "uncore_imc_0/cas_count_read/")).isBetween(200_000_000L, 800_000_000L);
        assertThat(count(s, "cpu-clock")).isGreaterThan(count(s, "uncore_imc_0/cas_count_read/") * 3 / 2);
    }

    @Tag("nightly")
    @Test
    void bigAndLittleCoresCountTogether() throws Exception {
        bigLittle();
        JsonNode s = sample("-e", "task-clock,cycles,L1D_ALL_REF", "--metrics", "ipc", "--no-chart");
        assertThat((double) count(s, "cpu-cycles")).isBetween(count(s, "task-clock") * 0.95,
                count(s, "task-clock") * 1.05);
        assertThat(count(s, "L1D_ALL_REF")).isPositive();
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
    }
}
