package runbench.sampler.events;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Portable quantities such as L1D_ALL_REF and what counts them on each microarchitecture, from {@code quantities.toml}. */
final class Quantities {
    /** @param generic the kernel's own names for it, summed, where no microarchitecture's recipe fits */
    record Quantity(String name, List<String> aliases, String unit, String description, List<String> generic) {
        boolean isCalled(String word) {
            return name.equalsIgnoreCase(word) || aliases.stream().anyMatch(a -> a.equalsIgnoreCase(word));
        }
    }

    /** @param code event select | unit mask << 8 */
    record Code(String name, long code) {
    }

    /** @param codes counted side by side and summed */
    record Recipe(String meaning, List<Code> codes) {
    }

    private record Range(int from, int to) {
        static Range parse(String text) {
            String[] ends = text.split("-");
            return new Range(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16));
        }
    }

    /**
     * @param prefix  libpfm4's name of it
     * @param corePmu on hybrid machines the PMU that the codes are for; empty otherwise
     */
    record Microarchitecture(String name, String prefix, String vendor, List<Integer> families, List<Range> models,
                             String corePmu, Map<String, Recipe> recipes) {
        boolean is(CpuIdentity cpu) {
            return vendor.equals(cpu.vendor()) && (families.isEmpty() || families.contains(cpu.family()))
                    && (models.isEmpty() || models.stream().anyMatch(r -> r.from() <= cpu.model() && cpu.model() <= r.to()));
        }
    }

    private final List<Quantity> quantities = new ArrayList<>();
    private final List<Microarchitecture> microarchitectures = new ArrayList<>();

    private Quantities(JsonNode toml) {
        for (JsonNode q : toml.path("quantity")) {
            quantities.add(new Quantity(q.path("name").asText(), Toml.strings(q.path("aliases")), q.path("unit").asText(),
                    q.path("description").asText(), Toml.strings(q.path("generic"))));
        }
        for (JsonNode m : toml.path("microarchitecture")) {
            List<Integer> families = new ArrayList<>();
            m.path("families").forEach(f -> families.add(f.asInt()));
            Map<String, Recipe> recipes = new LinkedHashMap<>();
            quantities.forEach(q -> {
                if (m.has(q.name())) {
                    recipes.put(q.name(), recipe(m.path(q.name())));
                }
            });
            microarchitectures.add(new Microarchitecture(m.path("name").asText(), m.path("prefix").asText(),
                    m.path("vendor").asText(), families,
                    Toml.strings(m.path("models")).stream().map(Range::parse).toList(),
                    m.path("core_pmu").asText(), recipes));
        }
    }

    static Quantities load() {
        return new Quantities(Toml.read("quantities.toml"));
    }

    private static Recipe recipe(JsonNode node) {
        List<Code> codes = new ArrayList<>();
        node.path("events").forEach(e -> codes.add(new Code(e.path("name").asText(), e.path("code").asLong())));
        return new Recipe(node.path("meaning").asText(), codes);
    }

    List<Quantity> quantities() {
        return quantities;
    }

    List<Microarchitecture> microarchitectures() {
        return microarchitectures;
    }

    Optional<Quantity> find(String word) {
        return quantities.stream().filter(q -> q.isCalled(word)).findFirst();
    }

    Optional<Microarchitecture> of(CpuIdentity cpu) {
        return microarchitectures.stream().filter(m -> m.is(cpu)).findFirst();
    }
}
