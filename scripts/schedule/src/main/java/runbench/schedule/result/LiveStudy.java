package runbench.schedule.result;

import java.util.List;

/**
 * Policies on one workload, run in turns.
 *
 * @param baseline the policy that the others are held against
 * @param rounds repetitions that are compared: all policies ran, and all programs did their work
 * @param seed of the order within each repetition
 * @param runs in the order of time
 * @param policies others than the baseline; none where no repetition is complete
 */
public record LiveStudy(String workload, String baseline, int repetitions, int rounds, long seed,
        AloneSource aloneSource, boolean interrupted, List<LiveFigures> runs, List<PolicyGain> policies) {
    public LiveStudy {
        runs = List.copyOf(runs);
        policies = List.copyOf(policies);
    }
}
