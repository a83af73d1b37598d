package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The curve of a rate as samples of one period show it. A longer period hides peaks: the highest mean over a longer
 * time cannot exceed the highest mean over a part of it.
 *
 * @param periodS period, s: a multiple of the recorded period
 * @param peak highest rate of one period; a rest at the end that is shorter than a period is ignored, because a part of
 *     a period shows higher peaks. NaN if no period was measured
 * @param shareAbove share of the measured time in periods whose rate exceeds the limit, 0..1; null without a limit
 * @param envelope the curve, one bucket per period
 */
public record PeriodCurve(@JsonProperty("period_s") double periodS, double peak,
        @JsonProperty("share_above_limit") Double shareAbove, @JsonIgnore Envelope envelope) {
    /** Minimum length of the last period: it ends with the run, which rarely ends with a recorded period. */
    private static final double NEARLY_WHOLE = 0.95;

    /**
     * Returns the curve of an envelope with one bucket per period.
     *
     * @param limit rate in the unit of the envelope; null for none
     */
    public static PeriodCurve of(Envelope envelope, Double limit) {
        double peak = Double.NaN;
        double above = 0;
        double measured = 0;
        for (int i = 0; i < envelope.buckets(); i++) {
            double from = envelope.origin() + i * envelope.bucketWidth();
            double length = Math.min(envelope.bucketWidth(), envelope.end() - from);
            double rate = envelope.mean()[i];
            if (Double.isNaN(rate)) {
                continue;
            }
            measured += length;
            above += limit != null && rate > limit ? length : 0;
            if (length >= NEARLY_WHOLE * envelope.bucketWidth() && !(rate <= peak)) {
                peak = rate;
            }
        }
        Double share = limit == null || measured == 0 ? null : (Double) (above / measured);
        return new PeriodCurve(envelope.bucketWidth(), peak, share, envelope);
    }
}
