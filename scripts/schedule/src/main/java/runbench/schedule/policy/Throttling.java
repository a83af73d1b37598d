package runbench.schedule.policy;

/**
 * Runs gangs in turn and limits their total traffic to a share of the sustained bandwidth. If the running gangs exceed
 * it, those above their CPUs' share run for only part of the quantum, as under a bandwidth regulator (MemGuard, memory
 * bandwidth allocation).
 */
final class Throttling implements SchedulingPolicy {
    static final String NAME = "throttling";
    /** Minimum share of the quantum, so that no program stops completely. */
    private static final double MIN_QUANTUM_SHARE = 0.1;

    private final double target;
    private final WaitingList list = new WaitingList();
    private final TrafficWindow observed;
    /** Total traffic of each running program, without throttling. */
    private double[] demand = new double[16];

    /**
     * Creates a policy.
     *
     * @param target share of the sustained bandwidth that all programs together may use
     * @param window number of quanta over which traffic is averaged
     */
    Throttling(double target, int window) {
        this.target = target;
        observed = new TrafficWindow(window);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void decide(Candidates c, Decision decision) {
        observed.observe(c, list);
        list.update(c);
        list.runInTurn(c, decision);
        if (demand.length < list.runners()) {
            demand = new double[2 * list.runners()];
        }
        double all = 0;
        for (int i = 0; i < list.runners(); i++) {
            demand[i] = observed.perThread(c, list.runner(i)) * c.threads(list.runner(i));
            all += demand[i];
        }
        if (all > target * c.sustainedTraffic()) {
            throttle(c, decision);
        }
    }

    /**
     * Divides the bandwidth by progressive filling. Programs below their share keep their traffic, and the rest is
     * divided among the others by their CPUs.
     */
    private void throttle(Candidates c, Decision decision) {
        double left = target * c.sustainedTraffic();
        double cpuShare = left / c.cpus();
        boolean settled = false;
        while (!settled) {
            settled = true;
            double modest = 0;
            int greedyCpus = 0;
            for (int i = 0; i < list.runners(); i++) {
                int cpus = decision.cpus(list.runner(i));
                boolean greedy = demand[i] > cpuShare * cpus;
                modest += greedy ? 0 : demand[i];
                greedyCpus += greedy ? cpus : 0;
            }
            double next = greedyCpus == 0 ? cpuShare : (left - modest) / greedyCpus;
            if (next > cpuShare * (1 + 1e-9)) {
                cpuShare = next;
                settled = false;
            }
        }
        for (int i = 0; i < list.runners(); i++) {
            int program = list.runner(i);
            if (demand[i] > cpuShare * decision.cpus(program)) {
                decision.throttle(program, Math.max(MIN_QUANTUM_SHARE, cpuShare * decision.cpus(program) / demand[i]));
            }
        }
    }
}
