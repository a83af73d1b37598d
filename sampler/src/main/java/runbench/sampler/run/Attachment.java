package runbench.sampler.run;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * The running targets that a run observes instead of starting a program.
 *
 * @param kind kind of the targets
 * @param targets a process or thread id; a CPU list ({@code 0-3,7}, {@code all}); or control groups by directory or
 *     name
 */
public record Attachment(To kind, List<String> targets) {
    /** The kind of the observed targets. */
    public enum To {
        /** A process: its threads, their child processes, and all tasks that these start from now on. */
        PROCESS("--pid"),
        /** A thread and the tasks that it starts. */
        THREAD("--tid"),
        /** CPUs, with all tasks on them. */
        CPUS("--cpus"),
        /** Control groups with all tasks in and below them; each group is counted separately. */
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
        Objects.requireNonNull(kind);
        targets = List.copyOf(targets);
        String which = String.join(", ", targets);
        if ((kind == To.PROCESS || kind == To.THREAD) && !ID.matcher(which).matches()) {
            throw RunbenchException
                    .badInput("'" + which + "' is not the id of a " + (kind == To.PROCESS ? "process" : "thread"))
                    .remedy("look for it with: ps -eLf");
        }
    }

    public Attachment(To to, String target) {
        this(to, List.of(target));
    }

    /** Returns true if a command can run while these targets are observed. */
    public boolean allowsCommand() {
        return kind == To.CPUS || kind == To.CGROUPS;
    }

    /**
     * Returns a name for results, such as "process-4711". That of control groups is the last part of the last path, or
     * "root-cgroup".
     */
    public String name() {
        if (kind != To.CGROUPS) {
            return words().replace(' ', '-');
        }
        String path = targets.get(targets.size() - 1).replaceFirst("/+$", "");
        return path.isEmpty() ? "root-cgroup" : path.substring(path.lastIndexOf('/') + 1).replace(' ', '-');
    }

    /** Returns a readable name for titles, such as "process 4711". */
    public String words() {
        String which = String.join(", ", targets);
        return switch (kind) {
            case PROCESS -> "process " + which;
            case THREAD -> "thread " + which;
            case CPUS -> which.equals("all") ? "all CPUs" : "CPUs " + which;
            case CGROUPS -> (targets.size() == 1 ? "control group " : "control groups ") + which;
        };
    }
}
