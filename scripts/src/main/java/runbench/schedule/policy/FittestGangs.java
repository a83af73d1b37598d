package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Whole programs, chosen by their traffic (Antonopoulos, Nikolopoulos, Papatheodorou 2003). The first of the waiting list always
 * runs, so that nobody starves. While CPUs are free the fittest of those that still find room joins it, by
 * {@code 1000 / (1 + |free traffic per free CPU - its traffic per thread|)}; among equals the one that waits longest. Of whom
 * nothing is known yet runs before all others, and is then known.
 */
abstract class FittestGangs implements SchedulingPolicy {
    private static final double BEST = 1000;

    private final String name;
    private final boolean rounds;
    private final boolean byProfile;
    private final WaitingList list = new WaitingList();
    private boolean[] served = new boolean[0];

    /**
     * @param rounds whether nobody runs a second time before all have run once, as far as gangs fit
     * @param byProfile whether what a program asks for alone counts instead of what it got, where a profile tells
     */
    FittestGangs(String name, boolean rounds, boolean byProfile) {
        this.name = name;
        this.rounds = rounds;
        this.byProfile = byProfile;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Traffic of all the program's threads that is expected of the next quantum, by what it moved before; NaN where nothing is known. */
    abstract double expected(Candidates c, int program);

    private double traffic(Candidates c, int program) {
        double alone = byProfile ? c.aloneTraffic(program) : Double.NaN;
        return Double.isNaN(alone) ? expected(c, program) : alone;
    }

    /** What all who run together should come to. */
    double reference(Candidates c) {
        return c.sustainedTraffic();
    }

    /** Called once a quantum, before anybody is chosen. */
    void observe(Candidates c, WaitingList before) {
    }

    /** How well a program fits; at most 1000. */
    static double fitness(double freePerCpu, double perThread) {
        return BEST / (1 + Math.abs(freePerCpu - perThread));
    }

    @Override
    public final void decide(Candidates c, Decision decision) {
        observe(c, list);
        list.update(c);
        if (list.size() == 0) {
            return;
        }
        if (rounds) {
            grow(c.program(c.count() - 1) + 1);
        }
        int free = c.cpus();
        double left = reference(c);
        int next = first(c);
        boolean renewed = false;
        while (free > 0) {
            if (next < 0 && rounds && !renewed) {
                Arrays.fill(served, false);
                renewed = true;
                next = fittest(c, free, left);
            }
            if (next < 0) {
                return;
            }
            int cpus = WaitingList.wanted(c, next);
            decision.run(next, cpus);
            list.runs(next);
            if (rounds) {
                served[next] = true;
            }
            free -= cpus;
            double traffic = traffic(c, next);
            left -= Double.isNaN(traffic) ? 0 : traffic;
            next = fittest(c, free, left);
        }
    }

    private int first(Candidates c) {
        for (int i = 0; rounds && i < list.size(); i++) {
            if (!served[list.at(i)]) {
                return list.at(i);
            }
        }
        if (rounds) {
            Arrays.fill(served, false);
        }
        return list.at(0);
    }

    private int fittest(Candidates c, int free, double left) {
        int best = -1;
        double bestFitness = -1;
        for (int i = 0; free > 0 && i < list.size(); i++) {
            int program = list.at(i);
            int cpus = WaitingList.wanted(c, program);
            if (cpus > free || list.running(program) || rounds && served[program]) {
                continue;
            }
            double traffic = traffic(c, program);
            if (Double.isNaN(traffic)) {
                return program;
            }
            double fitness = fitness(left / free, traffic / cpus);
            if (fitness > bestFitness) {
                best = program;
                bestFitness = fitness;
            }
        }
        return best;
    }

    private void grow(int programs) {
        if (programs > served.length) {
            served = Arrays.copyOf(served, Math.max(programs, 2 * served.length));
        }
    }
}
