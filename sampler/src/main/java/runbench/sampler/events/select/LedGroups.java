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
 * Events that the kernel counts only behind a certain leader, as the processor's table has it: Intel's topdown-* behind
 * slots, with which they share a register. By whatever name or code they were asked for.
 */
final class LedGroups {
    private final Machine machine;
    private Microarchitecture table;

    LedGroups(Machine machine) {
        this.machine = machine;
    }

    /** The event that has to lead the group of this one; itself where it is such a leader; empty where none has to. */
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

    /** By its code, whatever it is called. */
    boolean is(Event event, String leader) {
        return table().event(leader).filter(d -> d.config() == event.encoding().config()).isPresent();
    }

    /**
     * Why it cannot be counted although the processor's kind can: hypervisors pass the counters on without that
     * register.
     */
    Optional<NotCounted> obstacle(String name, String leader) {
        return machine.pmus().corePmus().stream().anyMatch(p -> p.events().containsKey(leader)) ? Optional.empty()
                : Optional.of(new NotCounted(name,
                        "the register that it is counted in is not visible here: " + PmuTree.FOLDER
                                + "/cpu/events has no " + leader,
                        "count topdown.* and uops_retired.* instead: --metrics topdown does, where this is missing"));
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
