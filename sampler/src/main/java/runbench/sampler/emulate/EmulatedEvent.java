package runbench.sampler.emulate;

import runbench.sampler.emulate.EmulatedModels.Model;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An event of the emulated machine.
 *
 * @param name the name in recordings and formulas
 * @param unit the counted things, plural
 * @param model the model that the event needs; empty if it is always counted
 * @param meaning one-line description
 */
public record EmulatedEvent(String name, String unit, Optional<Model> model, String meaning) {
    private static final String PER_THREAD = ", one for each thread";
    private static final List<EmulatedEvent> ALL = List.of(
            unmodelled("instructions", "instructions", "instructions executed; a repeated string instruction is one"),
            unmodelled("loads", "references", "memory reads by instructions"),
            unmodelled("stores", "references", "memory writes by instructions"),
            unmodelled(Emulator.REFERENCES, "references", "loads and stores together"),
            of(Model.L1D, "L1D_READ_MISS", "misses", "reads that missed a modelled L1D" + PER_THREAD),
            of(Model.L1D, "L1D_WRITE_MISS", "misses", "writes that missed a modelled L1D" + PER_THREAD),
            of(Model.L1I, "L1-icache-load-misses", "misses",
                    "lines of code that a modelled L1I did not hold" + PER_THREAD),
            of(Model.L2, "L2_ALL_REF", "references",
                    "lines of data and code that the modelled level 1 caches asked a modelled L2 for"),
            of(Model.L2, "L2_MISS", "misses", "lines of data and code that a modelled L2 did not hold" + PER_THREAD),
            of(Model.TLB, "L1_DTLB_MISS", "misses",
                    "pages of data that a modelled first TLB did not hold" + PER_THREAD),
            of(Model.TLB, "dTLB-load-misses", "misses", "page walks for reads: neither modelled TLB held the page"),
            of(Model.TLB, "dTLB-store-misses", "misses", "page walks for writes: neither modelled TLB held the page"),
            of(Model.TLB, "iTLB-load-misses", "misses", "page walks for code: neither modelled TLB held the page"),
            of(Model.BRANCH, "branch-instructions", "branches",
                    "jumps, calls and returns, conditional or not, taken or not"),
            of(Model.BRANCH, "branch-misses", "misses",
                    "branches that a modelled predictor guessed wrong" + PER_THREAD));

    private static EmulatedEvent unmodelled(String name, String unit, String meaning) {
        return new EmulatedEvent(name, unit, Optional.empty(), meaning);
    }

    private static EmulatedEvent of(Model model, String name, String unit, String meaning) {
        return new EmulatedEvent(name, unit, Optional.of(model), meaning);
    }

    /** Returns all events, from the instructions outwards. */
    public static List<EmulatedEvent> all() {
        return ALL;
    }

    /** Returns the event with this name, ignoring case, or empty if there is none. */
    public static Optional<EmulatedEvent> named(String name) {
        return ALL.stream().filter(e -> e.name.equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the models that the named events need; names of other events need none. */
    public static Set<Model> modelsOf(Collection<String> names) {
        Set<Model> models = EnumSet.noneOf(Model.class);
        names.forEach(name -> named(name).flatMap(EmulatedEvent::model).ifPresent(models::add));
        return models;
    }
}
