package runbench.schedule.policy;

/**
 * Gives a program that would saturate memory fewer CPUs, and the rest to programs that need less: threads that only wait for
 * memory gain nothing by waiting side by side. Gangs by turns; each is widened only while what it would ask for alone (its profile,
 * else the most that was seen of it) still finds room below what memory carries; the first of the list runs in any case, on one CPU at least.
 */
final class CoreAllocation implements SchedulingPolicy {
    static final String NAME = "core-allocation";

    private final WaitingList list = new WaitingList();
    private final TrafficWindow seen;

    CoreAllocation(int window) {
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
        double left = c.sustainedTraffic();
        for (int i = 0; i < list.size() && free > 0; i++) {
            int program = list.at(i);
            double traffic = asked(c, seen, program);
            double perThread = Double.isNaN(traffic) ? 0 : traffic / c.threads(program);
            int room = perThread > 0 ? (int) Math.max(i == 0 ? 1 : 0, Math.floor(left / perThread)) : Integer.MAX_VALUE;
            int cpus = Math.min(room, Math.min(free, c.threads(program)));
            if (cpus > 0) {
                decision.run(program, cpus);
                list.runs(program);
                free -= cpus;
                left -= perThread * cpus;
            }
        }
    }

    /** What a program would ask for alone, as far as anyone knows. */
    static double asked(Candidates c, TrafficWindow seen, int program) {
        double alone = c.aloneTraffic(program);
        return Double.isNaN(alone) ? seen.highest(program) : alone;
    }
}
