package runbench.sampler.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * What the counters of a program can be opened on by this user, tried a moment ago.
 *
 * @param cpus of the machine
 * @param cgroup a program can have a control group of its own that is counted on each CPU
 * @param why it cannot; else empty
 * @param costPerForkNanos CPU time that four events add to each fork where they follow tasks
 */
public record ScopesHere(int cpus, boolean cgroup, String why, long costPerForkNanos) {
    /**
     * Takes some milliseconds.
     *
     * @param helper where the helper belongs, built or not
     * @return empty where nobody can tell
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

    /** Forks a second from which on following tasks costs more than this share of one CPU's time. */
    public double forksPerSecond(double share) {
        return costPerForkNanos > 0 ? share * 1e9 / costPerForkNanos : Double.POSITIVE_INFINITY;
    }
}
