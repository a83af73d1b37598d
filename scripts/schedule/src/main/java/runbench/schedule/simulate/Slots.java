package runbench.schedule.simulate;

import runbench.schedule.policy.Decision;

/**
 * Who runs in a quantum, on which CPUs, and when in it. A slot is a thread, or a whole program whose threads stand at
 * the same place.
 */
final class Slots {
    private final Strands strands;
    private final CpuPlacement placement;
    private final boolean[] stayed;
    private int throttled;

    int count;
    final int[] program;
    final int[] thread;
    /** CPUs that the slot has. */
    final int[] cpus;
    /** Share of its threads that run at a time. */
    final double[] share;
    /** When in the quantum it runs, seconds. */
    final double[] from;
    final double[] to;

    Slots(Strands strands, CpuPlacement placement, int most) {
        this.strands = strands;
        this.placement = placement;
        program = new int[most];
        thread = new int[most];
        cpus = new int[most];
        share = new double[most];
        from = new double[most];
        to = new double[most];
        stayed = new boolean[most];
    }

    /** Fills the slots as was decided, and has the threads pay for coming onto CPUs. */
    void fill(Decision decision, int[] alive, int living, double quantum) {
        count = 0;
        throttled = 0;
        placement.begin();
        if (decision.placed() > 0) {
            for (int i = 0; i < decision.placed(); i++) {
                int p = decision.placedProgram(i);
                int t = strands.first[p] + decision.placedThread(i);
                strands.separate(p);
                if (!strands.done[t]) {
                    add(p, t, 1, 1, 1, quantum);
                    strands.debt[t] += placement.on(t, decision.placedCpu(i));
                }
            }
            return;
        }
        for (int i = 0; i < living; i++) {
            int p = alive[i];
            int wanted = Math.min(decision.cpus(p), strands.threads[p]);
            if (wanted > 0 && strands.aligned[p]) {
                add(p, strands.first[p], wanted, (double) wanted / strands.threads[p], decision.share(p), quantum);
            } else if (wanted > 0) {
                slowest(p, wanted, decision.share(p), quantum);
            }
        }
        place();
    }

    private void add(int p, int t, int on, double part, double ofQuantum, double quantum) {
        program[count] = p;
        thread[count] = t;
        cpus[count] = on;
        share[count] = part;
        boolean late = ofQuantum < 1 && throttled++ % 2 == 1;
        from[count] = late ? quantum * (1 - ofQuantum) : 0;
        to[count++] = late ? quantum : quantum * ofQuantum;
    }

    /** Those of a program's threads that are furthest behind. */
    private void slowest(int p, int wanted, double ofQuantum, double quantum) {
        int begin = count;
        for (int k = 0; k < wanted; k++) {
            int best = -1;
            for (int t = strands.first[p]; t < strands.first[p] + strands.threads[p]; t++) {
                boolean chosen = strands.done[t];
                for (int s = begin; s < count; s++) {
                    chosen |= thread[s] == t;
                }
                best = !chosen && (best < 0 || strands.work[t] < strands.work[best]) ? t : best;
            }
            if (best < 0) {
                return;
            }
            add(p, best, 1, 1, ofQuantum, quantum);
        }
    }

    /** Who can stay stays; the others take what is left. A gang waits for the one of its threads that pays most. */
    private void place() {
        int all = 0;
        for (int s = 0; s < count; s++) {
            for (int k = 0; k < cpus[s]; k++) {
                stayed[all++] = placement.stay(thread[s] + k);
            }
        }
        all = 0;
        for (int s = 0; s < count; s++) {
            double most = 0;
            for (int k = 0; k < cpus[s]; k++) {
                int t = thread[s] + k;
                most = Math.max(most, stayed[all++] ? placement.resume(t) : placement.anywhere(t));
            }
            strands.debt[thread[s]] += most;
        }
    }
}
