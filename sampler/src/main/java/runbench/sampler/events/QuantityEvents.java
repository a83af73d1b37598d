package runbench.sampler.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Portable quantities (L1D_ALL_REF) to this CPU's events. */
final class QuantityEvents {
    private final Machine machine;
    private final EventNames names;
    private final GenericEvents generic;
    private final Quantities table = Quantities.load();

    QuantityEvents(Machine machine, EventNames names, GenericEvents generic) {
        this.machine = machine;
        this.names = names;
        this.generic = generic;
    }

    List<String> names() {
        List<String> all = new ArrayList<>();
        table.quantities().forEach(q -> {
            all.add(q.name());
            all.addAll(q.aliases());
        });
        return all;
    }

    Optional<Resolved> resolve(String word, Modifiers modifiers, String suffix) {
        return table.find(word).map(q -> {
            String name = q.name() + suffix;
            if (machine.pmus().corePmus().isEmpty() && !machine.pmus().names().isEmpty()) {
                return Resolved.not(NotCountedReasons.noPmu(name, machine));
            }
            Optional<Quantities.Microarchitecture> micro = table.of(machine.cpu());
            Quantities.Recipe recipe = micro.map(m -> m.recipes().get(q.name())).orElse(null);
            return recipe != null ? byRecipe(q, name, micro.get(), recipe, modifiers, suffix)
                    : byGenericNames(q, name, modifiers, suffix);
        });
    }

    private Resolved byRecipe(Quantities.Quantity q, String name, Quantities.Microarchitecture micro,
                              Quantities.Recipe recipe, Modifiers modifiers, String suffix) {
        List<Resolved> parts = new ArrayList<>();
        boolean single = recipe.codes().size() == 1;
        for (Quantities.Code code : recipe.codes()) {
            Event event = new Event(single ? name : code.name() + suffix, Source.PMU, q.unit(),
                    code.name() + " (0x" + Long.toHexString(code.code()) + "): " + recipe.meaning(),
                    new Encoding(PerfType.RAW, code.code()), modifiers, 0);
            parts.add(onItsPmu(event, micro));
        }
        String real = String.join(" + ", recipe.codes().stream().map(Quantities.Code::name).toList());
        return joined(name, q.unit(), recipe.meaning(), parts,
                name + " is " + real + " on " + micro.name() + ": " + recipe.meaning());
    }

    private Resolved onItsPmu(Event event, Quantities.Microarchitecture micro) {
        List<Pmu> cores = machine.pmus().corePmus();
        if (cores.size() > 1 && !micro.corePmu().isEmpty()) {
            Optional<Pmu> own = cores.stream().filter(p -> p.name().equals(micro.corePmu())).findFirst();
            if (own.isPresent()) {
                Encoding e = event.encoding();
                Event bound = new Event(event.name(), event.source(), event.unit(), event.description(),
                        new Encoding(own.get().type(), e.config()), event.modifiers(), 0);
                return new Resolved(List.of(new Resolved.Draft(bound, false, own.get().name())), List.of(), List.of(),
                        List.of(event.name() + " counts only on the cores of " + own.get().name() + " (CPUs "
                                + own.get().cpus() + ")"));
            }
        }
        return names.onCorePmus(event, false);
    }

    private Resolved byGenericNames(Quantities.Quantity q, String name, Modifiers modifiers, String suffix) {
        List<Resolved> parts = q.generic().stream()
                .map(g -> names.generic(generic.find(g).orElseThrow(), modifiers, suffix)).toList();
        String real = String.join(" + ", q.generic());
        return joined(name, q.unit(), "the kernel's " + real, parts, name + " is the kernel's generic " + real
                + " here: no event table for " + machine.cpu().name());
    }

    private static Resolved joined(String name, String unit, String meaning, List<Resolved> parts, String remark) {
        List<Resolved.Draft> drafts = new ArrayList<>();
        List<NotCounted> notCounted = new ArrayList<>();
        List<EventSum> sums = new ArrayList<>();
        List<String> remarks = new ArrayList<>(List.of(remark));
        for (Resolved part : parts) {
            drafts.addAll(part.drafts());
            notCounted.addAll(part.notCounted());
            remarks.addAll(part.remarks());
        }
        if (drafts.size() > 1) {
            sums.add(new EventSum(name, unit, meaning, drafts.stream().map(d -> d.event().name()).toList()));
        }
        return new Resolved(drafts, notCounted, sums, remarks);
    }
}
