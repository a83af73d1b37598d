package runbench.sampler.run;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * What is observed without starting it.
 *
 * @param to kind of thing
 * @param targets a process or thread id; a list of CPUs: {@code 0-3,7}, {@code all}; control groups by directory or
 *     name
 */
public record Attachment(To to, List<String> targets) {
    /** Kinds of things. */
    public enum To {
        /** A process: its threads, the processes that they started, and what all of these start from then on. */
        PROCESS("--pid"),
        /** One thread, and what it starts. */
        THREAD("--tid"),
        /** CPUs, whoever runs on them. */
        CPUS("--cpus"),
        /** Control groups: the tasks in them and below them, each group counted for itself. */
        CGROUPS("--cgroup");

        private final String option;

        To(String option) {
            this.option = option;
        }

        String option() {
            return option;
        }
    }

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,9}");

    public Attachment {
        Objects.requireNonNull(to);
        targets = List.copyOf(targets);
        String which = String.join(", ", targets);
        if ((to == To.PROCESS || to == To.THREAD) && !ID.matcher(which).matches()) {
            throw RunbenchException
                    .badInput("'" + which + "' is not the id of a " + (to == To.PROCESS ? "process" : "thread"))
                    .remedy("look for it with: ps -eLf");
        }
    }

    public Attachment(To to, String target) {
        this(to, List.of(target));
    }

    /** Whether a command may run beside it. */
    boolean besideCommand() {
        return to == To.CPUS || to == To.CGROUPS;
    }

    /** For titles: "process 4711". */
    public String words() {
        String which = String.join(", ", targets);
        return switch (to) {
            case PROCESS -> "process " + which;
            case THREAD -> "thread " + which;
            case CPUS -> which.equals("all") ? "all CPUs" : "CPUs " + which;
            case CGROUPS -> (targets.size() == 1 ? "control group " : "control groups ") + which;
        };
    }
}
