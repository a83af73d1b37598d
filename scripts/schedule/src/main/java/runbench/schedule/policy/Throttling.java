package runbench.schedule.policy;

/**
 * Gangs by turns; where those that run together would ask for more than a share of what memory carries, the ones that
 * ask for more than their CPUs' part of it run for a share of the quantum only, as a regulator of bandwidth would let
 * them (MemGuard, memory bandwidth allocation).
 */
final class Throttling implements SchedulingPolicy {
    static final String NAME = "throttling";
    /** Nobody is stopped altogether. */
    private static final double LEAST = 0.1;

    private final double target;
    private final WaitingList list = new WaitingList();
    private final TrafficWindow seen;
    /** By each that runs, what all its threads would. */
    private double[] asked = new double[16];

    /** @param target share of what memory carries that all together may ask for */
    Throttling(double target, int window) {
        this.target = target;
        seen = new TrafficWindow(window);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void decide(Candidates c, Decision decision) {
        seen.observe(c, list);
        list.update(c);
        list.runInTurn(c, decision);
        if (asked.length < list.runners()) {
            asked = new double[2 * list.runners()];
        }
        double all = 0;
        for (int i = 0; i < list.runners(); i++) {
            asked[i] = seen.perThread(c, list.runner(i)) * c.threads(list.runner(i));
            all += asked[i];
        }
        if (all > target * c.sustainedTraffic()) {
            throttle(c, decision);
        }
    }

    /** Who asks for less than its part keeps it; what that leaves is divided among the others by their CPUs. */
    private void throttle(Candidates c, Decision decision) {
        double left = target * c.sustainedTraffic();
        double part = left / c.cpus();
        boolean settled = false;
        while (!settled) {
            settled = true;
            double modest = 0;
            int greedyCpus = 0;
            for (int i = 0; i < list.runners(); i++) {
                int cpus = decision.cpus(list.runner(i));
                boolean greedy = asked[i] > part * cpus;
                modest += greedy ? 0 : asked[i];
                greedyCpus += greedy ? cpus : 0;
            }
            double next = greedyCpus == 0 ? part : (left - modest) / greedyCpus;
            if (next > part * (1 + 1e-9)) {
                part = next;
                settled = false;
            }
        }
        for (int i = 0; i < list.runners(); i++) {
            int program = list.runner(i);
            if (asked[i] > part * decision.cpus(program)) {
                decision.throttle(program, Math.max(LEAST, part * decision.cpus(program) / asked[i]));
            }
        }
    }
}
