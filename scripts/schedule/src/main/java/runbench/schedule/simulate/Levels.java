package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.schedule.contention.Contention;

/**
 * The distinct memory demands of a workload, each with a number, and the speeds of threads with these demands. The
 * traffic in a profile already includes the mutual slow-down of the program's own threads. This class removes it once,
 * so speeds are relative to the program alone, not to a single thread alone.
 */
final class Levels {
    private static final int MAX_ROUNDS = 60;
    private static final double TOLERANCE = 1e-12;
    private static final int CACHE_SIZE = 1 << 12;
    /** Number of threads beyond which results are not cached, because combinations rarely repeat. */
    private static final int MAX_CACHED_THREADS = 16;

    private record Key(double traffic, double waiting, int threads) {}

    private final Contention contention;
    private final double stream;
    private final Map<Key, Integer> numbers = new HashMap<>();
    private double[] traffic = new double[16];
    private double[] demand = new double[16];
    private double[] waiting = new double[16];
    private double[] own = new double[16];
    private int size;

    private final int maxThreads;
    private final double[] demands;
    private final double[] waitings;
    private final double[] computed;
    private final int[] cachedCount = new int[CACHE_SIZE];
    private final int[][] cachedLevels = new int[CACHE_SIZE][];
    private final double[][] cachedSpeeds = new double[CACHE_SIZE][];

    /**
     * Creates an empty set of demands.
     *
     * @param contention model of contention
     * @param stream traffic of one thread that only waits for memory; NaN for the sustained bandwidth
     * @param maxThreads maximum number of simultaneous threads
     */
    Levels(Contention contention, double stream, int maxThreads) {
        this.contention = contention;
        this.stream = Double.isNaN(stream) ? contention.sustained() : stream;
        this.maxThreads = maxThreads;
        demands = new double[maxThreads];
        waitings = new double[maxThreads];
        computed = new double[maxThreads];
    }

    /**
     * Returns the number of a demand.
     *
     * @param programTraffic traffic of all threads alone
     * @param waitingShare share of the time that they wait for memory; NaN if unknown
     * @param threads number of threads
     */
    int number(double programTraffic, double waitingShare, int threads) {
        return numbers.computeIfAbsent(new Key(programTraffic, waitingShare, threads), this::add);
    }

    private Integer add(Key key) {
        if (size == traffic.length) {
            traffic = Arrays.copyOf(traffic, 2 * size);
            demand = Arrays.copyOf(demand, 2 * size);
            waiting = Arrays.copyOf(waiting, 2 * size);
            own = Arrays.copyOf(own, 2 * size);
        }
        double each = key.traffic() / key.threads();
        traffic[size] = key.traffic();
        waiting[size] = Double.isNaN(key.waiting()) ? Math.min(1, each / stream) : key.waiting();
        int together = Math.min(maxThreads, key.threads());
        double alone = 1;
        double asked = each;
        boolean settled = together == 1 || each == 0;
        for (int round = 0; round < MAX_ROUNDS && !settled; round++) {
            Arrays.fill(demands, 0, together, asked);
            Arrays.fill(waitings, 0, together, waiting[size]);
            contention.speeds(together, demands, waitings, computed);
            alone = computed[0];
            double next = Math.min(each / alone, contention.sustained());
            settled = Math.abs(next - asked) <= TOLERANCE * asked;
            asked = next;
        }
        demand[size] = asked;
        own[size] = alone;
        return size++;
    }

    /** Returns the traffic of the whole program alone. */
    double traffic(int level) {
        return traffic[level];
    }

    /** Returns the share of its time alone in which one thread waits for memory. */
    double waiting(int level) {
        return waiting[level];
    }

    /** Returns the traffic of one thread without any slow-down. */
    double demand(int level) {
        return demand[level];
    }

    /** Returns the speed of a thread among its siblings only, where 1 is a single thread alone. */
    double own(int level) {
        return own[level];
    }

    /**
     * Returns the speeds of simultaneous threads, where 1 is a single thread alone; the array is valid until the next
     * call.
     */
    double[] speeds(int count, int[] levels) {
        if (maxThreads > MAX_CACHED_THREADS) {
            return computed(count, levels, computed);
        }
        int hash = 1;
        for (int i = 0; i < count; i++) {
            hash = hash * 31 + levels[i];
        }
        hash ^= hash >>> 15;
        int place = hash * 0x9E3779B1 >>> 20;
        int[] known = cachedLevels[place];
        if (known != null && cachedCount[place] == count && Arrays.equals(known, 0, count, levels, 0, count)) {
            return cachedSpeeds[place];
        }
        if (known == null) {
            cachedLevels[place] = new int[maxThreads];
            cachedSpeeds[place] = new double[maxThreads];
        }
        System.arraycopy(levels, 0, cachedLevels[place], 0, count);
        cachedCount[place] = count;
        return computed(count, levels, cachedSpeeds[place]);
    }

    private double[] computed(int count, int[] levels, double[] speeds) {
        for (int i = 0; i < count; i++) {
            demands[i] = demand[levels[i]];
            waitings[i] = waiting[levels[i]];
        }
        contention.speeds(count, demands, waitings, speeds);
        return speeds;
    }
}
