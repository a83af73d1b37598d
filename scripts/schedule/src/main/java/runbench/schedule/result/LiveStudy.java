package runbench.schedule.result;

import java.util.List;

/**
 * A comparison of policies on one workload, run in alternation.
 *
 * @param workload name of the workload
 * @param baseline policy that the others are compared with
 * @param repetitions requested repetitions
 * @param rounds complete repetitions: all policies ran and all programs completed their work
 * @param seed seed of the order within each repetition
 * @param aloneSource source of the programs' times alone
 * @param interrupted true if the user stopped the comparison
 * @param runs runs in the order of time
 * @param policies gains of the other policies; empty if no repetition is complete
 */
public record LiveStudy(String workload, String baseline, int repetitions, int rounds, long seed,
        AloneSource aloneSource, boolean interrupted, List<LiveFigures> runs, List<PolicyGain> policies) {
    public LiveStudy {
        runs = List.copyOf(runs);
        policies = List.copyOf(policies);
    }
}
