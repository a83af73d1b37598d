package runbench.sampler.run;

import java.util.Objects;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;

/**
 * What is observed without starting it.
 *
 * @param to    kind of thing
 * @param which a process or thread id, or a list of CPUs: {@code 0-3,7}, {@code all}
 */
public record Attachment(To to, String which) {
    /** Kinds of things. */
    public enum To {
        /** A process: its threads, the processes that they started, and what all of these start from then on. */
        PROCESS("--pid"),
        /** One thread, and what it starts. */
        THREAD("--tid"),
        /** CPUs, whoever runs on them. */
        CPUS("--cpus");

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
        if (to != To.CPUS && !ID.matcher(which).matches()) {
            throw RunbenchException.badInput("'" + which + "' is not the id of a " + (to == To.PROCESS ? "process" : "thread"))
                    .remedy("look for it with: ps -eLf");
        }
    }

    /** For titles: "process 4711". */
    public String words() {
        return switch (to) {
            case PROCESS -> "process " + which;
            case THREAD -> "thread " + which;
            case CPUS -> which.equals("all") ? "all CPUs" : "CPUs " + which;
        };
    }
}
