package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSum;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.PerfType;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;
import runbench.sampler.events.tables.GenericEvents;
import runbench.sampler.events.tables.Quantities;

/** Resolves portable quantities (L1D_ALL_REF) to this CPU's events. */
final class QuantityEvents {
    private final Machine machine;
    private final EventNames names;
    private final CoreEvents cores;
    private final GenericEvents generic;
    private final Quantities table = Quantities.load();

    QuantityEvents(Machine machine, EventNames names, CoreEvents cores, GenericEvents generic) {
        this.machine = machine;
        this.names = names;
        this.cores = cores;
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

    Optional<Resolved> resolve(String word) {
        return table.find(word).map(q -> {
            if (cores.missing()) {
                return Resolved.not(NotCountedReasons.noPmu(q.name(), machine));
            }
            Optional<Quantities.Microarchitecture> micro = table.of(machine.cpu());
            Quantities.Recipe recipe = micro.map(m -> m.recipes().get(q.name())).orElse(null);
            return recipe != null ? byRecipe(q, micro.get(), recipe) : byGenericNames(q);
        });
    }

    private Resolved byRecipe(Quantities.Quantity q, Quantities.Microarchitecture micro, Quantities.Recipe recipe) {
        List<Resolved> parts = new ArrayList<>();
        boolean single = recipe.codes().size() == 1;
        for (Quantities.Code code : recipe.codes()) {
            Event event = new Event(single ? q.name() : code.name(), Source.PMU, q.unit(),
                    code.name() + " (0x" + Long.toHexString(code.code()) + "): " + recipe.meaning(),
                    new Encoding(PerfType.RAW, code.code()), Modifiers.NONE, 0);
            parts.add(onItsPmu(event, micro));
        }
        String real = String.join(" + ", recipe.codes().stream().map(Quantities.Code::name).toList());
        return joined(q, recipe.meaning(), parts,
                q.name() + " is " + real + " on " + micro.name() + ": " + recipe.meaning());
    }

    private Resolved onItsPmu(Event event, Quantities.Microarchitecture micro) {
        List<Pmu> all = machine.pmus().corePmus();
        Optional<Pmu> own = all.size() < 2 ? Optional.empty()
                : all.stream().filter(p -> p.name().equals(micro.corePmu())).findFirst();
        return own.map(p -> cores.only(event, p)).orElseGet(() -> cores.architectural(event));
    }

    private Resolved byGenericNames(Quantities.Quantity q) {
        List<Resolved> parts = q.generic().stream().map(g -> names.generic(generic.find(g).orElseThrow())).toList();
        String real = String.join(" + ", q.generic());
        return joined(q, "the kernel's " + real, parts,
                q.name() + " is the kernel's generic " + real + " here: no event table for " + machine.cpu().name());
    }

    private static Resolved joined(Quantities.Quantity q, String meaning, List<Resolved> parts, String remark) {
        Resolved all = Resolved.all(parts);
        List<EventSum> sums = all.drafts().size() < 2 ? List.of()
                : List.of(new EventSum(q.name(), q.unit(), meaning,
                        all.drafts().stream().map(d -> d.event().name()).toList()));
        List<String> remarks = new ArrayList<>(List.of(remark));
        remarks.addAll(all.remarks());
        return new Resolved(all.drafts(), all.notCounted(), sums, remarks, Modifiers.NONE);
    }
}
