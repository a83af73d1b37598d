package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Runs every program once per round, in groups whose traffic is near a steady reference below the peak (Xu, Wu, Yew
 * 2010). The ideal average bandwidth is the traffic of the waiting programs if they shared the CPUs evenly and never
 * waited for one another. A scheduler observes only traffic under contention, so a curve that was fitted to pilot
 * workloads derives the reference from it.
 */
final class IdealBandwidth extends FittestGangs {
    static final String NAME = "iabw";

    private final ReferenceCurve curve;
    private final TrafficWindow observed;
    private double[] sum = new double[0];
    private long[] quanta = new long[0];

    IdealBandwidth(ReferenceCurve curve, int window, boolean byProfile) {
        super(NAME, true, byProfile);
        this.curve = curve;
        observed = new TrafficWindow(window);
    }

    @Override
    void observe(Candidates c, WaitingList before) {
        observed.observe(c, before);
        int programs = c.count() == 0 ? 0 : c.program(c.count() - 1) + 1;
        if (programs > sum.length) {
            sum = Arrays.copyOf(sum, Math.max(programs, 2 * sum.length));
            quanta = Arrays.copyOf(quanta, sum.length);
        }
        for (int i = 0; i < c.count(); i++) {
            int program = c.program(i);
            double alone = c.aloneTraffic(program);
            if (!Double.isNaN(alone) && (quanta[program] == 0 || before.running(program))) {
                sum[program] += alone;
                quanta[program]++;
            }
        }
    }

    @Override
    double reference(Candidates c) {
        double traffic = 0;
        int threads = 0;
        for (int i = 0; i < c.count(); i++) {
            int program = c.program(i);
            double alone = quanta[program] > 0 ? sum[program] / quanta[program] : observed.highest(program);
            if (!Double.isNaN(alone)) {
                traffic += alone;
                threads += c.threads(program);
            }
        }
        double ideal = threads == 0 ? 0 : traffic * Math.min(1, (double) c.cpus() / threads);
        return curve.reference(ideal, c.sustainedTraffic());
    }

    @Override
    double expected(Candidates c, int program) {
        return c.latestTraffic(program);
    }
}
