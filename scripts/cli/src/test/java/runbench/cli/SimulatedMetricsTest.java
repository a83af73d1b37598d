package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metrics by the tables of other processors than this machine's, including their sockets and registers. */
@Tag("scenario")
@Tag("beside")
class SimulatedMetricsTest extends SimulatedPmu {
    /**
     * Checks a regression: the metric was refused, with the advice to observe CPUs instead. Each meter counts the
     * nanoseconds of its CPU, in units of 2^-32 J.
     */
    @Tag("timed")
    @Test
    void energyIsCountedBesideTheProgram() throws Exception {
        sapphireRapids(false);
        pmu("power", 21, "cpumask", "0-1", "format/event", "config:0-7", "events/energy-pkg", "event=0x02",
                "events/energy-pkg.scale", "2.3283064365386962890625e-10", "events/energy-pkg.unit", "Joules",
                "events/energy-ram", "event=0x03", "events/energy-ram.scale", "2.3283064365386962890625e-10",
                "events/energy-ram.unit", "Joules");
        simulation = List.of("--core", "4:0-1", "--socket", "21:0-1");
        JsonNode s = sample("-e", "page-faults", "--metrics", "energy,ipc");
        JsonNode energy = named(s.path("events"), "power/energy-pkg/");
        assertThat(energy.path("socket_wide").asBoolean()).as(s.toString()).isTrue();
        assertThat(energy.path("counted_as").asText()).contains("socket-wide: everything that ran on the machine");
        assertThat(energy.path("scaled_unit").asText()).isEqualTo("J");
        assertThat(energy.path("rate_unit").asText()).isEqualTo("W");
        double watts = 2 * 1e9 / (1L << 32);
        double joules = s.path("wall_s").asDouble() * watts;
        assertThat(energy.path("scaled").asDouble()).as("two sockets").isCloseTo(joules, within(0.05 * joules));
        assertThat(energy.path("mean_rate").asDouble()).isCloseTo(watts, within(0.05 * watts));
        for (String metric : List.of("package_power", "dram_power")) {
            assertThat(named(s.path("metrics"), metric).path("value").asDouble()).isCloseTo(watts,
                    within(0.05 * watts));
        }
        assertThat(named(s.path("metrics"), "core_power").path("reason").asText()).contains("no such energy meter")
                .contains("energy-pkg, energy-ram");
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(s.path("irregular").asLong()).as("a meter's readings are nobody's samples")
                .isLessThan(s.path("samples").asLong() / 10);
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
        assertThat(runbench("parse", dir.resolve("run").toString()).out())
                .contains("(socket-wide: everything that ran on the machine)")
                .contains(" W");

        deleteRun();
        s = sample("-e", "power/energy-pkg/", "--mode", "poll", "--period", "20ms", "--no-chart");
        assertThat(named(s.path("events"), "power/energy-pkg/").path("scaled").asDouble()).isPositive();
        assertThat(count(s, "task-clock")).isPositive();
    }

    /** Checks two controllers; each counts a read and a write in every nanosecond. */
    @Tag("nightly")
    @Test
    void memoryBandwidthIsThatOfTheControllersWhereThereAreAny() throws Exception {
        sapphireRapids(false);
        for (int i = 0; i < 2; i++) {
            pmu("uncore_imc_" + i, 22 + i, "cpumask", "0", "format/event", "config:0-7", "events/cas_count_read",
                    "event=0x04", "events/cas_count_write", "event=0x05");
        }
        simulation = List.of("--core", "4:0-1", "--socket", "22:0", "--socket", "23:0");
        JsonNode bandwidth = named(
                sample("-e", "page-faults", "--metrics", "memory_bandwidth", "--no-chart").path("metrics"),
                "memory_bandwidth");
        assertThat(bandwidth.path("formula").asText()).contains("uncore_imc/cas_count_read/");
        assertThat(bandwidth.toString()).contains("socket-wide: everything that ran on the machine");
        assertThat(bandwidth.path("value").asDouble()).isCloseTo(4e9 * 64, within(0.05 * 4e9 * 64));
    }

    /** Checks a regression: llc_miss_ratio and memory_bandwidth printed numbers of the L2 on every Zen. */
    @Test
    void aMetricIsComputedAsTheProcessorsOwnTableSays() throws Exception {
        zen5();
        JsonNode s = sample("--metrics", "topdown", "--no-chart");
        assertThat(named(s.path("metrics"), "topdown_retiring").path("formula").asText())
                .isEqualTo("ex_ret_ops / (8 * cpu-cycles)");
        assertThat(s.path("metrics")).hasSize(4)
                .allSatisfy(m -> assertThat(m.path("status").asText()).as(m.toString()).isEqualTo("computed"));
        assertThat(named(s.path("metrics"), "topdown_frontend_bound").path("value").asDouble() * 8
                * count(s, "cpu-cycles"))
                .isCloseTo(count(s, "de_no_dispatch_per_slot.no_ops_from_frontend"), within(1.0));

        deleteRun();
        zen3(6);
        s = sample("-e", "ls_dmnd_fills_from_sys.int_cache,branches", "--metrics", "memory_bandwidth,topdown,ipc",
                "--no-chart");
        assertThat(count(s, "ls_dmnd_fills_from_sys.int_cache")).isPositive();
        JsonNode bandwidth = named(s.path("metrics"), "memory_bandwidth");
        assertThat(bandwidth.path("status").asText()).isEqualTo("not computed");
        assertThat(bandwidth.path("reason").asText()).contains("resctrl/mbm_total_bytes/");
        assertThat(bandwidth.path("value").isNull()).isTrue();
        assertThat(named(s.path("metrics"), "topdown_retiring").path("reason").asText()).contains("Zen 4");
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
    }

    /**
     * Checks a regression: topdown-* were refused. Only slots may lead them, and a sampled task clock led every group.
     */
    @Tag("nightly")
    @Test
    void slotsLeadTheirPartsWhereTheProcessorHasThatRegister() throws Exception {
        sapphireRapids(true);
        Path kernels = HOME.resolve("native/build/test/simulated_kernels");
        Assumptions.assumeTrue(
                command(List.of("make", "-s", "-C", HOME.resolve("native").toString(), "build/test/simulated_kernels"))
                        .code() == 0,
                "the simulator cannot be built here");
        JsonNode s = runbench("sample", "-o", dir.resolve("run").toString(), "--json", "--no-chart", "--metrics",
                "topdown,ipc", "--", kernels.toString(), "random_branches", "30").json();
        double sum = 0;
        for (String[] part : new String[][]{{"retiring", "0.4"}, {"bad_speculation", "0.3"}, {"frontend_bound", "0.2"},
                {"backend_bound", "0.1"}}) {
            JsonNode m = named(s.path("metrics"), "topdown_" + part[0]);
            assertThat(m.path("formula").asText()).as(m.toString()).startsWith("topdown-").endsWith("/ slots");
            assertThat(m.path("value").asDouble()).isCloseTo(Double.parseDouble(part[1]), within(0.01));
            sum += m.path("value").asDouble();
        }
        assertThat(sum).isBetween(0.96, 1.04);
        assertThat(count(s, "slots")).isBetween(30_000L, 30_100L);
        assertThat(s.path("discrepancies")).isEmpty();
        assertThat(runbench("events", "--json", "topdown-retiring").json().path("events").toString())
                .contains("topdown-retiring")
                .doesNotContain("EINVAL");

        deleteRun();
        sapphireRapids(false);
        Files.delete(devices.resolve("cpu/events/slots"));
        s = sample("--metrics", "topdown", "--no-chart");
        assertThat(named(s.path("metrics"), "topdown_retiring").path("formula").asText())
                .isEqualTo("uops_retired.slots / topdown.slots_p");
    }

    @Tag("nightly")
    @Test
    void anArmServerHasItsOwnTableToo() throws Exception {
        neoverse();
        JsonNode s = sample("--metrics", "branch,tlb", "--groups", "--no-chart");
        assertThat(named(s.path("metrics"), "branch_miss_ratio").path("formula").asText())
                .isEqualTo("br_mis_pred_retired / br_retired");
        assertThat(named(s.path("metrics"), "dtlb_walk_mpki").path("value").asDouble()).isPositive();
        assertThat(runbench("metrics", "topdown").out()).contains("Neoverse N1")
                .contains("not available on this processor")
                .contains("backend_stall_ratio");
    }

    @Tag("nightly")
    @Test
    void aNightOfMetricsInExactRuns() throws Exception {
        zen3(2);
        Ended ended = runbench("overnight", "-o", dir.resolve("night").toString(), "--period", "1ms", "--metrics",
                "ipc,branch_miss_ratio", "-e", "task-clock", "--exact", "--no-chart", "998.specrand");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        JsonNode s = new ObjectMapper().readTree(dir.resolve("night/998.specrand/1ms/summary.json").toFile());
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isPositive();
        assertThat(named(s.path("metrics"), "branch_miss_ratio").path("value").asDouble()).isPositive();
        assertThat(Files.readString(dir.resolve("night/plan.json"))).contains("--exact")
                .contains("ipc,branch_miss_ratio");

        // A resumed run continues with the same options and accepts no others.
        Files.delete(dir.resolve("night/overnight.log"));
        assertThat(runbench("overnight", "--resume", "-o", dir.resolve("night").toString(), "-q").code()).isZero();
        s = new ObjectMapper().readTree(dir.resolve("night/998.specrand/1ms/summary.json").toFile());
        assertThat(named(s.path("metrics"), "ipc").path("value").asDouble()).isPositive();
        Ended other = runbench("overnight", "--resume", "-o", dir.resolve("night").toString(), "-e", "faults");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("a resumed batch keeps its first options").contains("--events");
        Ended wrong = runbench("overnight", "-o", dir.resolve("none").toString(), "-e", "cycels", "998.specrand");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean cycles");
        assertThat(dir.resolve("none")).doesNotExist();
    }

    /** Checks a regression: one long line for each name, before every run and before every usage error. */
    @Tag("nightly")
    @Test
    void whatNamesStandForIsSaidInOneLineAfterTheStart() throws Exception {
        zen3(6);
        Ended refused = sampled("--mode", "hourly");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).doesNotContain("L1D_ALL_REF");
        assertThat(dir.resolve("run/samples.rec")).doesNotExist();
        Ended ended = sampled("--no-chart");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err().lines().filter(l -> l.contains("L1D_ALL_REF"))).singleElement()
                .asString()
                .isEqualTo("runbench: counting L1D_ALL_REF, L1D_READ_MISS, L1D_WRITE_MISS; their events on "
                        + "this machine: run.json, or runbench events L1D_ALL_REF");
        JsonNode remarks = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile()).path("remarks");
        assertThat(remarks).hasSize(3);
        assertThat(remarks.get(0).asText()).contains("LS_DISPATCH");
        assertThat(runbench("events", "--no-probe", "L1D_ALL_REF").out()).contains("LS_DISPATCH");
    }
}
