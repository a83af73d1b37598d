package runbench.sync.clock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jnr.ffi.Pointer;
import runbench.base.error.RunbenchException;
import runbench.base.json.Json;
import runbench.base.progress.Progress;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;

/** Measures the time sources of this machine. */
public final class Characterisation {
    private static final List<String> SOURCES = List.of("rdtsc", "rdtscp", "tsc", "tscp", "monotonic", "raw",
            "realtime", "gettimeofday", "syscall", "hpet", "phc");
    private static final int READS_PER_SAMPLE = 16;
    private static final int STEPS = 200_000;
    private static final double MIN_SECONDS = 1e-3;
    private static final long GETTIMEOFDAY_TICK_NANOS = 1000;

    private Characterisation() {
    }

    /**
     * Returns a report for each time source.
     *
     * @param samples number of cost samples per source
     * @param coldSamples number of cold-cache samples per source; each one sweeps twice the last-level cache
     * @param progress receives the number of sources measured
     */
    public static List<SourceReport> sources(int samples, int coldSamples, Progress progress) {
        List<SourceReport> reports = new ArrayList<>();
        for (int i = 0; i < SOURCES.size(); i++) {
            reports.add(source(SOURCES.get(i), samples, coldSamples));
            progress.at(i + 1L, SOURCES.size());
        }
        return reports;
    }

    private static SourceReport source(String name, int samples, int coldSamples) {
        int kind = name.equals("rdtsc") ? 1 : name.equals("rdtscp") ? 2 : 0;
        try (Clock clock = Clock.open(kind == 0 ? name : "tsc")) {
            Pointer handle = kind == 0 ? clock.handle() : null;
            double[] warm = new double[samples];
            double[] cold = new double[coldSamples];
            long[] steps = new long[STEPS];
            if (ClockLibrary.get().rb_read_costs(handle, kind, READS_PER_SAMPLE, warm, samples) == 0) {
                return new SourceReport(name, "costs need a time stamp counter", null, null, Double.NaN, 0, 0);
            }
            ClockLibrary.get().rb_cold_costs(handle, kind, cold, coldSamples);
            if (kind == 0) {
                ClockLibrary.get().rb_read_steps(handle, steps, STEPS);
            } else {
                ClockLibrary.get().rb_tsc_steps(steps, STEPS);
            }
            double unit = kind == 0 ? 1 : 1e9 / clock.hertz();
            return report(name, warm, cold, steps, unit);
        } catch (RunbenchException absent) {
            return new SourceReport(name, absent.getMessage(), null, null, Double.NaN, 0, 0);
        }
    }

    private static SourceReport report(String name, double[] warm, double[] cold, long[] steps, double unit) {
        long backward = Arrays.stream(steps).filter(step -> step < 0).count();
        return new SourceReport(name, null, Costs.of(warm), cold.length == 0 ? null : Costs.of(cold),
                resolution(steps) * unit, backward, steps.length);
    }

    /**
     * Returns the smallest frequent step, in the unit of {@code steps}; NaN if no step is positive. A step is frequent
     * if it makes up at least a tenth of the positive steps. A counter that ticks in steps of 26 cycles shows a few
     * other steps where a hypervisor rounds.
     */
    static double resolution(long[] steps) {
        long[] forward = Arrays.stream(steps).filter(step -> step > 0).sorted().toArray();
        int from = 0;
        while (from < forward.length) {
            int to = from;
            while (to < forward.length && forward[to] == forward[from]) {
                to++;
            }
            if ((to - from) * 10L >= forward.length) {
                return forward[from];
            }
            from = to;
        }
        return forward.length == 0 ? Double.NaN : forward[0];
    }

    /**
     * Returns the skew of every CPU against CPU 0; empty without an invariant TSC or a second CPU.
     *
     * @param rounds number of exchanges per CPU
     */
    public static List<Skew> skews(int rounds) {
        List<Skew> skews = new ArrayList<>();
        for (int cpu = 1; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
            double[] bounds = new double[2];
            if (ClockLibrary.get().rb_tsc_skew(0, cpu, rounds, bounds) == 0) {
                skews.add(new Skew(0, cpu, bounds[0], bounds[1]));
            }
        }
        return skews;
    }

    /**
     * Returns the TSC frequency over intervals that grow by a factor of ten; empty without a TSC.
     *
     * @param source reference clock: {@code raw}, or {@code gettimeofday} as in the paper
     * @param longestSeconds longest interval, s
     */
    public static List<Frequency> frequencies(String source, double longestSeconds) {
        List<Frequency> all = new ArrayList<>();
        double[] r = new double[3];
        long tick = source.equals("gettimeofday") ? GETTIMEOFDAY_TICK_NANOS : 0;
        try (Clock clock = Clock.open(source)) {
            for (double seconds = MIN_SECONDS;; seconds = Math.min(10 * seconds, longestSeconds)) {
                if (ClockLibrary.get().rb_tsc_frequency_by(clock.handle(), tick, seconds, r) != 0) {
                    return List.of();
                }
                all.add(new Frequency(r[0], r[1], r[2]));
                if (seconds >= longestSeconds) {
                    return all;
                }
            }
        }
    }

    /** Returns the frequency of the TSC by its own scale, cycles per second; 0 without an invariant TSC. */
    public static double nominalHertz() {
        try (Clock clock = Clock.open("tsc")) {
            return clock.hertz();
        } catch (RunbenchException absent) {
            return 0;
        }
    }

    /** Returns the HPET of this machine; empty if the machine has none, or it cannot be read. */
    public static Optional<TimerBlock> hpet() {
        try (Clock clock = Clock.open("hpet")) {
            return Optional.of(TimerBlock.parse(clock.describe()));
        } catch (RunbenchException absent) {
            return Optional.empty();
        }
    }

    /**
     * The High Precision Event Timer of a machine.
     *
     * @param hertz frequency of its main counter, ticks per second
     * @param timers number of its timers
     * @param counterBits size of the main counter, 32 or 64 bits
     */
    public record TimerBlock(double hertz, int timers, int counterBits) {
        /** Parses the description of an open HPET. */
        static TimerBlock parse(String json) {
            try {
                Map<String, Object> clock = Json.object(json);
                return new TimerBlock(((Number) clock.get("hertz")).doubleValue(),
                        ((Number) clock.get("timers")).intValue(), ((Number) clock.get("counter_bits")).intValue());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * A distribution of read costs.
     *
     * @param sorted all samples in ascending order, TSC cycles; not empty
     */
    public record Costs(double[] sorted) {
        static Costs of(double[] cycles) {
            double[] sorted = cycles.clone();
            Arrays.sort(sorted);
            return new Costs(sorted);
        }

        public double min() {
            return sorted[0];
        }

        public double max() {
            return sorted[sorted.length - 1];
        }

        public double mean() {
            return Statistics.mean(sorted);
        }

        /**
         * Returns the sample nearest to a quantile, TSC cycles.
         *
         * @param q quantile, 0..1
         */
        public double quantile(double q) {
            return Quantile.NEAREST_POSITION.ofSorted(sorted, q);
        }
    }

    /**
     * The TSC frequency against a system clock over an interval: formula (1) of Tinetti, Romero, De Giusti, section
     * 2.3.
     *
     * @param hertz cycles per second
     * @param relativeError relative error from the brackets and ticks of both readings: formula (2)
     * @param seconds length of the interval, s
     */
    public record Frequency(double hertz, double relativeError, double seconds) {
        /** Error of two readings of gettimeofday, each 1 us: t_get of the paper, s. */
        public static final double PAPER_GET_SECONDS = 2e-6;
        /** Variation of the delay of messages that carry the reference's time: t_d of the paper, s. */
        public static final double PAPER_DELAY_SECONDS = 8e-6;

        /**
         * Returns the relative error over an interval by the paper's values, message delay included: formulas (2) to
         * (4).
         *
         * @param seconds length of the interval, s
         */
        public static double paperError(double seconds) {
            return (PAPER_GET_SECONDS + PAPER_DELAY_SECONDS) / seconds;
        }
    }

    /**
     * The difference between the TSCs of two CPUs. The middle of the bounds is the estimate; half their distance is its
     * guaranteed error.
     *
     * @param against number of the reference CPU
     * @param cpu number of the other CPU
     * @param loNanos lower bound of the TSC of {@code cpu} minus that of {@code against}, ns
     * @param hiNanos upper bound, ns
     */
    public record Skew(int against, int cpu, double loNanos, double hiNanos) {}

    /**
     * The properties of one time source on this machine.
     *
     * @param name the source; {@code rdtsc} and {@code rdtscp} are the bare instructions, {@code tsc} and {@code tscp}
     *     include the conversion to ns
     * @param absent reason why the machine lacks the source; null if it has it
     * @param warm cost of one read, each sample the mean of 16 reads; null if absent
     * @param cold cost of single reads with cold caches; null if absent
     * @param stepNanos smallest frequent difference between successive reads, ns: the measured resolution
     * @param backward number of successive reads that ran backwards
     * @param reads number of reads examined
     */
    public record SourceReport(String name, String absent, Costs warm, Costs cold, double stepNanos, long backward,
            long reads) {}
}
