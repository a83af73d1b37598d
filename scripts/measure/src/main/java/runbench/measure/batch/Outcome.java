package runbench.measure.batch;

/**
 * How one run of a batch ended.
 *
 * @param item which run
 * @param ending the state of the run when its process had ended
 * @param reason why it is not {@link Ending#OK}, in one line; empty when it is
 */
public record Outcome(BatchItem item, Ending ending, String reason) {
    /** The three ends of a run. */
    public enum Ending {
        /** The benchmark's own exit status and the verification of its output were as expected. */
        OK,
        /** The run failed; only {@code --retry-failed} runs it again. */
        ERROR,
        /** Somebody ended the run: nothing is known about the benchmark, and a resumed batch runs it again. */
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
