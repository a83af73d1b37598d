package runbench.sampler.events;

import java.util.List;

/**
 * What an event list became on this machine.
 *
 * @param asked the list as it was typed
 * @param events counters to open, in the order asked for
 * @param notCounted what cannot be counted here, and why
 * @param sums quantities to derive from the counters; empty on most machines
 * @param remarks sentences for the user: what a portable name stands for here, what a set was reduced to
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
