package runbench.sampler.events;

import java.util.List;
import runbench.sampler.events.tables.Quantities;

/** The codes of the quantity table, for comparison with other sources. */
public final class RecipeList {
    /**
     * Prints the codes of a microarchitecture.
     *
     * @param prefix libpfm4's name of the microarchitecture
     */
    public record Code(String prefix, String name, long code) {}

    private RecipeList() {
    }

    /** Returns the microarchitectures with a name in libpfm4, without the common Arm events. */
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
