package runbench.sampler.events;

import java.util.List;

/**
 * A quantity that is the sum of counters of the selection, as on CPUs that count loads and stores apart.
 *
 * @param of names of the selection's events
 * @param meaning what is really counted, for labels
 */
public record EventSum(String name, String unit, String meaning, List<String> of) {
    public EventSum {
        of = List.copyOf(of);
    }
}
