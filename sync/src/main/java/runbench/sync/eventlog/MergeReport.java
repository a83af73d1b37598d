package runbench.sync.eventlog;

/**
 * The result of a merge.
 *
 * @param events number of events
 * @param matched number of receives whose send is in the logs
 * @param reversedRaw number of matched receives before their send by the recorded stamps
 * @param reversed number of matched receives before their send in the reference's time
 * @param beyond number of reversed receives that no clock within its guaranteed interval explains
 * @param impossible number of receives before their send by one clock, or in a circle; they are not shifted
 * @param unmatched number of receives without a send
 * @param ambiguous number of ids that were sent more than once; they determine no order
 * @param shifted number of shifted events
 * @param largestShiftNs largest shift, ns
 */
public record MergeReport(long events, long matched, long reversedRaw, long reversed, long beyond, long impossible,
        long unmatched, long ambiguous, long shifted, long largestShiftNs) {}
