package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.base.stats.Statistics;

/**
 * Finds a repetition that shows in the rates but not in the order of phases, for example because a cycle has only a few
 * samples. The autocorrelation gives the period, and the pattern at that period gives the cycles.
 */
final class RepetitionFinder {
    /** Minimum number of cycles: fewer that are long show as phases, and fewer that are short may be chance. */
    private static final int MIN_CYCLES = 6;
    /** Maximum relative difference between two periods that are taken for the same. */
    private static final double SAME_PERIOD = 0.15;
    private static final double SAME_MULTIPLE = 0.03;
    private static final int MAX_MULTIPLE = 8;
    /** Number of parts of a cycle for the comparison of its rates. */
    private static final int PARTS = 16;
    /**
     * Minimum factor between the highest and the lowest part of the mean cycle, and the same in deviations of noise.
     */
    private static final double MIN_FACTOR = Math.log(1.05);
    private static final double MIN_DEVIATIONS = 3;
    /** Minimum factor if the period is that of a known artefact of the measurement. */
    private static final double MIN_FACTOR_OF_ARTEFACT = Math.log(2);
    /** Minimum strength of that factor, in standard errors. */
    private static final double MIN_STRENGTH = 5;

    private RepetitionFinder() {
    }

    /**
     * Returns the repetition; empty if there is none that a person would see, or if {@code known} has it.
     *
     * @param logs logarithms of rates in equal bins, by column, without gaps
     * @param bin width of a bin
     * @param known repetitions in the order of phases
     * @param artefacts periods that the measurement itself may cause
     */
    static Optional<Structure.Repetition> find(double[][] logs, double bin, List<Structure.Repetition> known,
            Artefacts artefacts) {
        double[][] fine = Arrays.stream(logs)
                .map(BinnedColumns::standardized)
                .filter(c -> c != null)
                .toArray(double[][]::new);
        Optional<Integer> lag = fine.length == 0 ? Optional.empty() : Recurrence.lag(fine);
        if (lag.isEmpty()) {
            return Optional.empty();
        }
        CycleTracker.Cycles cycles = CycleTracker.of(fine, lag.get());
        if (cycles.starts().size() < MIN_CYCLES) {
            return Optional.empty();
        }
        Structure.Repetition found = of(cycles, bin);
        boolean regular = NestedRepeats.isRegular(found.count(), found.variation())
                && found.high() - found.low() <= NestedRepeats.MAX_WIDTH * found.period();
        double least = artefacts.include(found.period()) ? MIN_FACTOR_OF_ARTEFACT : MIN_FACTOR;
        return regular && known.stream().noneMatch(k -> explains(k, found)) && isVisible(logs, cycles.starts(), least)
                ? Optional.of(found)
                : Optional.empty();
    }

    private static boolean explains(Structure.Repetition known, Structure.Repetition found) {
        double ratio = found.period() / known.period();
        double multiple = Math.rint(ratio);
        return Math.abs(ratio - 1) < SAME_PERIOD
                || multiple >= 2 && multiple <= MAX_MULTIPLE && Math.abs(ratio / multiple - 1) < SAME_MULTIPLE;
    }

    /** Returns whether the parts of the mean cycle differ by a factor, significantly, in at least one column. */
    private static boolean isVisible(double[][] logs, List<Double> starts, double leastFactor) {
        return Arrays.stream(logs).anyMatch(c -> isVisible(c, starts, leastFactor));
    }

    private static boolean isVisible(double[] logs, List<Double> starts, double leastFactor) {
        int cycles = starts.size() - 1;
        double[] sum = new double[PARTS];
        double[] squares = new double[PARTS];
        for (int cycle = 0; cycle < cycles; cycle++) {
            double from = starts.get(cycle);
            double part = (starts.get(cycle + 1) - from) / PARTS;
            for (int i = 0; i < PARTS; i++) {
                double value = mean(logs, from + i * part, from + (i + 1) * part);
                sum[i] += value;
                squares[i] += value * value;
            }
        }
        int highest = 0;
        int lowest = 0;
        for (int i = 1; i < PARTS; i++) {
            highest = sum[i] > sum[highest] ? i : highest;
            lowest = sum[i] < sum[lowest] ? i : lowest;
        }
        double factor = (sum[highest] - sum[lowest]) / cycles;
        double variance = 0;
        for (int i : new int[]{highest, lowest}) {
            variance += Math.max(0, squares[i] / cycles - sum[i] / cycles * sum[i] / cycles) / Math.max(1, cycles - 1);
        }
        return factor >= leastFactor && factor >= MIN_DEVIATIONS * Statistics.deviationAboutLevels(logs)
                && factor >= MIN_STRENGTH * Math.sqrt(variance);
    }

    /** Returns the mean of a series over an interval of bins, which may begin and end within a bin. */
    private static double mean(double[] values, double from, double to) {
        double sum = 0;
        double weight = 0;
        int last = (int) Math.min(values.length - 1.0, Math.floor(to));
        for (int i = (int) Math.max(0, Math.floor(from)); i <= last; i++) {
            double w = Math.min(to, i + 1.0) - Math.max(from, i);
            sum += w * values[i];
            weight += w;
        }
        return weight > 0 ? sum / weight : 0;
    }

    private static Structure.Repetition of(CycleTracker.Cycles cycles, double bin) {
        List<Double> starts = cycles.starts().stream().map(s -> s * bin).toList();
        OnsetLengths i = OnsetLengths.of(starts, bin);
        double first = starts.get(0) - cycles.shareBefore() * i.mean();
        double last = starts.get(starts.size() - 1) + (1 + cycles.shareAfter()) * i.mean();
        int count = (int) Math.floor(starts.size() + cycles.shareBefore() + cycles.shareAfter() + 0.3);
        return new Structure.Repetition(count, first, last, i.mean(), i.mean() - i.half(), i.mean() + i.half(),
                i.variation(), cycles.similarity(), null, i.drift(), starts, 1);
    }

    /**
     * The search for the cycles of a pattern in a series. It begins with the two most similar neighbouring intervals.
     * From there it steps forwards and backwards to the positions most similar to the pattern so far. Lengths may vary
     * and drift.
     */
    private static final class CycleTracker {
        /** Target number of bins of a pattern. */
        private static final int PATTERN_BINS = 40;
        private static final double MIN_SIMILARITY = 0.5;
        private static final double MAX_STRETCH = 1.3;
        private static final double LEARNING_RATE = 0.15;

        private final double[][] x;
        private final int n;
        private final int merged;
        private final int length;
        private double similarities;
        private int compared;

        /**
         * The cycles of a pattern.
         *
         * @param starts starts of complete cycles, bins, ascending
         * @param shareBefore part of a cycle before the first complete one, 0..1
         * @param shareAfter part of a cycle after the last complete one, 0..1
         * @param similarity mean correlation with the pattern
         */
        record Cycles(List<Double> starts, double shareBefore, double shareAfter, double similarity) {}

        private CycleTracker(double[][] columns, int lag) {
            merged = Math.max(1, lag / PATTERN_BINS);
            x = new double[columns.length][];
            for (int c = 0; c < x.length; c++) {
                x[c] = BinnedColumns.merged(columns[c], merged);
            }
            n = x[0].length;
            length = Math.max(3, Math.round((float) lag / merged));
        }

        static Cycles of(double[][] columns, int lag) {
            return new CycleTracker(columns, lag).follow();
        }

        private Cycles follow() {
            int first = 0;
            int lag = length;
            double best = -1;
            for (int at = 0; at + 2 * length <= n; at += Math.max(1, length / 2)) {
                double[][] here = window(at, length);
                for (int l = Math.max(1, length * 4 / 5); l <= length * 5 / 4 && at + l + length <= n; l++) {
                    double similar = similarity(here, at + l, length);
                    if (similar > best) {
                        best = similar;
                        first = at;
                        lag = l;
                    }
                }
            }
            List<Double> starts = new ArrayList<>();
            starts.add((double) first);
            if (best >= MIN_SIMILARITY) {
                step(starts, first, lag, 1);
                step(starts, first, lag, -1);
            }
            starts.sort(null);
            double[][] pattern = mean(starts);
            double before = part(pattern, starts.get(0), -1);
            double behind = part(pattern, starts.get(starts.size() - 1), 1);
            double perBin = merged;
            return new Cycles(starts.stream().map(s -> s * perBin).toList(), before, behind,
                    compared == 0 ? 0 : similarities / compared);
        }

        private void step(List<Double> starts, int first, int lag, int direction) {
            double[][] pattern = window(first, length);
            double at = first;
            double usual = lag;
            while (true) {
                double found = -1;
                int where = 0;
                int from = (int) Math.round(at + direction * usual / MAX_STRETCH);
                int to = (int) Math.round(at + direction * usual * MAX_STRETCH);
                for (int p = Math.min(from, to); p <= Math.max(from, to); p++) {
                    if (p >= 0 && p + length <= n) {
                        double similar = similarity(pattern, p, length);
                        if (similar > found) {
                            found = similar;
                            where = p;
                        }
                    }
                }
                if (found < MIN_SIMILARITY) {
                    return;
                }
                double exact = where + between(pattern, where, found);
                usual += 0.5 * (Math.abs(exact - at) - usual);
                at = exact;
                starts.add(exact);
                similarities += found;
                compared++;
                double[][] here = window(where, length);
                for (int c = 0; c < pattern.length; c++) {
                    for (int i = 0; i < length; i++) {
                        pattern[c][i] += LEARNING_RATE * (here[c][i] - pattern[c][i]);
                    }
                }
            }
        }

        /** Returns the vertex of the parabola through the best similarity and its neighbours, -0.5..0.5 bins. */
        private double between(double[][] pattern, int at, double best) {
            if (at < 1 || at + 1 + length > n) {
                return 0;
            }
            double left = similarity(pattern, at - 1, length);
            double right = similarity(pattern, at + 1, length);
            double bend = left - 2 * best + right;
            return bend < 0 ? Math.max(-0.5, Math.min(0.5, 0.5 * (left - right) / bend)) : 0;
        }

        private double[][] mean(List<Double> starts) {
            double[][] mean = new double[x.length][length];
            for (double s : starts) {
                int at = (int) Math.max(0, Math.min(n - length, Math.round(s)));
                for (int c = 0; c < x.length; c++) {
                    for (int i = 0; i < length; i++) {
                        mean[c][i] += x[c][at + i] / starts.size();
                    }
                }
            }
            return mean;
        }

        /** Returns the part of one more pattern before the first or after the last occurrence, in quarters. */
        private double part(double[][] pattern, double start, int direction) {
            double found = 0;
            for (int quarters = 1; quarters <= 3; quarters++) {
                int part = Math.max(2, length * quarters / 4);
                int at = (int) Math.round(direction > 0 ? start + length : start - part);
                if (at < 0 || at + part > n) {
                    return found;
                }
                double[][] piece = new double[x.length][];
                for (int c = 0; c < x.length; c++) {
                    int from = direction > 0 ? 0 : length - part;
                    piece[c] = Arrays.copyOfRange(pattern[c], from, from + part);
                }
                found = difference(piece, at, part) < 0.5 ? quarters / 4.0 : found;
            }
            return found;
        }

        /**
         * Mean square difference between a piece of the pattern and the series, in variances of the pattern's columns.
         */
        private double difference(double[][] piece, int at, int size) {
            double sum = 0;
            double spread = 0;
            for (int c = 0; c < x.length; c++) {
                double mean = 0;
                for (double v : x[c]) {
                    mean += v / n;
                }
                for (int i = 0; i < size; i++) {
                    double d = piece[c][i] - x[c][at + i];
                    sum += d * d / size;
                }
                for (double v : x[c]) {
                    spread += (v - mean) * (v - mean) / n;
                }
            }
            return sum / spread;
        }

        private double[][] window(int at, int size) {
            double[][] out = new double[x.length][];
            for (int c = 0; c < x.length; c++) {
                out[c] = Arrays.copyOfRange(x[c], at, at + size);
            }
            return out;
        }

        /** Correlation of all columns together, each about its own mean in the stretch. */
        private double similarity(double[][] pattern, int at, int size) {
            double product = 0;
            double ofPattern = 0;
            double ofSeries = 0;
            for (int c = 0; c < x.length; c++) {
                double a = 0;
                double b = 0;
                double aa = 0;
                double bb = 0;
                double ab = 0;
                for (int i = 0; i < size; i++) {
                    double p = pattern[c][i];
                    double s = x[c][at + i];
                    a += p;
                    b += s;
                    aa += p * p;
                    bb += s * s;
                    ab += p * s;
                }
                product += ab - a * b / size;
                ofPattern += aa - a * a / size;
                ofSeries += bb - b * b / size;
            }
            double scale = Math.sqrt(ofPattern * ofSeries);
            return scale > 1e-12 ? product / scale : 0;
        }
    }
}
