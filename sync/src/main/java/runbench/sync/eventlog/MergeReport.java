package runbench.sync.eventlog;

/**
 * What came of putting logs into one order.
 *
 * @param events in all
 * @param matched receives whose send is in the logs
 * @param reversedRaw of these, received before they were sent by the stamps as they were recorded
 * @param reversed the same in the reference's time
 * @param beyond of these, what no clock within its guaranteed interval explains
 * @param impossible received before they were sent by one and the same clock, or in a circle: left where they stand
 * @param unmatched receives without a send
 * @param ambiguous ids that were sent more than once: no order follows from them
 * @param shifted events that were moved
 * @param largestShiftNs how far the furthest was
 */
public record MergeReport(long events, long matched, long reversedRaw, long reversed, long beyond, long impossible,
        long unmatched, long ambiguous, long shifted, long largestShiftNs) {}
