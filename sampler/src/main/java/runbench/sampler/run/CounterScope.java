package runbench.sampler.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/** The scope on which a program's counters are opened. */
public enum CounterScope {
    /** Each task, inherited by its children. Counts are per task; each fork has an overhead. */
    TASK,
    /** Each CPU, while it runs tasks of a control group created for the run. Forks have no overhead. */
    CGROUP,
    /**
     * {@link #CGROUP} if the previous run forked so often that {@link #TASK} is too expensive, and if it is permitted.
     */
    AUTO;

    /**
     * Parses a scope, ignoring case.
     *
     * @throws RunbenchException exit code 2: the text is not a scope
     */
    public static CounterScope parse(String text) {
        try {
            return valueOf(text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("scope '" + text + "' is not known").remedy("use task, cgroup or auto");
        }
    }

    /** Returns the word on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The requested scope of a program's counters, with the facts for an automatic choice.
     *
     * @param asked the requested scope
     * @param forksBefore number of tasks that the previous run started; 0 if unknown
     * @param runNanosBefore running time of the previous run in nanoseconds; 0 if unknown
     */
    public record ScopeRequest(CounterScope asked, long forksBefore, long runNanosBefore) {
        /** The request to follow each task. */
        public static final ScopeRequest TASKS = new ScopeRequest(CounterScope.TASK, 0, 0);

        public ScopeRequest {
            Objects.requireNonNull(asked);
        }
    }

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
                Fields answer = Helper.ask(List.of(helper.toString(), "--scopes"));
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
}
