package runbench.sampler.events.tables;

import runbench.parser.table.CompiledTables;
import runbench.base.json.Fields;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.sampler.events.machine.CpuIdentity;

/**
 * Portable quantities such as L1D_ALL_REF, with the events that count them on each microarchitecture, from
 * {@code quantities.toml}.
 */
public final class Quantities {
    /**
     * A portable quantity.
     *
     * @param name name of the quantity
     * @param aliases other spellings
     * @param unit the counted things, plural
     * @param description one-line description
     * @param generic generic kernel events whose sum is used on other microarchitectures
     */
    public record Quantity(String name, List<String> aliases, String unit, String description, List<String> generic) {
        boolean isCalled(String word) {
            return name.equalsIgnoreCase(word) || aliases.stream().anyMatch(a -> a.equalsIgnoreCase(word));
        }
    }

    /**
     * A raw event.
     *
     * @param name the vendor's name
     * @param code event select | unit mask << 8
     */
    public record Code(String name, long code) {}

    /**
     * The events that count a quantity on one microarchitecture.
     *
     * @param meaning description of the counted things, for labels
     * @param codes raw events, counted simultaneously and summed
     */
    public record Recipe(String meaning, List<Code> codes) {}

    private record Range(int from, int to) {
        static Range parse(String text) {
            String[] ends = text.split("-");
            return new Range(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16));
        }
    }

    /**
     * A microarchitecture and its recipes.
     *
     * @param name readable name
     * @param prefix libpfm4's name
     * @param vendor vendor of {@link CpuIdentity}
     * @param families matching CPU families; empty for all
     * @param models matching CPU models; empty for all
     * @param corePmu on hybrid machines, the PMU to which the codes apply; otherwise empty
     * @param recipes recipes by name of the quantity
     */
    public record Microarchitecture(String name, String prefix, String vendor, List<Integer> families,
            List<Range> models, String corePmu, Map<String, Recipe> recipes) {
        boolean is(CpuIdentity cpu) {
            return vendor.equals(cpu.vendor()) && (families.isEmpty() || families.contains(cpu.family()))
                    && (models.isEmpty()
                            || models.stream().anyMatch(r -> r.from() <= cpu.model() && cpu.model() <= r.to()));
        }
    }

    private final List<Quantity> quantities = new ArrayList<>();
    private final List<Microarchitecture> microarchitectures = new ArrayList<>();

    private Quantities(Fields table) {
        for (Fields q : table.list("quantity")) {
            quantities.add(new Quantity(q.text("name"), q.textsOrNone("aliases"), q.text("unit"), q.text("description"),
                    q.textsOrNone("generic")));
        }
        for (Fields m : table.list("microarchitecture")) {
            List<Integer> families = m.textsOrNone("families").stream().map(Integer::valueOf).toList();
            Map<String, Recipe> recipes = new LinkedHashMap<>();
            quantities.forEach(q -> {
                if (m.has(q.name())) {
                    recipes.put(q.name(), recipe(m.at(q.name())));
                }
            });
            microarchitectures.add(new Microarchitecture(m.text("name"), m.textOr("prefix", ""), m.text("vendor"),
                    families, m.textsOrNone("models").stream().map(Range::parse).toList(), m.textOr("core_pmu", ""),
                    recipes));
        }
    }

    public static Quantities load() {
        return new Quantities(CompiledTables.read(Quantities.class, "quantities"));
    }

    private static Recipe recipe(Fields node) {
        List<Code> codes = new ArrayList<>();
        node.listOrNone("events").forEach(e -> codes.add(new Code(e.text("name"), e.number("code"))));
        return new Recipe(node.textOr("meaning", ""), codes);
    }

    public List<Quantity> quantities() {
        return quantities;
    }

    public List<Microarchitecture> microarchitectures() {
        return microarchitectures;
    }

    public Optional<Quantity> find(String word) {
        return quantities.stream().filter(q -> q.isCalled(word)).findFirst();
    }

    public Optional<Microarchitecture> of(CpuIdentity cpu) {
        return microarchitectures.stream().filter(m -> m.is(cpu)).findFirst();
    }
}
