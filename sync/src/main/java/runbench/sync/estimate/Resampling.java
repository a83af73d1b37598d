package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimator.ClockLine;

/** Errors of estimates by resampling their exchanges. */
final class Resampling {
    private Resampling() {
    }

    /**
     * Balanced half-samples of a window (McCarthy, Pseudo-replication: half samples, Review of the International
     * Statistical Institute 37, 1969). The window is cut into chunks of neighbouring exchanges. Each half-sample takes
     * one of every two neighbouring chunks, so every half covers the whole window. An estimate from minimum delays
     * depends on the few quickest exchanges. Leaving out an eighth mostly keeps those; leaving out half does not.
     */
    static final class HalfSamples {
        /** Number of samples: an order of a Hadamard matrix above {@link #MIN_CHUNKS}. */
        private static final int SAMPLES = 16;
        /** Number of chunks that give 6 degrees of freedom; Student's factor is then 1.25. */
        private static final int MIN_CHUNKS = 12;

        private HalfSamples() {
        }

        /**
         * Returns the first row of each chunk, and the number of rows. Chunks are bursts, or parts of bursts if there
         * are few bursts.
         */
        static int[] chunks(Probes p) {
            int parts = (MIN_CHUNKS + p.bursts() - 1) / p.bursts();
            // An even number keeps the two halves of a pair within one burst.
            parts = parts == 1 ? 1 : parts + parts % 2;
            List<Integer> starts = new ArrayList<>();
            for (int k = 0; k < p.bursts(); k++) {
                int from = p.burstStart[k];
                int rows = p.burstStart[k + 1] - from;
                int here = Math.min(parts, rows);
                for (int part = 0; part < here; part++) {
                    starts.add(from + (int) ((long) rows * part / here));
                }
            }
            starts.add(p.size());
            return starts.stream().mapToInt(Integer::intValue).toArray();
        }

        /**
         * Returns the half-samples.
         *
         * @param p all exchanges
         * @param chunks result of {@link #chunks}, in rows of {@code p}
         */
        static List<Probes> of(Probes p, int[] chunks) {
            List<Probes> samples = new ArrayList<>();
            int n = chunks.length - 1;
            for (int sample = 0; sample < SAMPLES; sample++) {
                boolean[] taken = new boolean[p.size()];
                for (int c = 0; c < n; c++) {
                    boolean alone = c % 2 == 0 && c == n - 1;
                    if (alone || c % 2 == turn(sample, c / 2)) {
                        Arrays.fill(taken, chunks[c], chunks[c + 1], true);
                    }
                }
                samples.add(p.rows(taken));
            }
            return samples;
        }

        /**
         * Returns which chunk of a pair a sample takes, by a Hadamard matrix of order {@value #SAMPLES}. Any two pairs
         * take the same choice in half of the samples.
         */
        private static int turn(int sample, int pair) {
            return Integer.bitCount(sample & 1 + pair % (SAMPLES - 1)) & 1;
        }
    }

    /**
     * The standard errors of an estimate by leaving out groups of bursts: Kott, The delete-a-group jackknife, Journal
     * of Official Statistics 17 (2001).
     *
     * @param lead standard error of the lead at the requested moment, ns; NaN if unknown
     * @param slope standard error of the slope, ns per ns; NaN if unknown
     */
    record Jackknife(double lead, double slope) {
        static final int MIN_BURSTS = 3;
        private static final int GROUPS = 8;
        private static final double NORMAL = 1.959964;

        /**
         * Returns the errors of a method; NaN for both with fewer than {@value #MIN_BURSTS} bursts.
         *
         * @param p exchanges without warm-up
         * @param method estimator of the line
         * @param x moment, ns since the origin
         */
        static Jackknife of(Probes p, Estimator method, double x) {
            int groups = Math.min(GROUPS, p.bursts());
            if (groups < MIN_BURSTS) {
                return new Jackknife(Double.NaN, Double.NaN);
            }
            double[] lead = new double[groups];
            double[] slope = new double[groups];
            for (int g = 0; g < groups; g++) {
                int left = g;
                ClockLine line = method.fit(p.bursts(k -> k % groups != left));
                lead[g] = line.at(x);
                slope[g] = line.slope();
            }
            double few = student(groups - 1);
            return new Jackknife(few * Statistics.jackknifeError(lead), few * Statistics.jackknifeError(slope));
        }

        /**
         * Returns the factor that widens a standard error so that twice the error covers 95 %: Student's quantile over
         * the normal one.
         *
         * @param degrees degrees of freedom of the standard error, at least 1
         */
        static double student(int degrees) {
            return Statistics.studentFactor(0.95, degrees) / NORMAL;
        }
    }
}
