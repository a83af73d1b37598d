package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.Estimator.Fit;
import runbench.sync.estimate.Hull.Residuals;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;
import runbench.sync.estimate.Resampling.HalfSamples;
import runbench.sync.estimate.Resampling.Jackknife;

/**
 * The mean of {@link DelayEnvelope}, {@link WidestGap} and {@link Average}, weighted by their mean square errors. The
 * errors come from the exchanges themselves.
 *
 * <p>The envelope averages over bursts. It is best where every burst meets the minimum delay. The widest gap rests on
 * the few quickest messages of the window. It is best under queues, symmetric or not. The average is best where delays
 * scatter about a middle and never reach a minimum. Its weight falls with the difference between the two directions.
 */
public final class Blend implements Estimator {
    private static final Estimator ENVELOPE = new DelayEnvelope();
    private static final Estimator AVERAGE = new Average();
    /** Quantile that Kelley's measure of skewness uses: the first decile. */
    private static final double DECILE = 0.1;
    /**
     * Largest number of exchanges in an average: a limit on computing time. The standard error of 20,000 exchanges is
     * below 1 % of their standard deviation.
     */
    private static final int MAX_AVERAGED = 20_000;
    /** Smallest number of bursts that give a rate: a rate needs two moments. */
    private static final int MIN_BURSTS = 2;

    /** Smallest mean square error of a candidate, ns2: the resolution of stamps in whole ns. */
    private static final double MIN_SQUARE_ERROR = Estimation.ROUNDED_STAMPS_NANOS * Estimation.ROUNDED_STAMPS_NANOS;

    private final Tuning tuning;

    /** Creates the estimator with {@link Tuning#DEFAULT}. */
    public Blend() {
        this(Tuning.DEFAULT);
    }

    /**
     * Creates the estimator with other constants, for comparisons.
     *
     * @param tuning constants of the weights
     */
    public Blend(Tuning tuning) {
        this.tuning = tuning;
    }

    /**
     * The constants of the weights. {@code BlendTuningTest} simulates 32 conditions with each constant halved and
     * doubled: the geometric mean of the errors changes by at most 10 %.
     *
     * @param biasQuantile quantile from which to the median the delays of both directions are compared, 0..0.5; set by
     *     simulation. The minimum itself is one message and thus noisier
     * @param minRows smallest number of exchanges that are halved. Halves of 8 have 4 rows: a line has 2 degrees of
     *     freedom, and 2 remain for its error
     * @param minAveraged smallest number of exchanges of an average; set by simulation. With fewer, unlike delays look
     *     alike by chance
     * @param minSkewness Kelley's skewness from which delays have a minimum rather than a middle; set by simulation,
     *     between 0 for normal delays and (ln 10 + ln (10/9) - 2 ln 2) / ln 9 = 0.46 for exponential ones
     * @param skewnessPenalty decrease of the logarithm of the average's weight per unit of skewness, times the number
     *     of exchanges; set by simulation. With many exchanges, the half-samples show the error by themselves
     * @param weightExponent exponent of the inverse mean square error; set by simulation. Inverse variances (1) are
     *     optimal for independent errors; the candidates' errors are correlated, so the better one gets more weight
     * @param floorGain factor by which half-samples overstate the mean square error of a line from minimum delays.
     *     Derivation for n exponential delays of mean s per direction, m = s / n: half of the difference of the minima
     *     has the variance m^2 / 2. Each direction's minimum in a half is greater by d, a sum of K spacings of mean m,
     *     where K is geometric with P(0) = 1/2, so E d = m and E d^2 = 4 m^2. Half of the difference of two such d has
     *     the mean square (2 * 4 m^2 - 2 m^2) / 4 = 3 m^2 / 2, which is 3 times m^2 / 2
     */
    public record Tuning(double biasQuantile, int minRows, int minAveraged, double minSkewness, double skewnessPenalty,
            double weightExponent, double floorGain) {
        /** Default constants. */
        public static final Tuning DEFAULT = new Tuning(0.05, 8, 24, 0.3, 960, 1.5, 3);
    }

    /**
     * A candidate's line with its weight and errors.
     *
     * @param line the line
     * @param weight weight in the mean, positive
     * @param leadSquared mean square error of the lead, ns2
     * @param slopeSquared mean square error of the slope, (ns per ns)2
     */
    private record Candidate(ClockLine line, double weight, double leadSquared, double slopeSquared) {
        Candidate weighted(double factor) {
            return new Candidate(line, factor * weight, leadSquared, slopeSquared);
        }
    }

    @Override
    public String name() {
        return "blend";
    }

    @Override
    public String source() {
        return "mean of the envelope, the widest gap and the average, weighted by inverse mean square errors; "
                + "variances by balanced"
                + " half-samples (McCarthy, Review of the International Statistical Institute 37, 1969), errors with "
                + "model uncertainty (Buckland, Burnham, Augustin, Biometrics 53, 1997)";
    }

    @Override
    public ClockLine fit(Probes p) {
        return fitWithErrors(p, p.received[p.size() - 1]).line();
    }

    @Override
    public Fit fitWithErrors(Probes p, double x) {
        if (p.bursts() < MIN_BURSTS || p.size() < tuning.minRows()) {
            return new Fit(ENVELOPE.fit(p), Double.NaN, Double.NaN);
        }
        int[] chunks = HalfSamples.chunks(p);
        Sampled quick = Sampled.of(p, chunks, extremes(p, chunks), tuning);
        Sampled thinned = Sampled.of(p, chunks, everyNth(p.size(), 1 + p.size() / MAX_AVERAGED), tuning);
        List<Candidate> candidates = new ArrayList<>(
                List.of(quick.candidate(ENVELOPE, x, 0), quick.candidate(new WidestGap(), x, 0)));
        if (thinned.probes().size() >= tuning.minAveraged()) {
            candidates.add(
                    thinned.candidate(AVERAGE, x, biasSquared(thinned)).weighted(skewnessFactor(thinned.probes())));
        }
        return mean(candidates, x);
    }

    private static Fit mean(List<Candidate> candidates, double x) {
        double total = 0;
        double lead = 0;
        double slope = 0;
        for (Candidate c : candidates) {
            total += c.weight();
            lead += c.weight() * c.line().at(x);
            slope += c.weight() * c.line().slope();
        }
        lead /= total;
        slope /= total;
        double leadError = 0;
        double slopeError = 0;
        for (Candidate c : candidates) {
            leadError += c.weight() / total * Math.sqrt(c.leadSquared() + Math.pow(c.line().at(x) - lead, 2));
            slopeError += c.weight() / total * Math.sqrt(c.slopeSquared() + Math.pow(c.line().slope() - slope, 2));
        }
        return new Fit(ClockLine.through(x, lead, slope), leadError, slopeError);
    }

    /**
     * The exchanges that a candidate uses, whole and in halves.
     *
     * @param probes all exchanges of the candidate
     * @param halves balanced half-samples
     * @param pairs number of pairs of chunks
     * @param tuning constants of the weights
     */
    private record Sampled(Probes probes, List<Probes> halves, int pairs, Tuning tuning) {
        static Sampled of(Probes all, int[] chunks, boolean[] mark, Tuning tuning) {
            int[] fewer = new int[chunks.length];
            int n = 0;
            for (int i = 0, c = 0; i < mark.length; i++) {
                if (i == chunks[c]) {
                    fewer[c++] = n;
                }
                n += mark[i] ? 1 : 0;
            }
            fewer[chunks.length - 1] = n;
            Probes p = all.rows(mark);
            return new Sampled(p, HalfSamples.of(p, fewer), Math.max(1, (chunks.length - 1) / 2), tuning);
        }

        /** Returns the widening of an error whose variance has one degree of freedom per pair (McCarthy, as above). */
        private double student() {
            return Jackknife.student(pairs);
        }

        Candidate candidate(Estimator method, double x, double biasSquared) {
            ClockLine line = method.fit(probes);
            double lead = 0;
            double slope = 0;
            for (Probes half : halves) {
                ClockLine other = method.fit(half);
                lead += Math.pow(other.at(x) - line.at(x), 2) / halves.size();
                slope += Math.pow(other.slope() - line.slope(), 2) / halves.size();
            }
            double gain = method instanceof WidestGap ? tuning.floorGain() : 1;
            // Errors common to a whole burst show only if bursts are left out.
            Jackknife bursts = Jackknife.of(probes, method, x);
            double weight = Math.pow(Math.max(MIN_SQUARE_ERROR, lead / gain) + biasSquared, -tuning.weightExponent());
            // Real delays are not exactly exponential, so the claimed error takes half of the gain only.
            double claimed = (1 + gain) / 2 / (student() * student());
            return new Candidate(line, weight, combinedError(lead / claimed, bursts.lead() * bursts.lead()),
                    combinedError(slope / claimed, bursts.slope() * bursts.slope()));
        }

        /**
         * Returns the sum of both errors if the halves divide bursts, because the errors are then different; else the
         * greater one.
         */
        private double combinedError(double halves, double bursts) {
            return 2 * pairs > probes.bursts() + 1 ? halves + bursts : Math.max(halves, bursts);
        }
    }

    private static boolean[] everyNth(int rows, int stride) {
        boolean[] mark = new boolean[rows];
        for (int i = 0; i < rows; i += stride) {
            mark[i] = true;
        }
        return mark;
    }

    /** Returns the square of the average's bias by unlike delays beyond its noise, ns2. */
    private double biasSquared(Sampled sample) {
        ClockLine line = AVERAGE.fit(sample.probes());
        double bias = directionBias(sample.probes(), line);
        double noise = 0;
        for (Probes half : sample.halves()) {
            noise += Math.pow(directionBias(half, line) - bias, 2) / sample.halves().size();
        }
        return Math.max(0, bias * bias - noise);
    }

    /** Returns half of the difference between the directions' delays from quantile to median, ns. */
    private double directionBias(Probes p, ClockLine line) {
        double[] forward = forwardDelays(p, line);
        double[] backward = backwardDelays(p, line);
        return (Statistics.median(forward) - Quantile.LINEAR.of(forward, tuning.biasQuantile())
                - Statistics.median(backward) + Quantile.LINEAR.of(backward, tuning.biasQuantile())) / 2;
    }

    /**
     * Returns the factor of the average's weight, 0..1. An average suits delays about a middle and not delays above a
     * minimum. With few exchanges, the skewness distinguishes them and the half-samples do not (Kelley, Fundamentals of
     * Statistics, 1947).
     */
    private double skewnessFactor(Probes p) {
        ClockLine line = AVERAGE.fit(p);
        double skew = 0;
        double width = 0;
        for (double[] delays : new double[][]{forwardDelays(p, line), backwardDelays(p, line)}) {
            double low = Quantile.LINEAR.of(delays, DECILE);
            double high = Quantile.LINEAR.of(delays, 1 - DECILE);
            skew += high + low - 2 * Statistics.median(delays);
            width += high - low;
        }
        double excess = width > 0 ? Math.max(0, skew / width - tuning.minSkewness()) : 0;
        return Math.exp(-tuning.skewnessPenalty() / p.size() * excess);
    }

    private static double[] forwardDelays(Probes p, ClockLine line) {
        double[] delays = new double[p.size()];
        Arrays.setAll(delays, i -> p.forward[i] - line.at(p.sent[i]));
        return delays;
    }

    private static double[] backwardDelays(Probes p, ClockLine line) {
        double[] delays = new double[p.size()];
        Arrays.setAll(delays, i -> line.at(p.received[i]) - p.backward[i]);
        return delays;
    }

    /**
     * Marks each chunk's quickest exchange and the vertices of its hulls. Estimators of minimum delays use no other
     * exchanges, so the many fits of half-samples become fast.
     */
    private static boolean[] extremes(Probes p, int[] chunks) {
        boolean[] mark = new boolean[p.size()];
        for (int k = 0; k + 1 < chunks.length; k++) {
            int from = chunks[k];
            int to = chunks[k + 1];
            mark[p.quickest(from, to)] = true;
            if (ordered(p.sent, from, to) && ordered(p.received, from, to)) {
                Hull.markTouched(p.sent, p.forward, from, to, 1, mark);
                Hull.markTouched(p.received, p.backward, from, to, -1, mark);
            } else {
                Arrays.fill(mark, from, to, true);
            }
        }
        // The first and last rows keep the extent of the window.
        mark[0] = true;
        mark[p.size() - 1] = true;
        return mark;
    }

    private static boolean ordered(double[] x, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (x[i] < x[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The line with the widest empty strip about it: equally far below every forward and above every backward
     * difference. It is the maximum-likelihood line for exponentially distributed delays of equal mean and equal
     * minimum. It is also the hard-margin limit of the support vector machine with a vertical margin.
     */
    static final class WidestGap implements Estimator {
        @Override
        public String name() {
            return "widest-gap";
        }

        @Override
        public String source() {
            return "Jeske: On maximum-likelihood estimation of clock offset, IEEE Trans. Communications 53 (2005),"
                    + " extended to a rate; linear programme after Zhang, Liu, Xia, INFOCOM 2002";
        }

        @Override
        public ClockLine fit(Probes p) {
            ClockLine rough = TheilSenMinimum.throughQuickest(p);
            Residuals residuals = Residuals.ofLine(rough, p);
            Hull above = residuals.above();
            Hull below = residuals.below();
            double centre = residuals.centre();
            double slope = widest(above, below, centre);
            double offset = (above.leastAt(centre, slope) + below.greatestAt(centre, slope)) / 2;
            return rough.plus(ClockLine.through(centre, offset, slope));
        }

        /**
         * Returns the slope with the widest gap. The gap is concave in the slope and bends only at slopes of hull
         * edges, so the best of those is the optimum.
         */
        private static double widest(Hull above, Hull below, double centre) {
            double best = 0;
            double gap = above.leastAt(centre, 0) - below.greatestAt(centre, 0);
            for (Hull hull : new Hull[]{above, below}) {
                for (int i = 0; i + 1 < hull.size(); i++) {
                    double slope = hull.slope(i);
                    double here = above.leastAt(centre, slope) - below.greatestAt(centre, slope);
                    if (here > gap) {
                        gap = here;
                        best = slope;
                    }
                }
            }
            return best;
        }
    }
}
