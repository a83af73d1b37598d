package runbench.align.view;

import java.util.List;
import runbench.base.error.RunbenchException;

/**
 * What is wanted of a run.
 *
 * @param fromS where the window begins, s since the start of the run; null: there
 * @param toS where it ends; null: with the run
 * @param buckets at most so many along the window, each of one sampling period or several
 * @param events events and metrics; empty: all
 * @param messages draw so many messages of the window at most; 0: none
 * @param predicted to put beside what phases took; null: nothing
 */
public record ViewRequest(Double fromS, Double toS, int buckets, List<String> events, int messages,
        PredictedRun predicted) {
    /** About one bucket a pixel. */
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

    /** With a prediction beside it. @param run null: none */
    public ViewRequest beside(PredictedRun run) {
        return new ViewRequest(fromS, toS, buckets, events, messages, run);
    }

    /** All of it. */
    public static ViewRequest whole() {
        return new ViewRequest(null, null, BUCKETS, List.of(), 0);
    }

    /** The same in other buckets. */
    public ViewRequest withBuckets(int most) {
        return new ViewRequest(fromS, toS, most, events, messages, predicted);
    }

    /** No part of the run, nor of what was counted, was asked for. */
    public boolean isWhole() {
        return fromS == null && toS == null && events.isEmpty();
    }

    boolean wants(String name) {
        return events.isEmpty() || events.stream().anyMatch(name::equalsIgnoreCase);
    }
}
