package runbench.sampler.events.select;

import java.util.Optional;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.sampler.events.Event;
import runbench.sampler.events.NotCounted;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.PmuTree;

/**
 * Events that the kernel counts only in a group with a certain leader, by the processor's table. Intel's topdown-*
 * events need slots as leader because they share its register. Events are matched by code, independent of their name.
 */
final class LedGroups {
    private final Machine machine;
    private Microarchitecture table;

    LedGroups(Machine machine) {
        this.machine = machine;
    }

    /** Returns the required leader of an event, the event itself if it is such a leader, or empty if it needs none. */
    Optional<String> leader(Event event) {
        if (event.source() != Source.PMU || event.on().stream().noneMatch(p -> ofCore(p.encoding().type()))) {
            return Optional.empty();
        }
        return table().events()
                .values()
                .stream()
                .filter(d -> !d.leader().isEmpty()
                        && (d.config() == event.encoding().config() || is(event, d.leader())))
                .map(EventDefinition::leader)
                .findFirst();
    }

    /** Returns true if the event has the leader's code, independent of its name. */
    boolean is(Event event, String leader) {
        return table().event(leader).filter(d -> d.config() == event.encoding().config()).isPresent();
    }

    /**
     * Returns the reason why an event with a required leader cannot be counted here, or empty if it can. Some hypervisors
 * pass on the counters without the shared register.
     */
    Optional<NotCounted> obstacle(String name, String leader) {
        return machine.pmus().corePmus().stream().anyMatch(p -> p.events().containsKey(leader)) ? Optional.empty()
                : Optional.of(new NotCounted(name,
                        "its counter register is not visible here: " + PmuTree.FOLDER
                                + "/cpu/events has no " + leader,
                        "count topdown.* and uops_retired.* instead: --metrics topdown does so"));
    }

    private boolean ofCore(int type) {
        return machine.pmus().corePmus().stream().anyMatch(p -> p.type() == type);
    }

    private Microarchitecture table() {
        if (table == null) {
            table = Microarchitectures.of(machine.processor());
        }
        return table;
    }
}
