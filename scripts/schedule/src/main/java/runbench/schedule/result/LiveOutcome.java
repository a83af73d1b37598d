package runbench.schedule.result;

import java.util.List;

/**
 * How a program fared. Null: not known, or not counted here.
 *
 * @param command for a person
 * @param background it ran again and again until the others had ended, and is not judged
 * @param seconds from arrival to end, without pauses of the whole run
 * @param aloneSeconds how long it takes with these CPUs to itself
 * @param slowdown of both
 * @param ranSeconds wall time for which it was chosen
 * @param quanta in how many it ran
 * @param rounds how often it ran to its end
 * @param switches context switches, of its own accord and not, over all its processes
 * @param traffic mean per time for which it ran and this is known, in the run's unit
 * @param trafficBasis what told it
 * @param whySignals why it has no freezer
 * @param failures what went wrong, with what to do
 */
public record LiveOutcome(String name, int threads, boolean background, String command, double arrivedSeconds,
        double seconds, Double aloneSeconds, Double slowdown, double cpuSeconds, double ranSeconds, long quanta,
        int rounds, Long switches, Long voluntary, Long involuntary, Long migrations, Double traffic,
        TrafficBasis trafficBasis, HeldBy heldBy, String whySignals, Integer exitStatus, Integer signal,
        boolean succeeded, List<String> failures) {
    public LiveOutcome {
        failures = List.copyOf(failures);
    }
}
