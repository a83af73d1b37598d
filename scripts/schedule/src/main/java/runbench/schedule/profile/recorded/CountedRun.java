package runbench.schedule.profile.recorded;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Period;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/** The counts of a run in fine bins, with sums over parts of the run. */
final class CountedRun {
    /** Share of a part's time that an event must have been measured; below it, the part's rate is unknown. */
    private static final double MIN_MEASURED_SHARE = 0.02;

    private final CountBins bins;
    private final int events;
    private final int[] timeOf;
    private final int leading;
    private final double[] totals;

    /**
     * Creates a counted run.
     *
     * @param bins for each event a series of counts, then for each event a series of measured time, then the running
     *     times
     * @param events number of events
     * @param timeOf series of the running time, per event
     * @param leading series of the run's running time
     * @param totals count of each event in the whole run; NaN if not counted
     */
    CountedRun(CountBins bins, int events, int[] timeOf, int leading, double[] totals) {
        this.bins = bins;
        this.events = events;
        this.timeOf = timeOf.clone();
        this.leading = leading;
        this.totals = totals.clone();
    }

    CountBins bins() {
        return bins;
    }

    /**
     * Returns the running time of all threads in a range of bins, in ns (or instructions, if these are the abscissa).
     */
    double runningTime(int from, int to) {
        return bins.sum(leading, from, to);
    }

    /**
     * Returns the counts per part and event. A part in which an event was hardly measured takes the rate of the
     * previous part. The parts are then scaled so that their sum equals the run's count.
     *
     * @param edges edges of the parts in ascending order, one more than there are parts
     */
    double[][] counts(int[] edges) {
        int parts = edges.length - 1;
        double[][] counts = new double[parts][events];
        for (int e = 0; e < events; e++) {
            double[] rate = rates(e, edges);
            double sum = 0;
            for (int p = 0; p < parts; p++) {
                counts[p][e] = rate[p] * time(e, edges[p], edges[p + 1]);
                sum += counts[p][e];
            }
            boolean exact = Math.abs(sum - totals[e]) <= 1e-12 * Math.abs(totals[e]);
            for (int p = 0; p < parts && sum > 0 && !exact; p++) {
                counts[p][e] *= totals[e] / sum;
            }
        }
        return counts;
    }

    private double time(int event, int from, int to) {
        return timeOf[event] < 0 ? 0 : bins.sum(timeOf[event], from, to);
    }

    /** Returns the rate of an event in each part, per ns of running time. */
    private double[] rates(int event, int[] edges) {
        double[] rate = new double[edges.length - 1];
        double known = Double.NaN;
        int unknown = 0;
        for (int p = 0; p < rate.length; p++) {
            double measured = bins.sum(events + event, edges[p], edges[p + 1]);
            boolean isKnown = measured > MIN_MEASURED_SHARE * time(event, edges[p], edges[p + 1]);
            if (isKnown) {
                known = bins.sum(event, edges[p], edges[p + 1]) / measured;
                for (; unknown > 0; unknown--) {
                    rate[p - unknown] = known;
                }
            } else if (Double.isNaN(known)) {
                unknown++;
            }
            rate[p] = known;
        }
        return rate;
    }

    /** Collects the counts of a run in fine bins, along its wall time or, for emulated runs, along its instructions. */
    static final class RecordedCounts implements SeriesCollector<CountedRun> {
        private static final double MIN_BIN_NS = 1e5;

        private final Periods periods;
        private final boolean instructions;
        private final CountBins bins;
        private final int events;
        private final int[] seriesOfGroup = new int[256];
        private final boolean[] ofSockets;

        RecordedCounts(Periods periods) {
            this.periods = periods;
            instructions = periods.recording().metadata().countsInstructions();
            events = periods.events().size();
            int[] groups = IntStream
                    .concat(IntStream.of(periods.leadingGroup()),
                            periods.events().stream().filter(EventInfo::counted).mapToInt(EventInfo::group))
                    .distinct()
                    .toArray();
            Arrays.fill(seriesOfGroup, -1);
            for (int g = 0; g < groups.length; g++) {
                seriesOfGroup[groups[g]] = 2 * events + g;
            }
            ofSockets = periods.groupsOfSockets();
            bins = new CountBins(2 * events + groups.length, Math.max(periods.nominalNanos(), MIN_BIN_NS));
        }

        @Override
        public PeriodVisitor periods() {
            return this::period;
        }

        private void period(Period p) {
            boolean socket = ofSockets[p.group()];
            double end = instructions ? p.runNanos() : p.wallNanos();
            double nanos = socket ? p.wallDeltaNanos() : p.runDeltaNanos();
            double from = end - (instructions ? p.runDeltaNanos()
                    : socket ? p.wallDeltaNanos() : Math.min(p.runDeltaNanos(), p.wallDeltaNanos()));
            bins.add(seriesOfGroup[p.group()], from, end, nanos);
            for (int e = 0; e < events; e++) {
                if (p.has(e)) {
                    bins.add(e, from, end, p.count(e));
                    bins.add(events + e, from, end, socket ? nanos : p.measuredNanos(e));
                }
            }
        }

        @Override
        public CountedRun result(SeriesReport report) {
            int[] groupOf = periods.events().stream().mapToInt(e -> seriesOfGroup[e.group()]).toArray();
            double[] totals = report.estimates().stream().mapToDouble(e -> e.count()).toArray();
            return new CountedRun(bins, events, groupOf, seriesOfGroup[periods.leadingGroup()], totals);
        }
    }

    /**
     * Counts in equal bins along an abscissa of unknown length. When the abscissa exceeds the bins, neighbouring bins
     * are joined. The counts of a period are spread evenly over the bins that it overlaps, so the total is preserved.
     */
    static final class CountBins {
        /** Number of bins: 100 ms bins for one hour; 9 series take 2.4 MB. */
        static final int BIN_COUNT = 1 << 15;

        private final double[][] sums;
        private double width;
        private int used;

        /**
         * Creates empty bins.
         *
         * @param series number of sums per bin
         * @param width initial width of a bin, in the abscissa's unit, above 0
         */
        CountBins(int series, double width) {
            sums = new double[series][BIN_COUNT];
            this.width = width;
        }

        /**
         * Adds an amount.
         *
         * @param series index of the sum
         * @param from start of the period; negative values count as 0
         * @param to end of the period
         * @param amount amount gathered in the period
         */
        void add(int series, double from, double to, double amount) {
            extend(to);
            double begin = Math.max(0, Math.min(from, to));
            int first = bin(begin);
            int last = bin(to);
            if (first == last) {
                sums[series][last] += amount;
                return;
            }
            for (int b = first; b <= last; b++) {
                double share = (Math.min(to, (b + 1) * width) - Math.max(begin, b * width)) / (to - begin);
                sums[series][b] += amount * share;
            }
        }

        private void extend(double to) {
            while (to > BIN_COUNT * width) {
                for (double[] s : sums) {
                    for (int b = 0; b < BIN_COUNT / 2; b++) {
                        s[b] = s[2 * b] + s[2 * b + 1];
                    }
                    Arrays.fill(s, BIN_COUNT / 2, BIN_COUNT, 0);
                }
                width *= 2;
                used = (used + 1) / 2;
            }
            used = Math.max(used, bin(to) + 1);
        }

        /** Returns the bin of a position; a position on an edge belongs to the bin before it. */
        private int bin(double position) {
            return (int) Math.max(0, Math.min(BIN_COUNT - 1, Math.ceil(position / width) - 1));
        }

        int used() {
            return used;
        }

        double width() {
            return width;
        }

        /** Returns the edge nearest to a position. */
        int edge(double position) {
            return (int) Math.max(0, Math.min(used, Math.round(position / width)));
        }

        /**
         * Returns the sum over a range of bins.
         *
         * @param series index of the sum
         * @param from first bin
         * @param to bin after the last one
         */
        double sum(int series, int from, int to) {
            double sum = 0;
            for (int b = from; b < to; b++) {
                sum += sums[series][b];
            }
            return sum;
        }
    }
}
