package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import runbench.schedule.contention.Contention;

/**
 * The different things that a thread can ask of memory in a workload, each under a number, and how fast threads are
 * that ask so at the same time. A profile tells what a whole program asks for when it is alone, so what its own threads
 * do to each other is in it already: that is taken out once here, and speeds are beside the program alone, not beside
 * one thread alone.
 */
final class Levels {
    private static final int ROUNDS = 60;
    private static final double SETTLED = 1e-12;
    private static final int CACHED = 1 << 12;
    /** More threads at once hardly ever ask for the same again: looking it up would cost more than it saves. */
    private static final int MOST_KEPT = 16;

    private record Key(double traffic, double waiting, int threads) {}

    private final Contention contention;
    private final double stream;
    private final Map<Key, Integer> numbers = new HashMap<>();
    private double[] traffic = new double[16];
    private double[] demand = new double[16];
    private double[] waiting = new double[16];
    private double[] own = new double[16];
    private int size;

    private final int most;
    private final double[] demands;
    private final double[] waitings;
    private final double[] computed;
    private final int[] cachedCount = new int[CACHED];
    private final int[][] cachedLevels = new int[CACHED][];
    private final double[][] cachedSpeeds = new double[CACHED][];

    /** @param most threads that can run at the same time */
    Levels(Contention contention, double stream, int most) {
        this.contention = contention;
        this.stream = Double.isNaN(stream) ? contention.sustained() : stream;
        this.most = most;
        demands = new double[most];
        waitings = new double[most];
        computed = new double[most];
    }

    /**
     * The number of a level.
     *
     * @param of traffic of all threads, alone
     * @param waits share of the time that they wait for memory; NaN where not known
     */
    int number(double of, double waits, int threads) {
        return numbers.computeIfAbsent(new Key(of, waits, threads), this::add);
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
        int together = Math.min(most, key.threads());
        double alone = 1;
        double asked = each;
        boolean settled = together == 1 || each == 0;
        for (int round = 0; round < ROUNDS && !settled; round++) {
            Arrays.fill(demands, 0, together, asked);
            Arrays.fill(waitings, 0, together, waiting[size]);
            contention.speeds(together, demands, waitings, computed);
            alone = computed[0];
            double next = Math.min(each / alone, contention.sustained());
            settled = Math.abs(next - asked) <= SETTLED * asked;
            asked = next;
        }
        demand[size] = asked;
        own[size] = alone;
        return size++;
    }

    /** Traffic of the whole program alone. */
    double traffic(int level) {
        return traffic[level];
    }

    /** Share of its time alone in which one thread waits for memory. */
    double waiting(int level) {
        return waiting[level];
    }

    /** What one thread would move if it were never slowed. */
    double demand(int level) {
        return demand[level];
    }

    /** Speed of a thread beside its siblings only, where 1 is a single thread alone. */
    double own(int level) {
        return own[level];
    }

    /** Speeds of so many threads that run at once, where 1 is a single thread alone; valid until the next call. */
    double[] speeds(int count, int[] levels) {
        if (most > MOST_KEPT) {
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
            cachedLevels[place] = new int[most];
            cachedSpeeds[place] = new double[most];
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
