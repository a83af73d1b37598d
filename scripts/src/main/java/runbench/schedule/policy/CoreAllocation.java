package runbench.schedule.policy;

/**
 * Gangs by turns, whoever waits longest first. Where those that run would saturate memory together, the ones that ask for more than
 * their CPUs' part of it give CPUs up, down to one each, to waiting programs that ask for less: threads that only wait for memory
 * gain little by waiting side by side. What a program asks for is what its profile says of it alone, else the most that was seen of it.
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
        double all = 0;
        for (int i = 0; i < list.size() && free > 0; i++) {
            int program = list.at(i);
            int cpus = WaitingList.wanted(c, program);
            if (cpus <= free) {
                decision.run(program, cpus);
                list.runs(program);
                free -= cpus;
                all += perThread(c, seen, program) * cpus;
            }
        }
        double part = c.sustainedTraffic() / c.cpus();
        for (int i = 0; i < list.size() && all > c.sustainedTraffic(); i++) {
            int program = list.at(i);
            int cpus = WaitingList.wanted(c, program);
            double traffic = perThread(c, seen, program);
            if (list.running(program) || traffic > part) {
                continue;
            }
            int greedy = greediest(c, decision, part);
            while (free < cpus && greedy >= 0) {
                decision.run(greedy, decision.cpus(greedy) - 1);
                all -= perThread(c, seen, greedy);
                free++;
                greedy = greediest(c, decision, part);
            }
            if (free >= cpus) {
                decision.run(program, cpus);
                list.runs(program);
                free -= cpus;
                all += traffic * cpus;
            }
        }
        giveBack(c, decision, free);
    }

    /** Who has more than one CPU and asks for most on each, above the part of one; -1 for nobody. */
    private int greediest(Candidates c, Decision decision, double part) {
        int found = -1;
        double most = part;
        for (int i = 0; i < list.size(); i++) {
            int program = list.at(i);
            if (decision.cpus(program) > 1 && perThread(c, seen, program) > most) {
                found = program;
                most = perThread(c, seen, program);
            }
        }
        return found;
    }

    /** CPUs that found no taker go back to those that gave them up. */
    private void giveBack(Candidates c, Decision decision, int free) {
        int left = free;
        for (int i = 0; i < list.size() && left > 0; i++) {
            int program = list.at(i);
            int lacks = WaitingList.wanted(c, program) - decision.cpus(program);
            if (decision.cpus(program) > 0 && lacks > 0) {
                decision.run(program, decision.cpus(program) + Math.min(lacks, left));
                left -= Math.min(lacks, left);
            }
        }
    }

    /** What a thread would ask for alone, as far as anyone knows; 0 where nobody does. */
    static double perThread(Candidates c, TrafficWindow seen, int program) {
        double alone = c.aloneTraffic(program);
        double traffic = Double.isNaN(alone) ? seen.highest(program) : alone;
        return Double.isNaN(traffic) ? 0 : traffic / c.threads(program);
    }
}
