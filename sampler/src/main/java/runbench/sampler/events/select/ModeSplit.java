package runbench.sampler.events.select;

import java.util.ArrayList;
import java.util.List;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.NotCounted;
import runbench.sampler.events.PerfType;
import runbench.sampler.events.Source;
import runbench.sampler.events.machine.CountingRights;
import runbench.sampler.events.names.NotCountedReasons;

/** Counts events apart in user and in kernel mode, as {@code NAME:u} and {@code NAME:k}. */
public final class ModeSplit {
    private ModeSplit() {
    }

    /**
     * Clocks run on in both modes, a leader and what counts behind it have one register between them, sockets know no
     * modes, what happens in the kernel only has one side, and where the user chose u, k or h nothing is left to split:
     * such events stay as they are.
     *
     * @param rights of this user: without the right to see the kernel, the kernel's side is not counted, with the
     *     reason
     */
    public static EventSelection of(EventSelection events, CountingRights rights) {
        List<Event> split = new ArrayList<>();
        List<NotCounted> notCounted = new ArrayList<>(events.notCounted());
        for (Event e : events.events()) {
            if (e.modifiers().explicit() || !e.leader().isEmpty() || e.wide() || e.unit().equals("ns")
                    || onlyInKernel(e) || events.sums().stream().anyMatch(s -> s.of().contains(e.name()))) {
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

    /** Context switches and migrations: the kernel raises them itself. */
    private static boolean onlyInKernel(Event e) {
        return e.encoding().type() == PerfType.SOFTWARE
                && (e.encoding().config() == 3 || e.encoding().config() == 4 || e.encoding().config() == 11)
                || e.source() == Source.TRACEPOINT;
    }
}
