package runbench.base.process;

import java.util.Locale;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * The reason why a helper stops.
 *
 * @param kind kind of the failure; it selects the exit code
 * @param message the failure, for users
 * @param remedy the action that solves it; may be empty
 */
public record HelperError(Kind kind, String message, String remedy) {
    /** The kinds of failure, each with its exit code. */
    public enum Kind {
        USAGE(ExitCode.BAD_INPUT), BENCHMARK(ExitCode.BENCHMARK_FAILED), MACHINE(ExitCode.MACHINE),
        IO(ExitCode.MACHINE),
        /** The program to run does not exist. */
        MISSING(ExitCode.NOT_FOUND),
        /** The program to run cannot be executed. */
        UNEXECUTABLE(ExitCode.NOT_EXECUTABLE),
        /** The user ended the program before it was measured. */
        INTERRUPTED(ExitCode.INTERRUPTED);

        private final ExitCode code;

        Kind(ExitCode code) {
            this.code = code;
        }

        /** Returns the kind with a name; an unknown name is a failure of the machine. */
        private static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return kind;
                }
            }
            return MACHINE;
        }
    }

    /**
     * Returns the error that a helper's line reports.
     *
     * @param fields members of a line {@linkplain HelperLine#isError that is an error}
     */
    public static HelperError of(Fields fields) {
        return new HelperError(Kind.of(fields.textOr("kind", "")),
                fields.textOr("message", "the helper gave no reason"), fields.textOr("remedy", ""));
    }

    /** Returns an exception with this message, remedy and exit code. The caller throws it. */
    public RunbenchException exception() {
        RunbenchException e = RunbenchException.of(kind.code, message);
        return remedy.isEmpty() ? e : e.remedy(remedy);
    }
}
