package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Runs gangs in turn, longest waiting first, and moves CPUs away from gangs that saturate memory. If the running gangs
 * would saturate memory together, gangs above their CPUs' share of the bandwidth give up CPUs, down to one each.
 * Waiting programs with less traffic receive those CPUs: threads that wait for memory gain little from more CPUs. The
 * demand of a program is its profile's traffic alone or, without a profile, the highest traffic observed.
 */
final class CoreAllocation implements SchedulingPolicy {
    static final String NAME = "core-allocation";

    private final WaitingList list = new WaitingList();
    private final TrafficWindow observed;
    /** Running programs whose traffic exceeds their CPUs' share, with their traffic per CPU; in waiting order. */
    private int[] greedy = new int[16];
    private double[] greedyTraffic = new double[16];
    private int greedyCount;

    CoreAllocation(int window) {
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
        int free = list.runInTurn(c, decision);
        double cpuShare = c.sustainedTraffic() / c.cpus();
        double all = findGreedy(c, decision, cpuShare);
        for (int i = 0; i < list.size() && all > c.sustainedTraffic() && (free > 0 || greediest(decision) >= 0); i++) {
            int program = list.at(i);
            double traffic = observed.perThread(c, program);
            if (list.running(program) || traffic > cpuShare) {
                continue;
            }
            int cpus = WaitingList.wanted(c, program);
            for (int from = free < cpus ? greediest(decision) : -1; from >= 0; from = free < cpus ? greediest(decision)
                    : -1) {
                decision.run(greedy[from], decision.cpus(greedy[from]) - 1);
                all -= greedyTraffic[from];
                free++;
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

    /**
     * Finds the running programs whose traffic exceeds their CPUs' share.
     *
     * @return total traffic of all running programs
     */
    private double findGreedy(Candidates c, Decision decision, double cpuShare) {
        double all = 0;
        greedyCount = 0;
        for (int i = 0; i < list.runners(); i++) {
            int program = list.runner(i);
            double traffic = observed.perThread(c, program);
            all += traffic * decision.cpus(program);
            if (traffic > cpuShare) {
                add(program, traffic);
            }
        }
        return all;
    }

    private void add(int program, double traffic) {
        if (greedyCount == greedy.length) {
            greedy = Arrays.copyOf(greedy, 2 * greedyCount);
            greedyTraffic = Arrays.copyOf(greedyTraffic, greedy.length);
        }
        greedy[greedyCount] = program;
        greedyTraffic[greedyCount++] = traffic;
    }

    /**
     * Returns the program with the highest traffic per CPU among those above their share that still have more than one
     * CPU; -1 if there is none.
     */
    private int greediest(Decision decision) {
        int found = -1;
        for (int i = 0; i < greedyCount; i++) {
            if (decision.cpus(greedy[i]) > 1 && (found < 0 || greedyTraffic[i] > greedyTraffic[found])) {
                found = i;
            }
        }
        return found;
    }

    /** Returns unused CPUs to the programs that gave them up. */
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
}
