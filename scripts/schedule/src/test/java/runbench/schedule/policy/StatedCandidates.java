package runbench.schedule.policy;

import java.util.Arrays;

/** The state of a scheduler as a test defines it: all programs have arrived, and none ends unless the test ends it. */
final class StatedCandidates implements Candidates {
    private final int cpus;
    private final double sustained;
    private final int[] threads;
    final double[] latest;
    final double[] alone;
    final boolean[] ended;

    StatedCandidates(int cpus, double sustained, int... threads) {
        this.cpus = cpus;
        this.sustained = sustained;
        this.threads = threads;
        latest = new double[threads.length];
        alone = new double[threads.length];
        ended = new boolean[threads.length];
        Arrays.fill(latest, Double.NaN);
        Arrays.fill(alone, Double.NaN);
    }

    StatedCandidates latest(double... traffic) {
        System.arraycopy(traffic, 0, latest, 0, traffic.length);
        return this;
    }

    StatedCandidates alone(double... traffic) {
        System.arraycopy(traffic, 0, alone, 0, traffic.length);
        return this;
    }

    /** Returns the CPUs of each program after the next decision. */
    int[] decided(SchedulingPolicy policy) {
        Decision d = new Decision(threads.length);
        policy.decide(this, d);
        int[] all = new int[threads.length];
        Arrays.setAll(all, d::cpus);
        return all;
    }

    @Override
    public int count() {
        int n = 0;
        for (boolean e : ended) {
            n += e ? 0 : 1;
        }
        return n;
    }

    @Override
    public int program(int index) {
        int left = index;
        for (int p = 0; p < ended.length; p++) {
            if (!ended[p] && left-- == 0) {
                return p;
            }
        }
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int threads(int program) {
        return threads[program];
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public long quantum() {
        return 0;
    }

    @Override
    public double latestTraffic(int program) {
        return latest[program];
    }

    @Override
    public double aloneTraffic(int program) {
        return alone[program];
    }

    @Override
    public double sustainedTraffic() {
        return sustained;
    }
}
