package runbench.base.error;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A failure in words that help: what failed and on what, why, and what to type next. The command line prints
 * exactly these words, without a stack trace, and ends with {@link #exitCode()}.
 */
public final class RunbenchException extends RuntimeException {
    private final ExitCode exitCode;
    private final String remedy;
    /** As a shell states it; 0 where no program failed. */
    private final int programStatus;

    private RunbenchException(ExitCode exitCode, int programStatus, String message, String remedy, Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.exitCode = Objects.requireNonNull(exitCode);
        this.remedy = remedy;
        this.programStatus = programStatus;
    }

    /**
     * Bad input or usage (exit code 2).
     *
     * @param message what failed, on what (file, offset, event, option), and why
     */
    public static RunbenchException badInput(String message) {
        return of(ExitCode.BAD_INPUT, message);
    }

    /** The machine lacks something (exit code 3); {@code message} as in {@link #badInput}. */
    public static RunbenchException machine(String message) {
        return of(ExitCode.MACHINE, message);
    }

    /** Any other failure; {@code message} as in {@link #badInput}. */
    public static RunbenchException of(ExitCode exitCode, String message) {
        return new RunbenchException(exitCode, 0, message, null, null);
    }

    /**
     * The measured program failed or cannot be started (exit code 1 of a benchmark).
     *
     * @param status its exit status, 128 + the number of the signal that ended it, 126 if it cannot be executed, 127 if it
     *               does not exist
     * @param message as in {@link #badInput}
     */
    public static RunbenchException ofProgram(int status, String message) {
        return new RunbenchException(ExitCode.BENCHMARK_FAILED, status, message, null, null);
    }

    /** The same failure with the next thing to type or do. */
    public RunbenchException remedy(String nextStep) {
        return copy(nextStep, getCause());
    }

    /** The same failure with what caused it, kept for {@code --verbose}. */
    public RunbenchException causedBy(Throwable cause) {
        return copy(remedy, cause);
    }

    private RunbenchException copy(String nextStep, Throwable cause) {
        RunbenchException e = new RunbenchException(exitCode, programStatus, getMessage(), nextStep, cause);
        e.setStackTrace(getStackTrace());
        return e;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /** The status of the measured program, as a shell states it; empty where no program failed. */
    public OptionalInt programStatus() {
        return programStatus == 0 ? OptionalInt.empty() : OptionalInt.of(programStatus);
    }

    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
