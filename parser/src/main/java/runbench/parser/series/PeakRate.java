package runbench.parser.series;

import runbench.parser.series.Period.PeriodFlag;

/**
 * The highest rate of one event, over all stretches of a run. A stretch is a {@linkplain Period#isWhole() whole} or
 * irregular period, or consecutive fragments of periods that make up one nominal period together. Shorter fragments at
 * the end are added to the last stretch. Every count belongs to a stretch, so no mean can exceed the peak.
 */
public final class PeakRate {
    /** Relative difference between two sums of the same rates. */
    private static final double ROUNDING = 1e-9;

    private double pooledCount;
    private double pooledNanos;
    private int stretches;
    private double lastCount;
    private double lastNanos;
    private double peak = Double.NaN;

    /** Adds a period; a period of another group is ignored. */
    public void add(Period p, int event) {
        add(p, event, 1);
    }

    /**
     * Adds a part of a period.
     *
     * @param share of the period, 0..1; below 0.5 the part is a fragment
     */
    public void add(Period p, int event, double share) {
        if (!p.has(event) || p.is(PeriodFlag.REPEATED) || p.runDeltaNanos() <= 0 && p.count(event) == 0) {
            return;
        }
        double count = share * p.count(event);
        double nanos = share * p.shareMeasured() * p.rateNanos(event);
        boolean irregular = p.is(PeriodFlag.IRREGULAR) && p.runDeltaNanos() >= p.nominalNanos;
        if ((p.isWhole() || irregular) && share >= 0.5) {
            stretch(count, nanos, p.rate(event));
            return;
        }
        pooledCount += count;
        pooledNanos += nanos;
        if (p.nominalNanos > 0 && pooledNanos >= p.nominalNanos * p.usualShare) {
            stretch(pooledCount, pooledNanos, pooledCount / pooledNanos);
            pooledCount = 0;
            pooledNanos = 0;
        }
    }

    private void stretch(double count, double nanos, double rate) {
        stretches++;
        lastCount = count;
        lastNanos = nanos;
        peak = higher(peak, rate);
    }

    private static double higher(double peak, double rate) {
        return rate <= peak ? peak : rate;
    }

    /**
     * Returns the peak per ns (or instruction), in the unit of {@link Period#rate}.
     *
     * @param mean of the whole run, in the same unit; NaN when unknown
     * @return NaN if the run has fewer than two stretches, or if the mean exceeds all stretches; this is possible for
     *     estimates of multiplexed events and for sums over sockets
     */
    public double rate(double mean) {
        if (stretches < 2) {
            return Double.NaN;
        }
        double highest = higher(peak, (lastCount + pooledCount) / (lastNanos + pooledNanos));
        return Double.isNaN(mean) || mean <= highest ? highest : isExceeded(highest, mean) ? Double.NaN : mean;
    }

    /** Returns whether a rate exceeds a peak by more than rounding. */
    public static boolean isExceeded(double peak, double rate) {
        return rate > peak * (1 + ROUNDING);
    }
}
