package runbench.schedule.policy;

import java.util.Arrays;

/** The mean traffic of each program over the latest few quanta in which it ran. */
final class TrafficWindow {
    private final int length;
    private double[] samples = new double[0];
    private int[] observedQuanta = new int[0];
    private double[] highest = new double[0];

    TrafficWindow(int length) {
        this.length = length;
    }

    /** Adds the traffic of the programs that ran in the previous quantum. */
    void observe(Candidates c, WaitingList before) {
        if (c.count() == 0) {
            return;
        }
        grow(c.program(c.count() - 1) + 1);
        for (int i = 0; i < c.count(); i++) {
            int program = c.program(i);
            double traffic = c.latestTraffic(program);
            if (before.running(program) && !Double.isNaN(traffic)) {
                samples[program * length + observedQuanta[program] % length] = traffic;
                observedQuanta[program]++;
                highest[program] = Math.max(highest[program], traffic);
            }
        }
    }

    private void grow(int programs) {
        if (programs > observedQuanta.length) {
            int room = Math.max(programs, 2 * observedQuanta.length);
            observedQuanta = Arrays.copyOf(observedQuanta, room);
            highest = Arrays.copyOf(highest, room);
            samples = Arrays.copyOf(samples, room * length);
        }
    }

    /** Returns the mean, or NaN before the program's first run. */
    double mean(int program) {
        int n = program < observedQuanta.length ? Math.min(length, observedQuanta[program]) : 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += samples[program * length + i];
        }
        return n == 0 ? Double.NaN : sum / n;
    }

    /**
     * Returns the highest traffic observed, which is the best estimate of the traffic alone; NaN before the first run.
     */
    double highest(int program) {
        return program < observedQuanta.length && observedQuanta[program] > 0 ? highest[program] : Double.NaN;
    }

    /**
     * Returns the traffic of one thread alone: from the profile or, without one, from the highest traffic observed; 0
     * if both are unknown.
     */
    double perThread(Candidates c, int program) {
        double alone = c.aloneTraffic(program);
        double traffic = Double.isNaN(alone) ? highest(program) : alone;
        return Double.isNaN(traffic) ? 0 : traffic / c.threads(program);
    }
}
