package runbench.base.process;

import java.util.Locale;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;

/**
 * Why a helper gives up.
 *
 * @param remedy what to do about it; may be empty
 */
public record HelperError(Kind kind, String message, String remedy) {
    /** Whose failure it is. */
    public enum Kind {
        USAGE(ExitCode.BAD_INPUT), BENCHMARK(ExitCode.BENCHMARK_FAILED), MACHINE(ExitCode.MACHINE),
        IO(ExitCode.MACHINE),
        /** The program to be run is not there. */
        MISSING(ExitCode.NOT_FOUND),
        /** The program to be run cannot be executed. */
        UNEXECUTABLE(ExitCode.NOT_EXECUTABLE);

        private final ExitCode code;

        Kind(ExitCode code) {
            this.code = code;
        }

        /** A kind that is not known is the machine's. */
        private static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return kind;
                }
            }
            return MACHINE;
        }
    }

    /** @param fields of a line that {@linkplain HelperLine#isError is an error} */
    public static HelperError of(Fields fields) {
        return new HelperError(Kind.of(fields.textOr("kind", "")),
                fields.textOr("message", "the helper gave no reason"), fields.textOr("remedy", ""));
    }

    /** To be thrown. */
    public RunbenchException exception() {
        RunbenchException e = RunbenchException.of(kind.code, message);
        return remedy.isEmpty() ? e : e.remedy(remedy);
    }
}
