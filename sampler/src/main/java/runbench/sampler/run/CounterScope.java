package runbench.sampler.run;

import java.util.Locale;
import runbench.base.error.RunbenchException;

/** What the counters of a program that is started are opened on. */
public enum CounterScope {
    /** Each task, inherited by all that it starts: tasks are told apart, and each fork costs. */
    TASK,
    /** Each CPU, while tasks of a control group made for the run are on it: nothing is done at a fork. */
    CGROUP,
    /** {@link #CGROUP} where the run before says that following its tasks would cost too much, and it is permitted. */
    AUTO;

    /** @throws RunbenchException exit code 2 */
    public static CounterScope parse(String text) {
        try {
            return valueOf(text.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput("scope '" + text + "' is not known").remedy("use task, cgroup or auto");
        }
    }

    /** The word for it on a command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
