package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Gangs by turns, whoever waits longest first. Where those that run would saturate memory together, the ones that ask
 * for more than their CPUs' part of it give CPUs up, down to one each, to waiting programs that ask for less: threads
 * that only wait for memory gain little by waiting side by side. What a program asks for is what its profile says of it
 * alone, else the most that was seen of it.
 */
final class CoreAllocation implements SchedulingPolicy {
    static final String NAME = "core-allocation";

    private final WaitingList list = new WaitingList();
    private final TrafficWindow seen;
    /** Who runs and asks for more than its CPUs' part, on each of them; in the order of waiting. */
    private int[] greedy = new int[16];
    private double[] greedyTraffic = new double[16];
    private int greedyCount;

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
        int free = list.runInTurn(c, decision);
        double part = c.sustainedTraffic() / c.cpus();
        double all = look(c, decision, part);
        for (int i = 0; i < list.size() && all > c.sustainedTraffic() && (free > 0 || greediest(decision) >= 0); i++) {
            int program = list.at(i);
            double traffic = seen.perThread(c, program);
            if (list.running(program) || traffic > part) {
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

    /** Who is greedy of those that run. @return what all of these would ask for */
    private double look(Candidates c, Decision decision, double part) {
        double all = 0;
        greedyCount = 0;
        for (int i = 0; i < list.runners(); i++) {
            int program = list.runner(i);
            double traffic = seen.perThread(c, program);
            all += traffic * decision.cpus(program);
            if (traffic > part) {
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

    /** Who of the greedy has more than one CPU and asks for most on each; -1 for nobody. */
    private int greediest(Decision decision) {
        int found = -1;
        for (int i = 0; i < greedyCount; i++) {
            if (decision.cpus(greedy[i]) > 1 && (found < 0 || greedyTraffic[i] > greedyTraffic[found])) {
                found = i;
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
}
