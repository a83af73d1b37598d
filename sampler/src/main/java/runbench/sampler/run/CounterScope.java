package runbench.sampler.run;

import java.util.Locale;
import runbench.base.error.RunbenchException;

/** The scope on which a program's counters are opened. */
public enum CounterScope {
    /** Each task, inherited by its children. Counts are per task; each fork has an overhead. */
    TASK,
    /** Each CPU, while it runs tasks of a control group created for the run. Forks have no overhead. */
    CGROUP,
    /** {@link #CGROUP} if the previous run forked so often that {@link #TASK} is too expensive, and if it is permitted. */
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
}
