package runbench.sampler.events;

import java.util.List;

/**
 * An event list, resolved for this machine.
 *
 * @param asked the list as typed
 * @param events counters to open, in the order of the list
 * @param notCounted events that cannot be counted here, with reasons
 * @param sums quantities to derive from the counters; empty on most machines
 * @param remarks sentences for the user, such as the real event behind a portable name
 */
public record EventSelection(String asked, List<Event> events, List<NotCounted> notCounted, List<EventSum> sums,
        List<String> remarks) {
    public EventSelection {
        events = List.copyOf(events);
        notCounted = List.copyOf(notCounted);
        sums = List.copyOf(sums);
        remarks = List.copyOf(remarks);
    }
}
