package runbench.sync.estimate;

import java.util.Arrays;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.DelayEnvelope.BurstEnvelope;
import runbench.sync.estimate.Estimator.ClockLine;
import runbench.sync.estimate.Hull.Residuals;

/** Published methods for comparison with the default. */
final class ReferenceMethods {
    private ReferenceMethods() {
    }

    /** A Theil-Sen line through the quickest exchange of each burst. */
    public static final class TheilSenMinimum implements Estimator {
        @Override
        public String name() {
            return "theil-sen";
        }

        @Override
        public String source() {
            return "Sen: Estimates of the regression coefficient based on Kendall's tau, JASA 63 (1968), on Cristian's"
                    + " minimum of each burst";
        }

        @Override
        public ClockLine fit(Probes p) {
            return throughQuickest(p);
        }

        static ClockLine throughQuickest(Probes p) {
            int[] row = p.quickestOfEachBurst();
            double[] x = new double[row.length];
            double[] y = new double[row.length];
            for (int k = 0; k < row.length; k++) {
                x[k] = p.middle(row[k]);
                y[k] = p.lead(row[k]);
            }
            return Fits.theilSen(x, y);
        }
    }

    /**
     * The mean over exchanges whose round trip is between the minimum and the most frequent one. Half of the round trip
     * is the delay. The rate follows from two distant instants (first and last burst), as in formula (1).
     */
    public static final class ModeFilter implements Estimator {
        private static final int BINS_TO_MEDIAN = 16;

        @Override
        public String name() {
            return "mode";
        }

        @Override
        public String source() {
            return "Tinetti, Romero, De Giusti: Synchronization of clocks for instrumentation in clusters,"
                    + " sections 2.2 and 2.3 (mode of the round trip, formulas 1-4); of the paper on many cores, "
                    + "section 3";
        }

        @Override
        public ClockLine fit(Probes p) {
            double limit = modeLimit(p);
            int first = -1;
            int last = -1;
            double[] x = new double[p.bursts()];
            double[] y = new double[p.bursts()];
            int[] n = new int[p.bursts()];
            for (int k = 0; k < p.bursts(); k++) {
                for (int i = p.burstStart[k]; i < p.burstStart[k + 1]; i++) {
                    if (p.roundTrip(i) <= limit) {
                        x[k] += p.middle(i);
                        y[k] += p.lead(i);
                        n[k]++;
                    }
                }
                if (n[k] > 0) {
                    x[k] /= n[k];
                    y[k] /= n[k];
                    first = first < 0 ? k : first;
                    last = k;
                }
            }
            double slope = ClockLine.through(x[first], y[first], x[last], y[last]).slope();
            double offset = 0;
            int bursts = 0;
            for (int k = first; k <= last; k++) {
                if (n[k] > 0) {
                    offset += y[k] - slope * x[k];
                    bursts++;
                }
            }
            return new ClockLine(offset / bursts, slope);
        }

        /**
         * Returns the upper edge of the fullest bin, ns. The bin width is a sixteenth of the distance from minimum to
         * median, at least 10 ns.
         */
        private static double modeLimit(Probes p) {
            double[] trips = new double[p.size()];
            for (int i = 0; i < trips.length; i++) {
                trips[i] = p.roundTrip(i);
            }
            double least = p.roundTripMin();
            double width = Math.max(10, (Statistics.median(trips) - least) / BINS_TO_MEDIAN);
            int[] bins = new int[4 * BINS_TO_MEDIAN];
            int fullest = 0;
            for (double trip : trips) {
                double bin = (trip - least) / width;
                if (bin < bins.length) {
                    bins[(int) bin]++;
                    fullest = bins[(int) bin] > bins[fullest] ? (int) bin : fullest;
                }
            }
            return least + (fullest + 1) * width;
        }
    }

    /**
     * The line through two one-way readings, at the beginning and at the end, corrected by a fixed delay. The delay is
     * the mean of half round trips within 1 us of one another. The readings go from node to reference: the reference
     * compares a node's time on arrival (section 5.2, {@code Ca(t0) = Ca(t0 + d) - d}).
     */
    public static final class PingPongDelay implements Estimator {
        private static final double AGREEMENT_NANOS = 1000;

        @Override
        public String name() {
            return "clop";
        }

        @Override
        public String source() {
            return "Kobayashi, Ohkama, Fujiwara: Design of real-time logging system for PC cluster \"Clop\","
                    + " sections 5.1-5.3";
        }

        @Override
        public ClockLine fit(Probes p) {
            double delay = delay(p);
            int first = p.burstStart[0];
            int last = p.burstStart[p.bursts() - 1];
            return ClockLine.through(p.received[first], p.backward[first] + delay, p.received[last],
                    p.backward[last] + delay);
        }

        /** Returns the mean of the half round trips within half a microsecond of their median, ns. */
        private static double delay(Probes p) {
            double[] half = new double[p.size()];
            for (int i = 0; i < half.length; i++) {
                half[i] = p.roundTrip(i) / 2;
            }
            double median = Statistics.median(half);
            return Arrays.stream(half)
                    .filter(d -> Math.abs(d - median) <= AGREEMENT_NANOS / 2)
                    .average()
                    .orElse(median);
        }
    }

    /**
     * The line through the mid points of two exchanges: the quickest of the first half and the quickest of the second
     * half.
     */
    public static final class MinimumRoundTrip implements Estimator {
        @Override
        public String name() {
            return "min-rtt";
        }

        @Override
        public String source() {
            return "Cristian: Probabilistic clock synchronization, Distributed Computing 3 (1989), section 3";
        }

        @Override
        public ClockLine fit(Probes p) {
            int cut = p.burstStart[(p.bursts() + 1) / 2];
            int a = p.quickest(0, cut);
            int b = cut < p.size() ? p.quickest(cut, p.size()) : a;
            return ClockLine.through(p.middle(a), p.lead(a), p.middle(b), p.lead(b));
        }
    }

    /**
     * The NTP clock filter. A burst is a poll (RFC 5905, section 13, burst mode). Its last eight exchanges fill the
     * clock filter's register. The exchange with the least delay counts (appendix A.5.2), unless it is a popcorn spike.
     * Successive polls steer a frequency by the frequency-locked loop (section 11.3). <p>Simplifications: one
     * association, so no selection among servers; no dispersions, which grow by 15 ppm and are negligible within
     * seconds; no phase-locked loop, which needs hours.
     */
    public static final class NtpClockFilter implements Estimator {
        private static final int STAGES = 8;
        /** RFC 5905, A.1.1: parameter averaging constant (AVG) and spike gate (SGATE). */
        private static final double AVERAGING = 4;
        private static final double SPIKE_GATE = 3;

        @Override
        public String name() {
            return "ntp";
        }

        @Override
        public String source() {
            return "Mills, Martin, Burbank, Kasch: Network Time Protocol Version 4, RFC 5905 (2010),"
                    + " sections 10 and A.5.2 (clock filter), 11.3 (FLL)";
        }

        @Override
        public ClockLine fit(Probes p) {
            double slope = 0;
            double x = Double.NaN;
            double y = Double.NaN;
            int updates = 0;
            for (int k = 0; k < p.bursts(); k++) {
                int to = p.burstStart[k + 1];
                int from = Math.max(p.burstStart[k], to - STAGES);
                int best = p.quickest(from, to);
                double error = p.lead(best) - (y + slope * (p.middle(best) - x));
                if (updates > 1 && Math.abs(error) > SPIKE_GATE * jitter(p, from, to, best)) {
                    // The spike gate suppresses one sample and lets the next one through.
                    updates = 1;
                    continue;
                }
                if (updates > 0) {
                    double seen = error / (p.middle(best) - x);
                    slope += slope == 0 ? seen : seen / AVERAGING;
                }
                x = p.middle(best);
                y = p.lead(best);
                updates++;
            }
            return ClockLine.through(x, y, slope);
        }

        /** Returns the root mean square difference of a register's offsets from the best one, ns; at least 1 ns. */
        private static double jitter(Probes p, int from, int to, int best) {
            double squares = 0;
            for (int i = from; i < to; i++) {
                squares += Math.pow(p.lead(i) - p.lead(best), 2);
            }
            return Math.max(1, Math.sqrt(squares / Math.max(1, to - from - 1)));
        }
    }

    /** Least squares through one fit point per burst, here the middle of the burst's envelope. */
    public static final class JonesKoenig implements Estimator {
        @Override
        public String name() {
            return "jones-koenig";
        }

        @Override
        public String source() {
            return "Jones, Koenig: Clock synchronization in high-end computing environments: a strategy for minimizing"
                    + " clock variance at runtime, Concurrency and Computation 25 (2013), section 3";
        }

        @Override
        public ClockLine fit(Probes p) {
            ClockLine line = TheilSenMinimum.throughQuickest(p);
            BurstEnvelope e = BurstEnvelope.ofLine(line, p);
            return line.plus(Fits.leastSquares(e.x(), e.mid()));
        }
    }

    /**
     * One hop of HCA3: the SKaMPI offset (middle of the tightest bounds) of each burst, least squares for the rate, and
     * an intercept recomputed from the last burst.
     */
    public static final class Hca3 implements Estimator {
        @Override
        public String name() {
            return "hca3";
        }

        @Override
        public String source() {
            return "Hunold, Carpen-Amarie: Hierarchical clock synchronization in MPI, CLUSTER 2018, section III"
                    + " (SKaMPI-Offset, LEARN_CLOCK_MODEL, intercept recomputed)";
        }

        @Override
        public ClockLine fit(Probes p) {
            BurstEnvelope e = BurstEnvelope.ofLine(ClockLine.ZERO, p);
            double slope = Fits.leastSquares(e.x(), e.mid()).slope();
            int last = e.x().length - 1;
            return ClockLine.through(e.x()[last], e.mid()[last], slope);
        }
    }

    /**
     * The mean of two lines: the nearest line below all forward differences, and the nearest line above all backward
     * differences. Each line is the optimum of a linear programme. The optimum is the convex hull's edge over the mean
     * moment of the points, because the sum of distances is n times the distance there.
     */
    public static final class ConvexHull implements Estimator {
        @Override
        public String name() {
            return "hull";
        }

        @Override
        public String source() {
            return "Moon, Skelly, Towsley: Estimation and removal of clock skew from network delay measurements, "
                    + "INFOCOM"
                    + " 1999, section 3; Zhang, Liu, Xia: Clock synchronization algorithms for network measurements,"
                    + " INFOCOM 2002, section III";
        }

        @Override
        public ClockLine fit(Probes p) {
            ClockLine rough = TheilSenMinimum.throughQuickest(p);
            Residuals residuals = Residuals.ofLine(rough, p);
            ClockLine below = residuals.above().edgeOver(residuals.meanUp());
            ClockLine above = residuals.below().edgeOver(residuals.meanDown());
            return rough
                    .plus(new ClockLine((below.offset() + above.offset()) / 2, (below.slope() + above.slope()) / 2));
        }
    }
}
