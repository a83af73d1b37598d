package runbench.schedule.policy;

import java.util.Arrays;

/** The policies that run whole gangs in waiting order, with and without regard to their traffic. */
final class GangsInTurn {
    private GangsInTurn() {
    }

    /**
     * Runs whole programs in turn, regardless of their traffic: the first of the waiting list, then the longest waiting
     * ones that still fit. The gain of another policy over this one comes from its use of bandwidth, not from running a
     * program's threads together.
     */
    static final class RoundRobin implements SchedulingPolicy {
        static final String NAME = "round-robin";

        private final WaitingList list = new WaitingList();

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void decide(Candidates c, Decision decision) {
            list.update(c);
            list.runInTurn(c, decision);
        }
    }

    /**
     * Runs gangs in turn, longest waiting first, and moves CPUs away from gangs that saturate memory. If the running
     * gangs would saturate memory together, gangs above their CPUs' share of the bandwidth give up CPUs, down to one
     * each. Waiting programs with less traffic receive those CPUs: threads that wait for memory gain little from more
     * CPUs. The demand of a program is its profile's traffic alone or, without a profile, the highest traffic observed.
     */
    static final class CoreAllocation implements SchedulingPolicy {
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
            for (int i = 0; i < list.size() && all > c.sustainedTraffic()
                    && (free > 0 || greediest(decision) >= 0); i++) {
                int program = list.at(i);
                double traffic = observed.perThread(c, program);
                if (list.running(program) || traffic > cpuShare) {
                    continue;
                }
                int cpus = WaitingList.wanted(c, program);
                for (int from = free < cpus ? greediest(decision) : -1; from >= 0; from = free < cpus
                        ? greediest(decision)
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
         * Returns the program with the highest traffic per CPU among those above their share that still have more than
         * one CPU; -1 if there is none.
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

    /**
     * Runs gangs in turn and limits their total traffic to a share of the sustained bandwidth. If the running gangs
     * exceed it, those above their CPUs' share run for only part of the quantum, as under a bandwidth regulator
     * (MemGuard, memory bandwidth allocation).
     */
    static final class Throttling implements SchedulingPolicy {
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
                    decision.throttle(program,
                            Math.max(MIN_QUANTUM_SHARE, cpuShare * decision.cpus(program) / demand[i]));
                }
            }
        }
    }
}
