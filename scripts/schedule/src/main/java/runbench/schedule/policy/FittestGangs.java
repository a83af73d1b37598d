package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Whole programs, chosen by their traffic (Antonopoulos, Nikolopoulos, Papatheodorou 2003). The first of the waiting
 * list always runs, so that nobody starves. While CPUs are free the fittest of those that still find room joins it, by
 * {@code 1000 / (1 + |free traffic per free CPU - its traffic per thread|)}; among equals the one that waits longest.
 * Of whom nothing is known yet runs before all others, and is then known.
 */
abstract class FittestGangs implements SchedulingPolicy {
    private static final int TAKEN = Integer.MAX_VALUE;
    /**
     * Of more waiting programs the fittest is looked up in an order instead of by going through all: the choice is the
     * same.
     */
    private static final int SCANNED = 48;

    private final String name;
    private final boolean rounds;
    private final boolean byProfile;
    private final WaitingList list = new WaitingList();
    private boolean[] served = new boolean[0];
    private int[] cpus = new int[0];
    private double[] perThread = new double[0];
    private final TrafficOrder order = new TrafficOrder();
    private final int scanned;
    private boolean inOrder;
    private int[] unknown = new int[0];
    private int unknowns;

    /**
     * @param rounds whether nobody runs a second time before all have run once, as far as gangs fit
     * @param byProfile whether what a program asks for alone counts instead of what it got, where a profile tells
     */
    FittestGangs(String name, boolean rounds, boolean byProfile) {
        this(name, rounds, byProfile, SCANNED);
    }

    /** @param scanned waiting programs that are gone through */
    FittestGangs(String name, boolean rounds, boolean byProfile, int scanned) {
        this.name = name;
        this.rounds = rounds;
        this.byProfile = byProfile;
        this.scanned = scanned;
    }

    @Override
    public final String name() {
        return name;
    }

    /**
     * Traffic of all the program's threads that is expected of the next quantum, by what it moved before; NaN where
     * nothing is known.
     */
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
        look(c);
        int free = c.cpus();
        double left = reference(c);
        int next = first();
        if (inOrder) {
            order.begin(list, cpus, perThread, rounds ? served : null, c.cpus());
        }
        boolean renewed = false;
        while (free > 0) {
            if (next < 0 && rounds && !renewed) {
                Arrays.fill(served, false);
                renewed = true;
                if (inOrder) {
                    order.open(served);
                }
                next = fittest(free, left);
            }
            if (next < 0) {
                return;
            }
            int program = list.at(next);
            decision.run(program, cpus[next]);
            list.runs(program);
            if (rounds) {
                served[program] = true;
            }
            free -= cpus[next];
            left -= Double.isNaN(perThread[next]) ? 0 : perThread[next] * cpus[next];
            cpus[next] = TAKEN;
            if (inOrder) {
                order.runs(program);
            }
            next = fittest(free, left);
        }
    }

    /**
     * What is known of each, by its place in the list, looked up once: it is gone through for every one that is chosen.
     */
    private void look(Candidates c) {
        if (cpus.length < list.size()) {
            cpus = new int[2 * list.size()];
            perThread = new double[2 * list.size()];
            unknown = new int[2 * list.size()];
        }
        // Once it is kept it goes on being kept, though few are left.
        inOrder |= list.size() > scanned;
        unknowns = 0;
        for (int i = 0; i < list.size(); i++) {
            cpus[i] = WaitingList.wanted(c, list.at(i));
            perThread[i] = traffic(c, list.at(i)) / cpus[i];
            if (Double.isNaN(perThread[i])) {
                unknown[unknowns++] = i;
            }
        }
    }

    private int first() {
        for (int i = 0; rounds && i < list.size(); i++) {
            if (!served[list.at(i)]) {
                return i;
            }
        }
        if (rounds) {
            Arrays.fill(served, false);
        }
        return 0;
    }

    /** The place of the fittest; fitness falls with the distance, so that the nearest is it. */
    private int fittest(int free, double left) {
        for (int k = 0; free > 0 && k < unknowns; k++) {
            if (cpus[unknown[k]] <= free && !(rounds && served[list.at(unknown[k])])) {
                return unknown[k];
            }
        }
        if (inOrder) {
            return free > 0 ? order.nearest(free, left / free) : -1;
        }
        int best = -1;
        double nearest = Double.POSITIVE_INFINITY;
        double freePerCpu = left / free;
        for (int i = 0; free > 0 && i < list.size(); i++) {
            if (cpus[i] > free || Double.isNaN(perThread[i]) || rounds && served[list.at(i)]) {
                continue;
            }
            double distance = Math.abs(freePerCpu - perThread[i]);
            if (distance < nearest) {
                best = i;
                nearest = distance;
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
