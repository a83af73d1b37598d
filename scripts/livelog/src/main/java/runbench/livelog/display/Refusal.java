package runbench.livelog.display;

/** A request that gets nothing but one line of words, which say nothing of the log. */
final class Refusal extends Exception {
    private final int status;

    /** @param status of HTTP */
    Refusal(int status, String words) {
        super(words, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
