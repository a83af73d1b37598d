package runbench.schedule.contention;

/**
 * What a program asks of memory on average, alone.
 *
 * @param threads that share the traffic evenly
 * @param traffic bytes per second, of all threads
 * @param waiting share of its time, 0..1, in which it waits for memory; NaN where that is not known
 * @param source  how this is known
 */
public record ProgramDemand(int threads, double traffic, double waiting, String source) {
    private static final int STEPS = 60;
    private static final double NOTHING = 1e-6;

    /**
     * How much longer the first takes beside the second, on average; a program of several threads is held against its own threads by
     * themselves, who wait for each other already when it is alone.
     */
    public static double slowdown(Contention model, ProgramDemand victim, ProgramDemand other) {
        int n = victim.threads + other.threads;
        double[] demand = new double[n];
        double[] waiting = new double[n];
        for (int i = 0; i < n; i++) {
            ProgramDemand p = i < victim.threads ? victim : other;
            demand[i] = p.traffic / p.threads;
            waiting[i] = p.waiting;
        }
        double[] speeds = new double[n];
        model.speeds(victim.threads, demand, waiting, speeds);
        double byItself = speeds[0];
        model.speeds(n, demand, waiting, speeds);
        return byItself / speeds[0];
    }

    /**
     * The traffic and the waiting of a program that would slow a reader of memory (BBMA), and be slowed by it, as was seen: what each does to the
     * other tells both, and no counter is needed. It is searched by halving, for the reader is slowed the more the more traffic there is, and the program the
     * more it waits. One thread draws no more than {@link ContentionModel#single}: what the reader loses beyond that is noise, or has another
     * cause than memory, and is not explained by more traffic. The idea to know a program by what it does to a probe and a probe to it: Mars and
     * others, Bubble-Up, MICRO 2011.
     *
     * @param slowed of the program beside the reader, 1: not at all
     * @param slows  of the reader beside the program
     */
    public static ProgramDemand probed(ContentionModel model, double slowed, double slows) {
        ProgramDemand reader = new ProgramDemand(1, model.single(), 1, "");
        double least = 0;
        double most = model.single();
        double waiting = 0;
        for (int i = 0; i < STEPS; i++) {
            double traffic = (least + most) / 2;
            waiting = waiting(model, reader, traffic, slowed);
            if (slowdown(model, reader, new ProgramDemand(1, traffic, waiting, "")) < slows) {
                least = traffic;
            } else {
                most = traffic;
            }
        }
        return new ProgramDemand(1, most < NOTHING * model.single() ? 0 : most, waiting, "probed: what a reader of memory beside it lost, and what it lost itself");
    }

    private static double waiting(ContentionModel model, ProgramDemand reader, double traffic, double slowed) {
        double least = 0;
        double most = 1;
        for (int i = 0; i < STEPS; i++) {
            double w = (least + most) / 2;
            if (slowdown(model, new ProgramDemand(1, traffic, w, ""), reader) < slowed) {
                least = w;
            } else {
                most = w;
            }
        }
        return most < NOTHING ? 0 : most;
    }
}
