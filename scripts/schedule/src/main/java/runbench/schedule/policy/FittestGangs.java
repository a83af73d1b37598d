package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Runs whole programs, selected by their traffic (Antonopoulos, Nikolopoulos, Papatheodorou 2003). The first program of
 * the waiting list always runs, so no program starves. While CPUs are free, the policy adds the fitting program with
 * the highest fitness {@code 1000 / (1 +
 * free traffic per free CPU - its traffic per thread
 * )}. Among equals, the one that waits longest wins. Programs without known traffic run first, which measures their
 * traffic.
 */
abstract class FittestGangs implements SchedulingPolicy {
    private static final int TAKEN = Integer.MAX_VALUE;
    /** Number of waiting programs beyond which a sorted order replaces the linear scan; the choice is the same. */
    private static final int MAX_SCANNED = 48;

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
     * Creates a policy.
     *
     * @param name name as typed by a person
     * @param rounds true if no program runs twice before all have run once, as far as gangs fit
     * @param byProfile true if the traffic alone of a profile, where one exists, replaces the observed traffic
     */
    FittestGangs(String name, boolean rounds, boolean byProfile) {
        this(name, rounds, byProfile, MAX_SCANNED);
    }

    /**
     * Creates a policy with a given limit of the linear scan.
     *
     * @param scanned number of waiting programs up to which the policy scans the list
     */
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
     * Returns the expected traffic of all the program's threads in the next quantum, from its history; NaN if unknown.
     */
    abstract double expected(Candidates c, int program);

    private double traffic(Candidates c, int program) {
        double alone = byProfile ? c.aloneTraffic(program) : Double.NaN;
        return Double.isNaN(alone) ? expected(c, program) : alone;
    }

    /** Returns the target for the total traffic of the selected programs. */
    double reference(Candidates c) {
        return c.sustainedTraffic();
    }

    /** Updates the history. The policy calls it once per quantum before it selects programs. */
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
        cacheCandidates(c);
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
     * Caches CPU count and traffic of each waiting program by its place in the list, because every selection scans
     * them.
     */
    private void cacheCandidates(Candidates c) {
        if (cpus.length < list.size()) {
            cpus = new int[2 * list.size()];
            perThread = new double[2 * list.size()];
            unknown = new int[2 * list.size()];
        }
        // A sorted order stays in use even if few programs are left.
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

    /**
     * Returns the place of the fittest program, or -1. Fitness falls with the distance, so the nearest one is the
     * fittest.
     */
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

    /**
     * Selects the fittest gangs by their traffic in the latest quantum in which they ran. It follows changes quickly,
     * but bursts mislead it.
     */
    static final class LatestQuantum extends FittestGangs {
        static final String NAME = "latest-quantum";

        LatestQuantum(boolean byProfile) {
            super(NAME, false, byProfile);
        }

        @Override
        double expected(Candidates c, int program) {
            return c.latestTraffic(program);
        }
    }

    /**
     * Selects the fittest gangs by their mean traffic over the latest few quanta in which they ran. It smooths bursts
     * and follows changes late.
     */
    static final class QuantaWindow extends FittestGangs {
        static final String NAME = "quanta-window";

        private final TrafficWindow window;

        QuantaWindow(int quanta, boolean byProfile) {
            super(NAME, false, byProfile);
            window = new TrafficWindow(quanta);
        }

        @Override
        void observe(Candidates c, WaitingList before) {
            window.observe(c, before);
        }

        @Override
        double expected(Candidates c, int program) {
            return window.mean(program);
        }
    }

    /**
     * Runs every program once per round, in groups whose traffic is near the sustained memory bandwidth (PBW in Xu, Wu,
     * Yew 2010).
     */
    static final class PeakBandwidth extends FittestGangs {
        static final String NAME = "pbw";

        PeakBandwidth(boolean byProfile) {
            super(NAME, true, byProfile);
        }

        @Override
        double expected(Candidates c, int program) {
            return c.latestTraffic(program);
        }
    }
}
