package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    private final Tuning tuning;

    /** Creates the estimator with {@link Tuning#DEFAULT}. */
    public Blend() {
        this(Tuning.DEFAULT);
    }

    /** Creates the estimator with other constants, for comparisons. */
    public Blend(Tuning tuning) {
        this.tuning = tuning;
    }

    public record Tuning(double minErrorNanos, double biasQuantile, int minRows, int minAveraged, double minSkewness,
            double skewnessPenalty, double fewRows, double weightExponent, double floorGain) {
        public static final Tuning DEFAULT = new Tuning(1, 0.05, 8, 24, 0.3, 15, 64, 1.5, 3);
    }

    /** A candidate's line, what it counts, and what it may be off by. */
    private record Candidate(ClockLine line, double weight, double leadSquared, double slopeSquared) {
        Candidate penalised(double factor) {
            return new Candidate(line, factor * weight, leadSquared, slopeSquared);
        }
    }

    @Override
    public String name() {
        return "blend";
    }

    @Override
    public String source() {
        return "mean of the envelope, the widest gap and the average, weighted by inverse mean square errors; variances by balanced"
                + " half-samples (McCarthy, Review of the International Statistical Institute 37, 1969), errors with model"
                + " uncertainty (Buckland, Burnham, Augustin, Biometrics 53, 1997)";
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
        Sampled thin = Sampled.of(p, chunks, everyNth(p.size(), 1 + p.size() / MAX_AVERAGED), tuning);
        List<Candidate> candidates = new ArrayList<>(
                List.of(quick.candidate(ENVELOPE, x, 0), quick.candidate(new WidestGap(), x, 0)));
        if (thin.whole().size() >= tuning.minAveraged()) {
            candidates.add(thin.candidate(AVERAGE, x, biasSquared(thin)).penalised(penalty(thin.whole())));
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

    /** The exchanges that candidates look at, whole and in halves. */
    private record Sampled(Probes whole, List<Probes> halves, int pairs, Tuning tuning) {
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

        /** A half-sample variance of so many pairs has as many degrees of freedom (McCarthy, as above). */
        private double student() {
            return Jackknife.student(pairs);
        }

        Candidate candidate(Estimator method, double x, double biasSquared) {
            ClockLine line = method.fit(whole);
            double lead = 0;
            double slope = 0;
            for (Probes half : halves) {
                ClockLine other = method.fit(half);
                lead += Math.pow(other.at(x) - line.at(x), 2) / halves.size();
                slope += Math.pow(other.slope() - line.slope(), 2) / halves.size();
            }
            double gain = method instanceof WidestGap ? tuning.floorGain() : 1;
            // What is common to a whole burst shows only when bursts are left out.
            Jackknife bursts = Jackknife.of(whole, method, x);
            double weight = Math.pow(Math.max(tuning.minErrorNanos(), lead / gain) + biasSquared, -tuning.weightExponent());
            // Whether a floor was found is a guess: only half of its gain is claimed.
            double claimed = (1 + gain) / 2 / (student() * student());
            return new Candidate(line, weight, together(lead / claimed, bursts.lead() * bursts.lead()),
                    together(slope / claimed, bursts.slope() * bursts.slope()));
        }

        /**
         * Halves of bursts and whole bursts left out show the same; parts of bursts and whole bursts show different
         * things.
         */
        private double together(double halves, double bursts) {
            return 2 * pairs > whole.bursts() + 1 ? halves + bursts : Math.max(halves, bursts);
        }
    }

    private static boolean[] everyNth(int rows, int stride) {
        boolean[] mark = new boolean[rows];
        for (int i = 0; i < rows; i += stride) {
            mark[i] = true;
        }
        return mark;
    }

    /** Square of what unlike delays there and back make of an average, as far as it stands out from chance, ns2. */
    private double biasSquared(Sampled sample) {
        ClockLine line = AVERAGE.fit(sample.whole());
        double bias = lopsided(sample.whole(), line);
        double noise = 0;
        for (Probes half : sample.halves()) {
            noise += Math.pow(lopsided(half, line) - bias, 2) / sample.halves().size();
        }
        return Math.max(0, bias * bias - noise);
    }

    /** Half of how much further above its quick messages one way's middle lies than the other's, ns. */
    private double lopsided(Probes p, ClockLine line) {
        double[] there = there(p, line);
        double[] back = back(p, line);
        return (Fits.median(there) - Fits.quantile(there, tuning.biasQuantile()) - Fits.median(back) + Fits.quantile(back, tuning.biasQuantile())) / 2;
    }

    /**
     * Factor of the average's weight, 0..1. An average suits delays about a middle and not delays above a floor. With
     * few exchanges the skewness of the delays shows which they are, and the half-samples do not (Kelley, Fundamentals
     * of Statistics, 1947).
     */
    private double penalty(Probes p) {
        ClockLine line = AVERAGE.fit(p);
        double skew = 0;
        double width = 0;
        for (double[] delays : new double[][]{there(p, line), back(p, line)}) {
            double low = Fits.quantile(delays, DECILE);
            double high = Fits.quantile(delays, 1 - DECILE);
            skew += high + low - 2 * Fits.median(delays);
            width += high - low;
        }
        double beyond = width > 0 ? Math.max(0, skew / width - tuning.minSkewness()) : 0;
        return Math.exp(-tuning.skewnessPenalty() * Math.min(1, tuning.fewRows() / p.size()) * beyond);
    }

    private static double[] there(Probes p, ClockLine line) {
        double[] delays = new double[p.size()];
        Arrays.setAll(delays, i -> p.forward[i] - line.at(p.sent[i]));
        return delays;
    }

    private static double[] back(Probes p, ClockLine line) {
        double[] delays = new double[p.size()];
        Arrays.setAll(delays, i -> line.at(p.received[i]) - p.backward[i]);
        return delays;
    }

    /**
     * Each chunk's quickest exchange and those that some line above or below it touches: those who look for floors look
     * at no others, and are asked many times.
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
        // Where the window begins and ends.
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
}
