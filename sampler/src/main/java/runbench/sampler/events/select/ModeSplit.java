package runbench.sampler.events.select;

import java.util.ArrayList;
import java.util.List;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.NotCounted;
import runbench.sampler.events.machine.Machine.CountingRights;
import runbench.sampler.events.names.NotCountedReasons;

/** Splits events into a user-mode and a kernel-mode count, {@code NAME:u} and {@code NAME:k}. */
public final class ModeSplit {
    private ModeSplit() {
    }

    /**
     * Splits the events of a selection by mode. The following events are not split:
     *
     * <ul> <li>clocks, which run in both modes; <li>leaders and their followers, which share one register; <li>socket
     * events, which have no mode; <li>events that occur in kernel mode only; <li>events for which the user chose u, k
     * or h; <li>parts of a sum. </ul>
     *
     * @param events the selection
     * @param rights this user's permissions; without kernel permission the kernel count is listed as not counted
     * @return the split selection
     */
    public static EventSelection of(EventSelection events, CountingRights rights) {
        List<Event> split = new ArrayList<>();
        List<NotCounted> notCounted = new ArrayList<>(events.notCounted());
        for (Event e : events.events()) {
            if (e.modifiers().explicit() || !e.leader().isEmpty() || e.wide() || e.unit().equals("ns")
                    || onlyInKernel(e) || events.sums().stream().anyMatch(s -> s.summands().contains(e.name()))) {
                split.add(e);
                continue;
            }
            split.add(only(e, true));
            if (rights.kernel()) {
                split.add(only(e, false));
            } else {
                notCounted.add(NotCountedReasons.kernelForbidden(e.name() + ":k", rights));
            }
        }
        return new EventSelection(events.asked(), split, notCounted, events.sums(), events.remarks());
    }

    private static Event only(Event e, boolean user) {
        return e.named(e.name() + (user ? ":u" : ":k"), e.description() + (user ? ", user mode" : ", kernel mode"))
                .counting(e.modifiers().mode(user));
    }

    /**
     * Returns true for events that the kernel itself raises: context switches, migrations, cgroup switches,
     * tracepoints.
     */
    private static boolean onlyInKernel(Event e) {
        return e.encoding().type() == PerfType.SOFTWARE
                && (e.encoding().config() == 3 || e.encoding().config() == 4 || e.encoding().config() == 11)
                || e.source() == Source.TRACEPOINT;
    }
}
