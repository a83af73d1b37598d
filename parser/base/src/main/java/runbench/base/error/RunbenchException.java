package runbench.base.error;

import java.util.Objects;
import java.util.Optional;

/**
 * A failure with a message for users: the failed action, its object, the cause, and the next command to type. The
 * command line prints exactly this text, without a stack trace, and exits with {@link #exitCode()}.
 */
public final class RunbenchException extends RuntimeException {
    private final ExitCode exitCode;
    private final String remedy;

    private RunbenchException(ExitCode exitCode, String message, String remedy, Throwable cause) {
        super(Objects.requireNonNull(message), cause);
        this.exitCode = Objects.requireNonNull(exitCode);
        this.remedy = remedy;
    }

    /**
     * Returns a failure caused by bad input or usage (exit code 2).
     *
     * @param message the failed action, its object (file, offset, event, option), and the cause
     */
    public static RunbenchException badInput(String message) {
        return new RunbenchException(ExitCode.BAD_INPUT, message, null, null);
    }

    /**
     * Returns a failure caused by a missing property of the machine (exit code 3).
     *
     * @param message as in {@link #badInput}
     */
    public static RunbenchException machine(String message) {
        return new RunbenchException(ExitCode.MACHINE, message, null, null);
    }

    /**
     * Returns a failure with any other exit code.
     *
     * @param message as in {@link #badInput}
     */
    public static RunbenchException of(ExitCode exitCode, String message) {
        return new RunbenchException(exitCode, message, null, null);
    }

    /** Returns the same failure with the next command or action for the user. */
    public RunbenchException remedy(String nextStep) {
        return copy(nextStep, getCause());
    }

    /** Returns the same failure with its cause, kept for {@code --verbose}. */
    public RunbenchException causedBy(Throwable cause) {
        return copy(remedy, cause);
    }

    private RunbenchException copy(String nextStep, Throwable cause) {
        RunbenchException e = new RunbenchException(exitCode, getMessage(), nextStep, cause);
        e.setStackTrace(getStackTrace());
        return e;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }
}
