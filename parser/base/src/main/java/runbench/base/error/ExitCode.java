package runbench.base.error;

/** The exit codes of Runbench, for scripts. */
public enum ExitCode {
    /** The requested work is complete. */
    OK(0),
    /**
     * The benchmark, or the verification of its output, failed, or a comparison lacks a required verdict. All
     * measurements up to that point are kept.
     */
    BENCHMARK_FAILED(1),
    /** Wrong usage or bad input: an unknown name, a damaged file. */
    BAD_INPUT(2),
    /** A permission, a counter or a tool is missing on this machine. */
    MACHINE(3),
    /** A comparison found B worse than A by more than its limit; no program failed. */
    WORSE(4),
    /** The program to run exists but cannot be executed. Shells use the same code. */
    NOT_EXECUTABLE(126),
    /** The program to run does not exist. Shells use the same code. */
    NOT_FOUND(127),
    /** The run ended by SIGINT or SIGTERM. All measurements up to that point are kept. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
