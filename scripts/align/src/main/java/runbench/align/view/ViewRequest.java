package runbench.align.view;

import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * The requested part of a run.
 *
 * @param fromS start of the window, s since the start of the run; null: start of the run
 * @param toS end of the window, s; null: end of the run
 * @param buckets maximum number of buckets of the window, each a multiple of the sampling period
 * @param events events and metrics; empty: all
 * @param messages maximum number of messages to draw; 0: none
 * @param predicted prediction to compare with the phases; null: none
 */
public record ViewRequest(Double fromS, Double toS, int buckets, List<String> events, int messages,
        PredictedRun predicted) {
    /** Default number of buckets: about one per pixel. */
    public static final int BUCKETS = 1160;

    public ViewRequest {
        events = List.copyOf(events);
        if (fromS != null && toS != null && !(fromS < toS)) {
            throw RunbenchException.badInput("a window from " + fromS + " s to " + toS + " s is empty")
                    .remedy("give --from before --to");
        }
    }

    public ViewRequest(Double fromS, Double toS, int buckets, List<String> events, int messages) {
        this(fromS, toS, buckets, events, messages, null);
    }

    /**
     * Returns the request with a prediction.
     *
     * @param run the prediction; null: none
     */
    public ViewRequest beside(PredictedRun run) {
        return new ViewRequest(fromS, toS, buckets, events, messages, run);
    }

    /** Returns a request for the whole run. */
    public static ViewRequest whole() {
        return new ViewRequest(null, null, BUCKETS, List.of(), 0);
    }

    /** Returns the request with another number of buckets. */
    public ViewRequest withBuckets(int most) {
        return new ViewRequest(fromS, toS, most, events, messages, predicted);
    }

    /** Returns whether the request covers the whole run and all events. */
    public boolean isWhole() {
        return fromS == null && toS == null && events.isEmpty();
    }

    boolean wants(String name) {
        return events.isEmpty() || events.stream().anyMatch(name::equalsIgnoreCase);
    }
}
