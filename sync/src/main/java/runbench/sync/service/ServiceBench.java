package runbench.sync.service;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.sync.clock.Clock;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Count;
import runbench.sync.service.TimeServices.TimeService;

/** Characterises a time service by comparing it with a clock that is known to be right. */
public final class ServiceBench {
    /** Number of unanswered first readings after which a service counts as absent. */
    private static final int MAX_FIRST_FAILURES = 3;

    private ServiceBench() {
    }

    /**
     * Readings at one rate.
     *
     * @param wantedPerSecond requested rate, readings per second
     * @param perSecond achieved rate, readings per second
     * @param seconds time of each reading since the begin, s
     * @param errors service minus truth, ns, one per reading
     * @param halfTrips half round trips, ns
     * @param cpuMicros CPU time of this program and its children per reading, us
     * @param packetsPerSecond packets per second in both directions
     * @param bytesPerSecond bytes per second on the wire, including headers
     * @param lost number of unanswered readings
     * @param trafficMegabits concurrent other traffic, Mb/s
     * @param costs cost of a reading to this machine; empty if nothing was counted
     */
    public record Series(double wantedPerSecond, double perSecond, double[] seconds, double[] errors,
            double[] halfTrips, double cpuMicros, double packetsPerSecond, double bytesPerSecond, int lost,
            double trafficMegabits, List<Cost> costs) {

        public Series {
            costs = List.copyOf(costs);
        }

        /**
         * Returns this series with the cost of an empty loop.
         *
         * @param loop costs of {@link CostMeter#NOTHING} at the same rate
         */
        public Series withLoop(List<Cost> loop) {
            return new Series(wantedPerSecond, perSecond, seconds, errors, halfTrips, cpuMicros, packetsPerSecond,
                    bytesPerSecond, lost, trafficMegabits, costs.stream().map(c -> c.withLoop(loop)).toList());
        }

        public double rms() {
            return Math.sqrt(Arrays.stream(errors).map(e -> e * e).average().orElse(Double.NaN));
        }

        public double maxAbsolute() {
            return Arrays.stream(errors).map(Math::abs).max().orElse(Double.NaN);
        }

        /**
         * Returns the resolution at this load: the standard deviation of the quickest reading of each ten; NaN for
         * fewer than two tens.
         */
        public double resolution() {
            int groups = errors.length / 10;
            if (groups < 2) {
                return Double.NaN;
            }
            double[] best = new double[groups];
            for (int g = 0; g < groups; g++) {
                int from = g * errors.length / groups;
                int to = (g + 1) * errors.length / groups;
                int quickest = from;
                for (int i = from; i < to; i++) {
                    quickest = halfTrips[i] < halfTrips[quickest] ? i : quickest;
                }
                best[g] = errors[quickest];
            }
            double mean = Statistics.mean(best);
            return Math.sqrt(Arrays.stream(best).map(b -> (b - mean) * (b - mean)).average().orElse(Double.NaN));
        }
    }

    /**
     * Reads a service at a steady rate, or as fast as answers arrive. Unanswered readings count as lost.
     *
     * @param service the service
     * @param truth the right time
     * @param perSecond readings per second
     * @param seconds duration, s
     * @param traffic concurrent other traffic; null if none
     * @param meter counts the cost of the readings
     * @throws RunbenchException if the service answers none of the first readings
     */
    public static Series series(TimeService service, Clock truth, double perSecond, double seconds, Traffic traffic,
            CostMeter meter) throws IOException {
        try (Count count = meter.start(traffic != null)) {
            return series(service, truth, perSecond, seconds, traffic, count);
        }
    }

    private static Series series(TimeService service, Clock truth, double perSecond, double seconds, Traffic traffic,
            Count count) throws IOException {
        int wanted = (int) Math.max(2, Math.round(perSecond * seconds));
        List<double[]> rows = new ArrayList<>();
        int lost = 0;
        RunbenchException why = null;
        long cpuBegin = CpuTime.nanos();
        long begin = System.nanoTime();
        try (Clock local = Clock.open("realtime")) {
            for (int i = 0; i < wanted && (rows.isEmpty() || System.nanoTime() - begin < 2e9 * seconds); i++) {
                pause(begin + (long) (i * 1e9 / perSecond));
                TimeService.Reading r;
                try {
                    r = service.read();
                } catch (RunbenchException unanswered) {
                    lost++;
                    why = unanswered;
                    if ((rows.isEmpty() && lost >= MAX_FIRST_FAILURES) || unanswered.exitCode() != ExitCode.MACHINE) {
                        throw unanswered;
                    }
                    continue;
                }
                double ahead = truthMinusLocal(truth, local);
                rows.add(new double[]{(System.nanoTime() - begin) * 1e-9, r.serviceNanos() - r.localNanos() - ahead,
                        r.roundTripNanos() / 2.0});
            }
        }
        if (rows.isEmpty()) {
            throw why;
        }
        double cpu = (CpuTime.nanos() - cpuBegin) * 1e-3 / (rows.size() + lost);
        List<Cost> costs = count.per(rows.size() + lost);
        double between = rows.get(rows.size() - 1)[0] - rows.get(0)[0];
        double reached = between > 0 ? (rows.size() - 1) / between : perSecond;
        return new Series(perSecond, reached, column(rows, 0), column(rows, 1), column(rows, 2), cpu,
                reached * service.packets(), reached * service.bytes(), lost, traffic == null ? 0 : traffic.megabits(),
                costs);
    }

    /**
     * Returns truth minus local clock, ns, by the tightest of some comparisons. The difference now applies to a reading
     * a moment ago.
     */
    private static double truthMinusLocal(Clock truth, Clock local) {
        long least = Long.MAX_VALUE;
        double ahead = 0;
        for (int i = 0; i < 8 && !truth.spec().equals(local.spec()); i++) {
            long before = local.nanos();
            long there = truth.nanos();
            long after = local.nanos();
            if (after - before < least) {
                least = after - before;
                ahead = there - before - (after - before) / 2.0;
            }
        }
        return ahead;
    }

    private static double[] column(List<double[]> rows, int c) {
        return rows.stream().mapToDouble(r -> r[c]).toArray();
    }

    private static void pause(long until) {
        long left = until - System.nanoTime();
        if (left > 0) {
            try {
                Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted");
            }
        }
    }

    /**
     * Returns the overlapping Allan deviation of evenly spaced time errors: Riley, Handbook of Frequency Stability
     * Analysis (NIST Special Publication 1065), section 5.2.4.
     *
     * @param errors time errors, ns
     * @param spacing time between them, s
     * @return rows (averaging time in s, deviation in ns per ns)
     */
    public static double[][] allan(double[] errors, double spacing) {
        List<double[]> rows = new ArrayList<>();
        for (int m = 1; 2 * m < errors.length; m *= 2) {
            double sum = 0;
            int n = errors.length - 2 * m;
            for (int i = 0; i < n; i++) {
                double d = errors[i + 2 * m] - 2 * errors[i + m] + errors[i];
                sum += d * d;
            }
            double tau = m * spacing;
            rows.add(new double[]{tau, Math.sqrt(sum / (2.0 * n)) * 1e-9 / tau});
        }
        return rows.toArray(double[][]::new);
    }

    /** Returns the Allan deviation at the averaging time nearest to 1 s; NaN if none is within a factor of four. */
    public static double allanAtOneSecond(Series s) {
        double nearest = Double.NaN;
        double far = Math.log(4);
        for (double[] a : allan(s.errors(), 1 / s.perSecond())) {
            if (Math.abs(Math.log(a[0])) < far) {
                far = Math.abs(Math.log(a[0]));
                nearest = a[1];
            }
        }
        return nearest;
    }

    /** Measures the CPU time of a reading: this thread's, and that of its ended child processes. */
    private static final class CpuTime {
        /** Unit of child times on Linux, ns: hundredths of a second on any kernel (sysconf _SC_CLK_TCK). */
        private static final long TICK_NANOS = 10_000_000;
        /** Fields 16 and 17 of /proc/self/stat, cutime and cstime, counted from the one after the program's name. */
        private static final int CHILDREN_USER = 13;

        private CpuTime() {
        }

        static long nanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + children();
        }

        private static long children() {
            try {
                String stat = Files.readString(Path.of("/proc/self/stat"));
                String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                return (Long.parseLong(field[CHILDREN_USER]) + Long.parseLong(field[CHILDREN_USER + 1])) * TICK_NANOS;
            } catch (IOException | RuntimeException notLinux) {
                return 0;
            }
        }
    }
}
