package runbench.schedule.policy;

/**
 * Gangs by turns; where those that run together would ask for more than a share of what memory carries, the ones that ask for more
 * than their CPUs' part of it run for a share of the quantum only, as a regulator of bandwidth would let them (MemGuard, memory
 * bandwidth allocation).
 */
final class Throttling implements SchedulingPolicy {
    static final String NAME = "throttling";
    /** Nobody is stopped altogether. */
    private static final double LEAST = 0.1;

    private final double target;
    private final WaitingList list = new WaitingList();
    private final TrafficWindow seen;

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
        int free = c.cpus();
        double all = 0;
        for (int i = 0; i < list.size() && free > 0; i++) {
            int program = list.at(i);
            int cpus = WaitingList.wanted(c, program);
            if (cpus <= free) {
                decision.run(program, cpus);
                list.runs(program);
                free -= cpus;
                all += asked(c, program);
            }
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
            for (int i = 0; i < list.size(); i++) {
                int program = list.at(i);
                if (list.running(program)) {
                    boolean greedy = asked(c, program) > part * decision.cpus(program);
                    modest += greedy ? 0 : asked(c, program);
                    greedyCpus += greedy ? decision.cpus(program) : 0;
                }
            }
            double next = greedyCpus == 0 ? part : (left - modest) / greedyCpus;
            if (next > part * (1 + 1e-9)) {
                part = next;
                settled = false;
            }
        }
        for (int i = 0; i < list.size(); i++) {
            int program = list.at(i);
            double asked = asked(c, program);
            if (list.running(program) && asked > part * decision.cpus(program)) {
                decision.throttle(program, Math.max(LEAST, part * decision.cpus(program) / asked));
            }
        }
    }

    private double asked(Candidates c, int program) {
        return CoreAllocation.perThread(c, seen, program) * c.threads(program);
    }
}
