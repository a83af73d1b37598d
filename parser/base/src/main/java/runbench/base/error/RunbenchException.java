package runbench.base.error;

import java.util.Objects;
import java.util.Optional;

/**
 * A failure in words that help: what failed and on what, why, and what to type next. The command line prints exactly
 * these words, without a stack trace, and ends with {@link #exitCode()}.
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
     * Bad input or usage (exit code 2).
     *
     * @param message what failed, on what (file, offset, event, option), and why
     */
    public static RunbenchException badInput(String message) {
        return new RunbenchException(ExitCode.BAD_INPUT, message, null, null);
    }

    /** The machine lacks something (exit code 3); {@code message} as in {@link #badInput}. */
    public static RunbenchException machine(String message) {
        return new RunbenchException(ExitCode.MACHINE, message, null, null);
    }

    /** Any other failure; {@code message} as in {@link #badInput}. */
    public static RunbenchException of(ExitCode exitCode, String message) {
        return new RunbenchException(exitCode, message, null, null);
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
