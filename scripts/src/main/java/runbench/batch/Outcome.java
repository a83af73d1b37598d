package runbench.batch;

/**
 * How one run of a batch ended.
 *
 * @param item   which run
 * @param ok     the benchmark's own exit status and the verification of its output were as expected
 * @param reason why not, in one line; empty when ok
 */
public record Outcome(BatchItem item, boolean ok, String reason) {
    static Outcome ok(BatchItem item) {
        return new Outcome(item, true, "");
    }

    static Outcome error(BatchItem item, String reason) {
        String line = reason.lines().findFirst().orElse("").strip();
        return new Outcome(item, false, line.isEmpty() ? "no reason given" : line);
    }
}
