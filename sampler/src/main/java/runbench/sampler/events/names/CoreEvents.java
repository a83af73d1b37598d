package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.Pmu;

/** Places hardware events on the core PMUs of a machine: one PMU, or one per core type. */
public final class CoreEvents {
    private final Machine machine;
    private final List<Pmu> cores;

    public CoreEvents(Machine machine) {
        this.machine = machine;
        this.cores = machine.pmus().corePmus();
    }

    /** Returns true if the machine lists PMUs but no core PMU. */
    boolean missing() {
        return cores.isEmpty() && !machine.pmus().names().isEmpty();
    }

    /** Places one of the kernel's generic events on every core type. */
    public Resolved generic(Event event) {
        if (missing()) {
            return Resolved.not(NotCountedReasons.noPmu(event.name(), machine));
        }
        if (cores.size() <= 1) {
            return Resolved.event(event);
        }
        return everywhere(event.placed(
                cores.stream().map(p -> new Placement(generic(event.encoding(), p), p.cpus(), false)).toList()));
    }

    /**
     * Returns a generic event's encoding for one PMU. On Intel's hybrid processors the upper half of config selects the
     * PMU (PERF_PMU_TYPE_SHIFT); elsewhere the CPU does.
     */
    private static Encoding generic(Encoding e, Pmu pmu) {
        return pmu.name().startsWith("cpu_") ? new Encoding(e.type(), e.config() | (long) pmu.type() << 32) : e;
    }

    /** Places a code with the same meaning on all core types. */
    Resolved architectural(Event event) {
        if (missing()) {
            return Resolved.not(NotCountedReasons.noPmu(event.name(), machine));
        }
        return cores.size() <= 1 ? Resolved.event(event)
                : everywhere(event.placed(cores.stream().map(p -> placement(event, p)).toList()));
    }

    /** Creates one event per core type for a code whose meaning may differ between them. */
    Resolved raw(Event event) {
        if (missing()) {
            return Resolved.not(NotCountedReasons.noPmu(event.name(), machine));
        }
        if (cores.size() <= 1) {
            return Resolved.event(event);
        }
        List<Resolved> parts = new ArrayList<>();
        for (Pmu pmu : cores) {
            parts.add(Resolved.event(event.named(pmu.name() + "/" + event.name() + "/", event.description())
                    .placed(List.of(placement(event, pmu)))));
        }
        return Resolved.combined(parts)
                .remark(event.name()
                        + " is counted separately on each core type, because its meaning may differ between them: "
                        + names(parts));
    }

    /** Places an event on one of several core types, with a remark. */
    Resolved only(Event event, Pmu pmu) {
        Resolved one = Resolved.event(event.placed(List.of(placement(event, pmu))));
        return one.remark(event.name() + " counts only on the cores of " + pmu.name() + " (CPUs " + pmu.cpus() + ")");
    }

    /** Places an event that a library encoded on the core type of its {@code attr.type}. */
    Resolved encoded(Event event) {
        if (missing()) {
            return Resolved.not(NotCountedReasons.noPmu(event.name(), machine));
        }
        return cores.size() <= 1 ? Resolved.event(event)
                : cores.stream()
                        .filter(p -> p.type() == event.encoding().type())
                        .findFirst()
                        .map(p -> only(event, p))
                        .orElseGet(() -> Resolved.event(event));
    }

    private Resolved everywhere(Event event) {
        return Resolved.event(event)
                .remark("hardware events are counted on every core type, "
                        + cores.stream()
                                .map(p -> p.name() + " on CPUs " + p.cpus())
                                .collect(Collectors.joining(" and "))
                        + "; " + cores.get(0).name() + "/EVENT/ counts one of them alone");
    }

    private static Placement placement(Event event, Pmu pmu) {
        Encoding e = event.encoding();
        return new Placement(new Encoding(pmu.type(), e.config(), e.config1(), e.config2()), pmu.cpus(), false);
    }

    private static String names(List<Resolved> parts) {
        return parts.stream().map(p -> p.drafts().get(0).event().name()).collect(Collectors.joining(", "));
    }
}
