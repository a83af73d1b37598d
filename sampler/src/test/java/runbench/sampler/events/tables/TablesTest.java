package runbench.sampler.events.tables;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import runbench.sampler.events.machine.CpuIdentity;

import static org.assertj.core.api.Assertions.assertThat;

class TablesTest {
    @ParameterizedTest
    @ValueSource(strings = {"generic", "quantities", "wide"})
    void compiledTableEqualsToml(String table) throws IOException {
        assertThat(new ObjectMapper().readTree(Quantities.class.getResourceAsStream(table + ".json")))
                .isEqualTo(new TomlMapper().readTree(Quantities.class.getResourceAsStream(table + ".toml")));
    }

    @Test
    void everyMicroarchitectureHasARecipeForMemoryReferences() {
        Quantities q = Quantities.load();
        assertThat(q.microarchitectures()).hasSizeGreaterThan(10).allSatisfy(m -> {
            assertThat(m.recipes()).containsKey("L1D_ALL_REF");
            assertThat(m.recipes().values()).allSatisfy(r -> {
                assertThat(r.meaning()).isNotBlank();
                assertThat(r.codes()).isNotEmpty().allSatisfy(c -> assertThat(c.code()).isBetween(1L, 0xffffL));
            });
        });
    }

    @Test
    void noCpuFitsTwoMicroarchitectures() {
        Quantities q = Quantities.load();
        Set<String> matched = new HashSet<>();
        for (String vendor : new String[]{"GenuineIntel", "AuthenticAMD"}) {
            for (int family = 0; family < 0x20; family++) {
                for (int model = 0; model < 0x100; model++) {
                    CpuIdentity cpu = new CpuIdentity(vendor, family, model, "", false);
                    long fits = q.microarchitectures().stream().filter(m -> m.is(cpu)).count();
                    assertThat(fits).as(cpu.toString()).isLessThanOrEqualTo(1);
                    q.of(cpu).ifPresent(m -> matched.add(m.name()));
                }
            }
        }
        assertThat(matched).hasSize(q.microarchitectures().size() - 1);
    }
}
