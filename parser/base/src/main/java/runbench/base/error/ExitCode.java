package runbench.base.error;

/** The exit codes of Runbench, for scripts. */
public enum ExitCode {
    /** Everything asked for was done. */
    OK(0),
    /** The benchmark, or the verification of its output, failed; what was measured is kept. */
    BENCHMARK_FAILED(1),
    /** Wrong usage or bad input: an unknown name, a damaged file. */
    BAD_INPUT(2),
    /** This machine cannot do it: a permission, a counter or a tool is missing. */
    MACHINE(3),
    /** A comparison found B worse than A by more than its limit; no program failed. */
    WORSE(4),
    /** The program to be run is there but cannot be executed, as a shell reports it. */
    NOT_EXECUTABLE(126),
    /** The program to be run is not there, as a shell reports it. */
    NOT_FOUND(127),
    /** Ended by SIGINT or SIGTERM; what was measured is kept. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
