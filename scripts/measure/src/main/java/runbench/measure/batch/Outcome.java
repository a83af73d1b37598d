package runbench.measure.batch;

/**
 * The outcome of one run of a batch.
 *
 * @param item the run
 * @param ending state when its process had ended
 * @param reason reason why it is not {@link Ending#OK}, one line; empty if it is
 */
public record Outcome(BatchItem item, Ending ending, String reason) {
    /** The possible endings of a run. */
    public enum Ending {
        /** Exit status and output of the benchmark were as expected. */
        OK,
        /** The run failed; only {@code --retry-failed} repeats it. */
        ERROR,
        /** The run was ended from outside: a resumed batch repeats it. */
        INTERRUPTED
    }

    public static Outcome ok(BatchItem item) {
        return new Outcome(item, Ending.OK, "");
    }

    public static Outcome error(BatchItem item, String reason) {
        return because(item, Ending.ERROR, reason);
    }

    static Outcome interrupted(BatchItem item, String reason) {
        return because(item, Ending.INTERRUPTED, reason);
    }

    private static Outcome because(BatchItem item, Ending ending, String reason) {
        String line = reason.lines().findFirst().orElse("").strip();
        return new Outcome(item, ending, line.isEmpty() ? "no reason given" : line);
    }

    public boolean ok() {
        return ending == Ending.OK;
    }

    public boolean isInterrupted() {
        return ending == Ending.INTERRUPTED;
    }
}
