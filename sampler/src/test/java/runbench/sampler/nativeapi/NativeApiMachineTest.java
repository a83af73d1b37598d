package runbench.sampler.nativeapi;

import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.RecipeList;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tests with this machine's kernel and libpfm4. */
@Tag("machine")
class NativeApiMachineTest {
    private static final int ENOENT = 2;
    private static NativeApi api;

    @BeforeAll
    static void load() {
        try {
            api = NativeApi.load();
        } catch (LinkageError e) {
            assumeTrue(false, "no native binding on this platform: " + e.getMessage());
        }
    }

    private static NameEncoder pfm() {
        var library = api.pfm();
        assumeTrue(library.isPresent(), "libpfm4 is not installed (apt-get install libpfm4)");
        return library.get().names();
    }

    @Test
    void kernelRejectsInventedEvents() {
        int least = api.tryOpen(PerfProbe.USER_TASK_CLOCK);
        assumeTrue(least == 0, "perf_event_open is refused here with errno " + least);
        assertThat(api.tryOpen(new PerfProbe(new Encoding(1, 9999), false, false, false))).isEqualTo(ENOENT);
        assertThat(api.tryOpen(new PerfProbe(new Encoding(5, 2, 0x1000, 4), false, false, false))).as("breakpoint")
                .isZero();
    }

    @Test
    void libpfmEncodesGenericNamesOnEveryMachine() {
        NameEncoder names = pfm();
        assertThat(names.encode("PERF_COUNT_SW_PAGE_FAULTS").orElseThrow().encoding()).isEqualTo(new Encoding(1, 2));
        NameEncoder.Encoded user = names.encode("PERF_COUNT_HW_CPU_CYCLES:u").orElseThrow();
        assertThat(user.encoding()).isEqualTo(new Encoding(0, 0));
        assertThat(user.letters()).isEqualTo("u");
        assertThat(user.name()).startsWith("perf::PERF_COUNT_HW_CPU_CYCLES");
        assertThat(names.encode("NO_SUCH_EVENT")).isEmpty();
        assertThat(names.encode("")).isEmpty();
    }

    /** Compares two independent sources: Runbench's table of codes and libpfm4. */
    @Test
    void tableCodesEqualLibpfm() {
        NameEncoder names = pfm();
        assumeTrue(names.encode("skl::MEM_INST_RETIRED:ANY").isPresent(),
                "libpfm4 encodes no other CPU's events (LIBPFM_ENCODE_INACTIVE)");
        int compared = 0;
        for (RecipeList.Code code : RecipeList.all()) {
            var encoded = names.encode(code.prefix() + "::" + code.name());
            assertThat(encoded).as(code.prefix() + "::" + code.name()).isPresent();
            assertThat(encoded.get().encoding().config() & 0xffff).as(code.toString()).isEqualTo(code.code());
            compared++;
        }
        assertThat(compared).isGreaterThan(25);
    }
}
