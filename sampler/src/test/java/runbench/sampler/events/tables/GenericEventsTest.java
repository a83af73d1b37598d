package runbench.sampler.events.tables;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import runbench.sampler.events.Encoding.PerfType;

import static org.assertj.core.api.Assertions.assertThat;

/** The numbers are those of linux/perf_event.h. */
class GenericEventsTest {
    private final GenericEvents events = GenericEvents.load();

    @ParameterizedTest
    @CsvSource({"cpu-cycles,0,0", "cycles,0,0", "instructions,0,1", "cache-references,0,2", "cache-misses,0,3",
            "branch-instructions,0,4", "branches,0,4", "branch-misses,0,5", "bus-cycles,0,6",
            "stalled-cycles-frontend,0,7", "idle-cycles-frontend,0,7", "stalled-cycles-backend,0,8",
            "idle-cycles-backend,0,8", "ref-cycles,0,9", "cpu-clock,1,0", "task-clock,1,1", "page-faults,1,2",
            "faults,1,2", "context-switches,1,3", "cs,1,3", "cpu-migrations,1,4", "migrations,1,4", "minor-faults,1,5",
            "major-faults,1,6", "alignment-faults,1,7", "emulation-faults,1,8", "dummy,1,9", "bpf-output,1,10",
            "cgroup-switches,1,11", "CYCLES,0,0", "Page-Faults,1,2"})
    void everyNameAndAliasHasKernelNumber(String name, int type, long config) {
        GenericEvents.Entry e = events.find(name).orElseThrow();
        assertThat(e.type()).isEqualTo(type);
        assertThat(e.config()).isEqualTo(config);
    }

    @ParameterizedTest
    @CsvSource({"L1-dcache-loads,0x0,L1-dcache-loads", "L1-dcache-load-misses,0x10000,L1-dcache-load-misses",
            "L1-dcache-stores,0x100,L1-dcache-stores", "L1-dcache-store-misses,0x10100,L1-dcache-store-misses",
            "L1-dcache-prefetches,0x200,L1-dcache-prefetches",
            "L1-dcache-prefetch-misses,0x10200,L1-dcache-prefetch-misses", "L1-icache-loads,0x1,L1-icache-loads",
            "L1-icache-load-misses,0x10001,L1-icache-load-misses", "LLC-loads,0x2,LLC-loads",
            "LLC-load-misses,0x10002,LLC-load-misses", "LLC-stores,0x102,LLC-stores",
            "LLC-store-misses,0x10102,LLC-store-misses", "LLC-prefetches,0x202,LLC-prefetches",
            "dTLB-loads,0x3,dTLB-loads", "dTLB-load-misses,0x10003,dTLB-load-misses", "dTLB-stores,0x103,dTLB-stores",
            "dTLB-store-misses,0x10103,dTLB-store-misses", "iTLB-loads,0x4,iTLB-loads",
            "iTLB-load-misses,0x10004,iTLB-load-misses", "branch-loads,0x5,branch-loads",
            "branch-load-misses,0x10005,branch-load-misses", "node-loads,0x6,node-loads",
            "node-load-misses,0x10006,node-load-misses", "node-stores,0x106,node-stores",
            "node-store-misses,0x10106,node-store-misses", "node-prefetches,0x206,node-prefetches",
            "l1d-read-miss,0x10000,L1-dcache-load-misses", "L1-data-write-access,0x100,L1-dcache-stores",
            "l1-d-misses,0x10000,L1-dcache-load-misses", "L2-loads,0x2,LLC-loads",
            "llc-misses-load,0x10002,LLC-load-misses", "Data-TLB-read,0x3,dTLB-loads",
            "d-tlb-speculative-read-ops,0x203,dTLB-prefetches", "bpu-load-miss,0x10005,branch-load-misses",
            "btb-read,0x5,branch-loads", "bpc-loads-Reference,0x5,branch-loads", "instruction-tlb-loads,0x4,iTLB-loads",
            "l1-instruction-load,0x1,L1-icache-loads", "LLC,0x2,LLC-loads", "node,0x6,node-loads"})
    void cacheNamesFollowPerfsGrammar(String name, String config, String canonical) {
        GenericEvents.Entry e = events.find(name).orElseThrow();
        assertThat(e.type()).isEqualTo(PerfType.HW_CACHE);
        assertThat(e.config()).isEqualTo(Long.decode(config));
        assertThat(e.name()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"L1-icache-stores", "iTLB-stores", "branch-stores", "iTLB-prefetches", "L1-dcache-",
            "L1-dcache-load-store", "L1-dcache-loads-loads", "L1-dcache-misses-misses", "L3-loads", "L1-dcachex", "",
            "-", "loads", "L1-dcache-load-misses-x"})
    void namesThatPerfRejectsAreUnknown(String name) {
        assertThat(events.find(name)).isEmpty();
    }

    @Test
    void theCacheTableIsAsLargeAsPerfList() {
        // 7 caches with loads, stores and prefetches, except L1-icache (no stores), iTLB and branch (loads only).
        assertThat(events.cacheEvents()).hasSize(2 * (4 * 3 + 2 + 1 + 1));
        assertThat(events.cacheEvents()).allSatisfy(e -> assertThat(events.find(e.name())).contains(e));
    }

    @Test
    void everyEntryIsComplete() {
        assertThat(events.entries()).hasSize(22).allSatisfy(e -> {
            assertThat(e.unit()).isNotBlank();
            assertThat(e.description()).isNotBlank();
        });
        List<String> names = events.names();
        assertThat(names).doesNotHaveDuplicates();
    }
}
