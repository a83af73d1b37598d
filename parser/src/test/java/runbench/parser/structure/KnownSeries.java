package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.hipparchus.stat.StatUtils;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Term;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;

/**
 * A series whose structure is known because it was made.
 *
 * @param rates per column one value a bin of 1 s
 * @param changes bins in which another level or another slope begins
 * @param period in bins; NaN where nothing repeats
 * @param count of repetitions
 */
record KnownSeries(double[][] rates, int[] changes, double period, int count) {
    static final int BINS = 1000;

    enum Noise {
        WHITE, AR_30, AR_60, AR_90,
        /** 1/f: its memory never ends. */
        PINK,
        /** A random walk, and white noise on it. */
        WALK, HEAVY,
        /** Now and then a few bins many times as high. */
        BURSTS
    }

    static KnownSeries nothing(Noise noise, int columns, int bins, SplittableRandom random) {
        double[][] rates = new double[columns][];
        double[] shared = noise(noise, bins, random);
        for (int c = 0; c < columns; c++) {
            double[] own = noise(noise, bins, random);
            rates[c] = IntStream.range(0, bins)
                    .mapToDouble(i -> 1000 + 60 * (0.7 * shared[i] + 0.7 * own[i]))
                    .toArray();
        }
        return new KnownSeries(rates, new int[0], Double.NaN, 0);
    }

    /** Levels a few deviations apart, as many as changes and one more. */
    static KnownSeries steps(int count, double height, SplittableRandom random) {
        int[] changes = places(count, 40, random);
        double[] levels = new double[BINS];
        double level = 1000;
        for (int i = 0, next = 0; i < BINS; i++) {
            if (next < count && i == changes[next]) {
                level += (random.nextBoolean() ? 1 : -1) * 60 * height * (1 + random.nextDouble());
                next++;
            }
            levels[i] = level;
        }
        return noisy(levels, changes, Double.NaN, 0, random);
    }

    /** Straight lines that break, without jumps. */
    static KnownSeries ramps(int count, SplittableRandom random) {
        int[] changes = places(count, 100, random);
        double[] levels = new double[BINS];
        double level = 1000;
        double sign = 1;
        for (int i = 0, next = 0; i < BINS; i++) {
            if (next < count && i == changes[next]) {
                sign = -sign;
                next++;
            }
            level += sign * 60 * 0.12;
            levels[i] = level;
        }
        double[][] rates = {noisy(levels, changes, Double.NaN, 0, random).rates[0]};
        return new KnownSeries(rates, changes, Double.NaN, 0);
    }

    /**
     * A high and a low level in turn.
     *
     * @param jitter of lengths
     * @param growth of the length from first to last
     */
    static KnownSeries repeats(int count, double jitter, double growth, int lead, SplittableRandom random) {
        double[] lengths = new double[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = (1 + growth * i / (count - 1.0)) * (1 + jitter * random.nextGaussian());
        }
        double unit = (3000.0 - lead) / Arrays.stream(lengths).sum();
        double[] levels = new double[3000];
        Arrays.fill(levels, 0, lead, 700);
        int[] changes = new int[2 * count];
        double at = lead;
        for (int i = 0; i < count; i++) {
            int from = (int) Math.round(at);
            int half = (int) Math.round(at + 0.4 * unit * lengths[i]);
            at += unit * lengths[i];
            int to = Math.min(levels.length, (int) Math.round(at));
            Arrays.fill(levels, from, Math.min(half, to), 1300);
            Arrays.fill(levels, Math.min(half, to), to, 1000);
            changes[2 * i] = from;
            changes[2 * i + 1] = half;
        }
        return noisy(levels, Arrays.stream(changes).filter(c -> c > 0).toArray(),
                unit * Arrays.stream(lengths).average().orElse(0), count, random);
    }

    /**
     * Two parts whose rates differ by a factor.
     *
     * @param perBin mean count of a bin in the first part
     * @param bins length of each part
     */
    static KnownSeries step(double perBin, double factor, int bins, SplittableRandom random) {
        double[] levels = new double[2 * bins];
        Arrays.fill(levels, 0, bins, perBin);
        Arrays.fill(levels, bins, 2 * bins, perBin * factor);
        return poisson(levels, factor == 1 ? new int[0] : new int[]{bins}, Double.NaN, 0, random);
    }

    /** One part of another rate in the middle of a run of {@link #BINS} bins. */
    static KnownSeries pulse(double perBin, double factor, int bins, SplittableRandom random) {
        int from = 200 + random.nextInt(600);
        double[] levels = new double[BINS];
        Arrays.fill(levels, perBin);
        Arrays.fill(levels, from, from + bins, perBin * factor);
        return poisson(levels, new int[]{from, from + bins}, Double.NaN, 0, random);
    }

    /** A rate that changes along one line. */
    static KnownSeries ramp(double perBin, double factor, SplittableRandom random) {
        double[] levels = IntStream.range(0, BINS)
                .mapToDouble(i -> perBin * (1 + (factor - 1) * i / (BINS - 1)))
                .toArray();
        return poisson(levels, new int[0], Double.NaN, 0, random);
    }

    /** Outer rounds of inner cycles with two rates each, and a third rate between the rounds. */
    static KnownSeries nested(int rounds, int cycles, int cycleBins, SplittableRandom random) {
        int roundBins = (cycles + 1) * cycleBins;
        double[] levels = new double[rounds * roundBins];
        for (int i = 0; i < levels.length; i++) {
            int inRound = i % roundBins;
            levels[i] = inRound >= cycles * cycleBins ? 100 : inRound % cycleBins < cycleBins / 2 ? 1000 : 4000;
        }
        int[] changes = IntStream.range(1, levels.length).filter(i -> levels[i] != levels[i - 1]).toArray();
        return poisson(levels, changes, roundBins, rounds, random);
    }

    /** Levels at random, one of two. */
    static KnownSeries telegraph(double perBin, double factor, SplittableRandom random) {
        double[] levels = new double[BINS];
        List<Integer> changes = new ArrayList<>();
        boolean high = false;
        for (int i = 0, next = 0; i < BINS; i++) {
            if (i == next) {
                high = !high;
                if (i > 0) {
                    changes.add(i);
                }
                next = i + 20 + random.nextInt(120);
                next = next > BINS - 20 ? BINS : next;
            }
            levels[i] = high ? perBin * factor : perBin;
        }
        return poisson(levels, changes.stream().mapToInt(i -> i).toArray(), Double.NaN, 0, random);
    }

    /** Poisson counts of known rates, and a second event whose rate does not change. */
    private static KnownSeries poisson(double[] levels, int[] changes, double period, int count,
            SplittableRandom random) {
        double[][] rates = {new double[levels.length], new double[levels.length]};
        for (int i = 0; i < levels.length; i++) {
            rates[0][i] = poisson(levels[i], random);
            rates[1][i] = poisson(50_000, random);
        }
        return new KnownSeries(rates, changes, period, count);
    }

    static double poisson(double mean, SplittableRandom random) {
        if (mean > 500) {
            return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }

    private static KnownSeries noisy(double[] levels, int[] changes, double period, int count,
            SplittableRandom random) {
        double[][] rates = new double[2][];
        for (int c = 0; c < 2; c++) {
            double[] noise = noise(Noise.AR_30, levels.length, random);
            double sign = c == 0 ? 1 : -0.5;
            rates[c] = IntStream.range(0, levels.length)
                    .mapToDouble(i -> 2000 + sign * levels[i] + 60 * noise[i])
                    .toArray();
        }
        return new KnownSeries(rates, changes, period, count);
    }

    private static int[] places(int count, int apart, SplittableRandom random) {
        while (true) {
            int[] at = IntStream.range(0, count).map(i -> apart + random.nextInt(BINS - 2 * apart)).sorted().toArray();
            if (IntStream.range(1, count).allMatch(i -> at[i] - at[i - 1] >= apart)) {
                return at;
            }
        }
    }

    /** Variance about 1. */
    static double[] noise(Noise kind, int n, SplittableRandom random) {
        double[] x = new double[n];
        switch (kind) {
            case WHITE -> Arrays.setAll(x, i -> random.nextGaussian());
            case AR_30 -> autoregressive(x, 0.3, random);
            case AR_60 -> autoregressive(x, 0.6, random);
            case AR_90 -> autoregressive(x, 0.9, random);
            case HEAVY -> Arrays.setAll(x, i -> Math.exp(random.nextGaussian()) - 1.65);
            case WALK -> {
                double at = 0;
                for (int i = 0; i < n; i++) {
                    at += random.nextGaussian();
                    x[i] = at;
                }
                double deviation = Math.sqrt(StatUtils.variance(x));
                Arrays.setAll(x, i -> x[i] / deviation + 0.3 * random.nextGaussian());
            }
            case BURSTS -> {
                int left = 0;
                for (int i = 0; i < n; i++) {
                    left = left > 0 ? left - 1 : random.nextDouble() < 0.02 ? 1 + random.nextInt(3) : 0;
                    x[i] = 0.3 * random.nextGaussian() + (left > 0 ? 5 + 3 * random.nextDouble() : 0);
                }
            }
            case PINK -> {
                double[] power = new double[Spectra.size(2 * n) / 2 + 1];
                Arrays.setAll(power, k -> k == 0 ? 0 : 1.0 / k);
                double[] long2 = Spectra.noise(power, random);
                double squares = Arrays.stream(long2).map(v -> v * v).average().orElse(1);
                Arrays.setAll(x, i -> long2[i] / Math.sqrt(squares));
            }
        }
        return x;
    }

    private static void autoregressive(double[] x, double phi, SplittableRandom random) {
        double last = random.nextGaussian();
        for (int i = 0; i < x.length; i++) {
            last = phi * last + Math.sqrt(1 - phi * phi) * random.nextGaussian();
            x[i] = last;
        }
    }

    Structure found() {
        return StructureAnalysis.of(counts(), Axis.RUN_TIME);
    }

    List<BinnedCounts> counts() {
        return IntStream.range(0, rates.length).mapToObj(c -> counts("event-" + c, rates[c])).toList();
    }

    /** Returns an event whose rate in bins of 1 s is known; negative rates become 0, NaN is not measured. */
    static BinnedCounts counts(String name, double[] rates) {
        EventInfo info = new EventInfo(name, "events", Term.of(CountSource.PMU), 4, 0, 0, List.of(0),
                Term.of(CountScope.USER), "", true, "", false);
        double[] measured = Arrays.stream(rates).map(r -> Double.isFinite(r) ? 1 : 0).toArray();
        double[] counts = Arrays.stream(rates).map(r -> Double.isFinite(r) ? Math.max(0, r) : 0).toArray();
        return new BinnedCounts(info, "events/s", Axis.RUN_TIME, 1, rates.length, 1, 1, counts, measured);
    }
}
