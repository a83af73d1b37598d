package runbench.schedule.policy;

import java.util.Arrays;

/** The mean of each program's traffic over the latest few quanta that it ran. */
final class TrafficWindow {
    private final int length;
    private double[] samples = new double[0];
    private int[] seen = new int[0];
    private double[] highest = new double[0];

    TrafficWindow(int length) {
        this.length = length;
    }

    /** Takes in what those moved that ran in the quantum before. */
    void observe(Candidates c, WaitingList before) {
        if (c.count() == 0) {
            return;
        }
        grow(c.program(c.count() - 1) + 1);
        for (int i = 0; i < c.count(); i++) {
            int program = c.program(i);
            double traffic = c.latestTraffic(program);
            if (before.running(program) && !Double.isNaN(traffic)) {
                samples[program * length + seen[program] % length] = traffic;
                seen[program]++;
                highest[program] = Math.max(highest[program], traffic);
            }
        }
    }

    private void grow(int programs) {
        if (programs > seen.length) {
            int room = Math.max(programs, 2 * seen.length);
            seen = Arrays.copyOf(seen, room);
            highest = Arrays.copyOf(highest, room);
            samples = Arrays.copyOf(samples, room * length);
        }
    }

    /** NaN before it ran first. */
    double mean(int program) {
        int n = program < seen.length ? Math.min(length, seen[program]) : 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += samples[program * length + i];
        }
        return n == 0 ? Double.NaN : sum / n;
    }

    /** The most that it ever moved, which is nearest to what it would move alone; NaN before it ran first. */
    double highest(int program) {
        return program < seen.length && seen[program] > 0 ? highest[program] : Double.NaN;
    }

    /**
     * What one of its threads would ask for alone: as its profile says, else by the most that was seen of it; 0 where
     * nobody knows.
     */
    double perThread(Candidates c, int program) {
        double alone = c.aloneTraffic(program);
        double traffic = Double.isNaN(alone) ? highest(program) : alone;
        return Double.isNaN(traffic) ? 0 : traffic / c.threads(program);
    }
}
