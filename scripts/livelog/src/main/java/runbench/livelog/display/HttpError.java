package runbench.livelog.display;

/** An error response: a status and one line of text that reveals nothing about the log. */
final class HttpError extends Exception {
    private final int status;

    /** @param status HTTP status, 4xx or 5xx */
    HttpError(int status, String text) {
        super(text, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
