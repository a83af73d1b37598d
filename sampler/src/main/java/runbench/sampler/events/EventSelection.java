package runbench.sampler.events;

import java.util.ArrayList;
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

    /** Returns this selection with further sentences for the user. */
    public EventSelection remarking(List<String> further) {
        List<String> all = new ArrayList<>(remarks);
        all.addAll(further);
        return new EventSelection(asked, events, notCounted, sums, all);
    }

    /**
     * A quantity that is the sum of several counters of a selection. CPUs that count loads and stores separately need
     * it.
     *
     * @param name name of the quantity
     * @param unit the counted things, plural
     * @param meaning description of the real events, for labels
     * @param summands names of the summed events
     */
    public record EventSum(String name, String unit, String meaning, List<String> summands) {
        public EventSum {
            summands = List.copyOf(summands);
        }
    }

    /**
     * A requested event that this machine cannot count. Every output lists it as "not counted".
     *
     * @param name name of the event
     * @param reason the cause, in one clause
     * @param remedy the action that makes it countable; may be empty
     */
    public record NotCounted(String name, String reason, String remedy) {}
}
