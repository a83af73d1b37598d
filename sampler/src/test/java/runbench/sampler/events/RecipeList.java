package runbench.sampler.events;

import java.util.List;
import runbench.sampler.events.tables.Quantities;

/** The codes of the quantity table, for comparison with other sources. */
public final class RecipeList {
    /** @param prefix libpfm4's name of the microarchitecture */
    public record Code(String prefix, String name, long code) {}

    private RecipeList() {
    }

    /** Those of the microarchitectures that libpfm4 has under one name; not the Arm events common to all cores. */
    public static List<Code> all() {
        return Quantities.load()
                .microarchitectures()
                .stream()
                .filter(m -> !m.prefix().isEmpty())
                .flatMap(m -> m.recipes()
                        .values()
                        .stream()
                        .flatMap(r -> r.codes().stream())
                        .map(c -> new Code(m.prefix(), c.name(), c.code())))
                .toList();
    }
}
