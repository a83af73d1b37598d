package runbench.sampler.events.names;

import java.util.List;
import java.util.Optional;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.PerfType;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;

/** Resolves vendors' names in perf's spelling ({@code ls_dmnd_fills_from_sys.all}) by the table of this processor. */
final class TableEvents {
    private final Machine machine;
    private final CoreEvents cores;
    private final PmuNames pmus;
    private Microarchitecture table;

    TableEvents(Machine machine, CoreEvents cores, PmuNames pmus) {
        this.machine = machine;
        this.cores = cores;
        this.pmus = pmus;
    }

    List<String> names() {
        return table().events().values().stream().filter(EventDefinition::named).map(EventDefinition::name).toList();
    }

    Optional<Resolved> resolve(String name) {
        return table().event(name).filter(EventDefinition::named).map(e -> {
            if (!e.hasCode()) {
                return onSocketPmu(e);
            }
            if (cores.missing()) {
                return Resolved.not(NotCountedReasons.noPmu(e.name(), machine));
            }
            Event event = new Event(e.name(), Source.PMU, e.unit(),
                    e.meaning() + (e.erratum().isEmpty() ? "" : " (" + e.erratum() + ")"),
                    new Encoding(PerfType.RAW, e.config()), Modifiers.NONE, 0).occupying(e.counters());
            return onItsCores(event);
        });
    }

    /** Resolves an event of a socket PMU, such as the last-level cache or the fabric. */
private Resolved onSocketPmu(EventDefinition e) {
        String pmu = e.word().substring(0, e.word().indexOf('/'));
        if (machine.pmus().matching(pmu).isEmpty()) {
            return Resolved.not(NotCountedReasons.noSocketPmu(e.name(), pmu, machine));
        }
        return pmus.resolve(e.word().replaceFirst("/$", ",name=" + e.name() + "/")).described(e.unit(), e.meaning());
    }

    private Resolved onItsCores(Event event) {
        List<Pmu> all = machine.pmus().corePmus();
        Optional<Pmu> own = all.size() < 2 ? Optional.empty()
                : all.stream().filter(p -> p.name().equals(table().corePmu())).findFirst();
        return own.map(p -> cores.only(event, p)).orElseGet(() -> cores.architectural(event));
    }

    private Microarchitecture table() {
        if (table == null) {
            table = Microarchitectures.of(machine.processor());
        }
        return table;
    }
}
