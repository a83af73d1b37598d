package runbench.sampler.events.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.machine.Machine.CountingRights;

class ModeSplitTest {
    private static Event event(String name, String unit, long config) {
        return new Event(name, Source.SOFTWARE, unit, name, new Encoding(1, config), Modifiers.NONE, 0);
    }

    private static final EventSelection THREE = new EventSelection("x", List.of(event("page-faults", "faults", 2),
            event("context-switches", "switches", 3), event("task-clock", "ns", 1)), List.of(), List.of(), List.of());

    @Test
    void splitsOnlyEventsWithTwoModes() {
        EventSelection split = ModeSplit.of(THREE, rights(true));
        assertEquals(List.of("page-faults:u", "page-faults:k", "context-switches", "task-clock"),
                split.events().stream().map(Event::name).toList());
        Modifiers user = split.events().get(0).modifiers();
        assertTrue(user.user() && !user.kernel());
        Modifiers kernel = split.events().get(1).modifiers();
        assertTrue(kernel.kernel() && !kernel.user());
    }

    @Test
    void kernelModeIsNotCountedWithoutPermission() {
        EventSelection split = ModeSplit.of(THREE, rights(false));
        assertFalse(split.events().stream().anyMatch(e -> e.name().equals("page-faults:k")));
        assertEquals("page-faults:k", split.notCounted().get(0).name());
    }

    private static CountingRights rights(boolean kernel) {
        return new CountingRights(OptionalInt.of(kernel ? 1 : 2), false);
    }
}
