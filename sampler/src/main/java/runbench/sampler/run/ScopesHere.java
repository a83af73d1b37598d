package runbench.sampler.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * The scopes that this user can open counters on, determined by a test.
 *
 * @param cpus number of the machine's CPUs
 * @param cgroup true if a program can have its own control group that is counted on each CPU
 * @param why why a control group is not possible; otherwise empty
 * @param costPerForkNanos CPU time that four events in task scope add to each fork, nanoseconds
 */
public record ScopesHere(int cpus, boolean cgroup, String why, long costPerForkNanos) {
    /**
     * Tests the scopes, which takes some milliseconds.
 *
 * @param helper path of the helper, built or not
 * @return the scopes, or empty if the helper cannot run
     */
    public static Optional<ScopesHere> ask(Path helper) {
        if (!Files.isExecutable(helper)) {
            return Optional.empty();
        }
        try {
            Fields answer = HelperQuestion.ask(List.of(helper.toString(), "--scopes"));
            return Optional.of(new ScopesHere((int) answer.number("cpus"), answer.truth("cgroup"),
                    answer.textOr("why", ""), answer.number("cost_per_fork_ns")));
        } catch (RunbenchException e) {
            return Optional.empty();
        }
    }

    /** Returns the forks per second at which task scope takes this share of one CPU's time. */
    public double forksPerSecond(double share) {
        return costPerForkNanos > 0 ? share * 1e9 / costPerForkNanos : Double.POSITIVE_INFINITY;
    }
}
