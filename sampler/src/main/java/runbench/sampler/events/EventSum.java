package runbench.sampler.events;

import java.util.List;

/**
 * A quantity that is the sum of several counters of a selection. CPUs that count loads and stores separately need it.
 *
 * @param name name of the quantity
 * @param unit the counted things, plural
 * @param meaning description of the real events, for labels
 * @param of names of the summed events
 */
public record EventSum(String name, String unit, String meaning, List<String> of) {
    public EventSum {
        of = List.copyOf(of);
    }
}
