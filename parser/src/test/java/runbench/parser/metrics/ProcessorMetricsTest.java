package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import runbench.base.progress.Progress;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.metrics.MetricTable.MetricGroup;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.microarchitecture.ProcessorId;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/** Metrics on the processors that have tables. */
@Tag("beside")
@Tag("scenario")
class ProcessorMetricsTest {
    /** What the sampler's table of quantities knows on each processor. */
    private static final Set<String> QUANTITIES = Set.of("L1D_ALL_REF", "L1D_MISS", "L1D_READ_MISS", "L1D_WRITE_MISS");
    /** Every generic name that the kernel maps to something on some processor, and what stands for the caches. */
    private static final List<String> GENERIC = List.of("cpu-cycles", "instructions", "cache-references",
            "cache-misses", "branch-instructions", "branch-misses", "stalled-cycles-frontend", "stalled-cycles-backend",
            "LLC-loads", "LLC-load-misses", "LLC-stores", "LLC-store-misses", "dTLB-loads", "dTLB-load-misses",
            "iTLB-loads", "iTLB-load-misses", "L1-dcache-loads", "L1-dcache-load-misses", "L1-icache-load-misses",
            "L1D_ALL_REF", "L1D_READ_MISS", "L1D_WRITE_MISS", "L1D_MISS", "page-faults", "major-faults",
            "context-switches", "cpu-migrations");
    private static final Set<String> OF_THE_KERNEL = Set.of("llc_occupancy", "cpu_utilisation", "page_fault_rate",
            "major_fault_ratio", "touched_memory_rate", "context_switch_rate", "migration_rate");
    private static final String ZEN5 = "{\"vendor\":\"AuthenticAMD\",\"family\":26,\"model\":2}";

    @TempDir
    Path dir;
    private Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("samples.rec");
    }

    static List<String> ids() {
        return Microarchitectures.ids();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyFormulaIsOfEventsThatTheTableHas(String id) {
        Microarchitecture table = Microarchitectures.named(id);
        Set<String> known = MetricTable.builtIn(table).all().stream().map(Metric::name).collect(Collectors.toSet());
        assertThat(known).containsAll(table.metrics().keySet());
        table.metrics().values().forEach(m -> {
            assertThat(m.available()).as(m.metric()).isEqualTo(m.unavailable().isEmpty());
            m.formulas().forEach(f -> {
                assertThat(f.source()).as(m.metric()).isNotBlank();
                for (String name : Formula.parse(f.formula()).names()) {
                    boolean event = table.generic().containsKey(name) || table.event(name).isPresent()
                            || QUANTITIES.contains(name);
                    assertThat(event || name.startsWith("cpu/event=") || name.startsWith("resctrl/")
                            || name.endsWith("_s") || name.equals(Metric.CACHE_LINE_BYTES))
                            .as(id + ", " + m.metric() + ": " + name)
                            .isTrue();
                }
            });
        });
    }

    @ParameterizedTest
    @MethodSource("ids")
    void everyMetricIsComputedOrSaysWhyNot(String id) {
        MetricTable table = MetricTable.builtIn(Microarchitectures.named(id));
        assertThat(table.all())
                .allSatisfy(m -> assertThat(m.available()).as(m.name()).isEqualTo(m.unavailable().isEmpty()));
        for (MetricGroup group : table.groups()) {
            assertThat(table.select(group.name())).as(group.name())
                    .isNotEmpty()
                    .extracting(Metric::name)
                    .isSubsetOf(group.metrics());
        }
    }

    /** A recording holds every generic name; a metric prints a number only where the table says that they mean it. */
    @ParameterizedTest
    @MethodSource("ids")
    void noLookAlikeBecomesANumber(String id) {
        String[] events = new String[GENERIC.size()];
        long[] counts = new long[events.length];
        for (int i = 0; i < events.length; i++) {
            events[i] = GENERIC.get(i) + ":pmu:0:" + i;
            counts[i] = 1000L + i;
        }
        new RecordingWriter(file, events.length, Synthetic.metadata("kernel", Synthetic.MS, events))
                .task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, Synthetic.MS, Synthetic.MS, Synthetic.MS, counts)
                .total(0, Synthetic.MS, Synthetic.MS, counts)
                .end(Synthetic.trailer(1));
        Microarchitecture table = Microarchitectures.named(id);
        List<Metric> all = MetricTable.builtIn(table).all();
        Set<String> allowed = new HashSet<>(table.generic().keySet());
        allowed.addAll(QUANTITIES);
        for (MetricSummary m : RunSummary.of(periods(), all, Progress.NONE).metrics()) {
            if (OF_THE_KERNEL.contains(m.name())) {
                continue;
            }
            if (m.value() != null) {
                assertThat(allowed).as(id + ", " + m.name()).containsAll(m.events());
                assertThat(table.metric(m.name()).available()).as(m.name()).isTrue();
            }
            assertThat(m.status() == MetricStatus.NOT_AVAILABLE).as(m.name())
                    .isEqualTo(!table.metric(m.name()).available());
            assertThat(m.status() != MetricStatus.NOT_AVAILABLE
                    || m.reason().startsWith("not available on this processor (")).as(m.name()).isTrue();
        }
    }

    /** On Zen cache-misses are the L2's and dTLB-loads misses: numbers from them were wrong by 10 to 100 times. */
    @Test
    void whatMisledOnZenIsNoLongerComputedFromGenericNames() {
        write(ZEN5, Map.of("cache-misses", 1_000_000L, "cache-references", 60_000_000L, "dTLB-load-misses", 31L,
                "dTLB-loads", 100L), Map.of());
        for (String name : List.of("llc_miss_ratio", "memory_bandwidth", "dtlb_miss_ratio")) {
            assertThat(summary(name).value()).as(name).isNull();
            assertThat(summary(name).reason()).as(name).contains("not asked for");
        }
    }

    private Periods periods() {
        return Periods.of(Recording.open(file).requireIntact());
    }

    private MetricSummary summary(String name) {
        Periods periods = periods();
        return RunSummary.of(periods, MetricTable.of(periods.recording().metadata()).select(name), Progress.NONE)
                .metrics()
                .get(0);
    }

    /** @param raw counts by raw code, under names that no formula has */
    private void write(String processor, Map<String, Long> named, Map<Long, Long> raw) {
        List<String> events = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        named.forEach((name, count) -> {
            events.add(name + ":pmu:0:" + events.size());
            counts.add(count);
        });
        raw.forEach((code, count) -> {
            events.add("r" + Long.toHexString(code) + ":pmu:0:" + events.size() + ":" + code);
            counts.add(count);
        });
        long[] values = counts.stream().mapToLong(Long::longValue).toArray();
        String json = Synthetic.metadata("kernel", Synthetic.MS, events.toArray(String[]::new))
                .replace("\"type\":1", "\"type\":4")
                .replace("\"run\":{", "\"run\":{\"cache_line_bytes\":64,\"processor\":" + processor + ",");
        long second = 1000 * Synthetic.MS;
        new RecordingWriter(file, values.length, json).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, second, second, second, values)
                .total(0, second, second, values)
                .end(Synthetic.trailer(1));
    }

    /** Totals of bzip2, cc1 and povray, recorded on a Zen 5 guest. */
    @ParameterizedTest
    @CsvSource({"19820746663,69894532114,18808343136,69821284955,40202147701",
            "26662885509,100802760118,42773409980,69593389742,51212678579",
            "24972103811,16192298690,84001725109,99545031877,92832621084"})
    void thePartsOfTopDownAddUpOnARealProcessor(long cycles, long front, long back, long dispatched, long retired) {
        Map<Long, Long> raw = new LinkedHashMap<>();
        raw.put(0x76L, cycles);
        raw.put(0x1000001a0L, front);
        raw.put(0x100001ea0L, back);
        raw.put(0x7aaL, dispatched);
        raw.put(0xc1L, retired);
        write(ZEN5, Map.of(), raw);
        Periods periods = periods();
        List<MetricSummary> parts = RunSummary
                .of(periods, MetricTable.of(periods.recording().metadata()).select("topdown"), Progress.NONE)
                .metrics();
        assertThat(parts).extracting(MetricSummary::name)
                .containsExactly("topdown_retiring", "topdown_bad_speculation", "topdown_frontend_bound",
                        "topdown_backend_bound");
        assertThat(parts.stream().mapToDouble(MetricSummary::value).sum()).isBetween(0.97, 1.005);
        assertThat(parts.get(0).value()).isCloseTo(retired / (8.0 * cycles), within(1e-12));
    }

    /** ls_dmnd_fills_from_sys.all is 0xff43 on Zen 5. */
    @Test
    void anEventUnderItsRawCodeThatDidNotCountWasAskedFor() {
        String json = Synthetic.metadata("kernel", Synthetic.MS, "instructions:pmu:0:0", "rff43:pmu:0:-:65347")
                .replace("\"type\":1", "\"type\":4")
                .replace("\"run\":{", "\"run\":{\"processor\":" + ZEN5 + ",");
        new RecordingWriter(file, 2, json).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, Synthetic.MS, Synthetic.MS, Synthetic.MS, 5, 0)
                .total(0, Synthetic.MS, Synthetic.MS, 5, 0)
                .end(Synthetic.trailer(1));
        assertThat(summary("l1d_demand_mpki").reason())
                .isEqualTo("ls_dmnd_fills_from_sys.all was not counted (ENOENT)");
    }

    /** 256 MiB read ten times: 4.19e7 lines; the L2 counted 4.206e7. */
    @Test
    void aStreamsBandwidthIsThatOfItsLines() {
        write(ZEN5, Map.of(), Map.of(0x10000de65L, 42_060_000L, 0x4844L, 33_500_000L, 0xff44L, 42_060_000L));
        double lines = 10 * 256 * 1024 * 1024.0;
        assertThat(summary("l2_fill_bandwidth").value()).isCloseTo(lines, within(0.005 * lines));
        assertThat(summary("l1d_dram_fill_bandwidth").value()).as("without what was prefetched into the L2")
                .isBetween(0.75 * lines, 0.85 * lines);
        assertThat(summary("memory_bandwidth").value()).as("the lines from memory were not counted apart").isNull();
    }

    /**
     * 2.4e9 operations of 256-bit fused multiply-adds were counted to 1e-8; 5e6 translations missed, 2e7 lines were
     * demanded.
     */
    @Test
    void kernelsOfKnownCountsGiveTheirMetrics() {
        write(ZEN5, Map.of("instructions", 1_000_000_000L),
                Map.of(0x0f03L, 2_400_000_019L, 0xff45L, 5_007_000L, 0xff43L, 20_010_000L));
        assertThat(summary("flop_rate").value()).isCloseTo(2.4e9, within(2.4e9 * 1e-7));
        assertThat(summary("l1_dtlb_mpki").value()).isCloseTo(5, within(0.01));
        assertThat(summary("l1d_demand_mpki").value()).isCloseTo(20, within(0.02));
        assertThat(summary("flop_rate_512").status()).isEqualTo(MetricStatus.NOT_AVAILABLE);
    }

    /**
     * Where cores differ, what counts on one kind is compared with what counts on that kind, and with no time of all.
     */
    @Test
    void onAHybridCountsOfOneCoreTypeAreNotMixed() {
        Microarchitecture hybrid = Microarchitectures.of(new ProcessorId("GenuineIntel", 6, 0x97, true));
        MetricTable table = MetricTable.builtIn(hybrid);
        assertThat(table.select("l2_mpki").get(0).ways().get(0).formula())
                .hasToString("1000 * l2_lines_in.all / 'cpu_core/instructions/'");
        assertThat(table.select("ipc").get(0).ways().get(0).formula()).hasToString("instructions / cpu-cycles");
        assertThat(table.select("l2_fill_bandwidth").get(0).unavailable()).contains("cpu_core");
        assertThat(table.select("memory_bandwidth").get(0).available()).as("generic on all cores").isTrue();
        assertThat(MetricTable.builtIn(Microarchitectures.named("goldencove-client"))
                .select("l2_fill_bandwidth")
                .get(0)
                .available()).isTrue();
    }

    @Test
    void aGroupWithoutAMetricHereSaysWhyForEach() {
        MetricTable table = MetricTable.builtIn(Microarchitectures.named("zen3"));
        assertThat(table.select("topdown")).hasSize(4).allSatisfy(m -> assertThat(m.unavailable()).contains("Zen 4"));
        assertThat(table.select("ipc,branch,ipc")).extracting(Metric::name)
                .containsExactly("ipc", "branches_per_instruction", "branch_miss_ratio", "branch_mpki");
    }
}
