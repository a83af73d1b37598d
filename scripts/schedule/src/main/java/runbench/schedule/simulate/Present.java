package runbench.schedule.simulate;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.schedule.policy.Candidates;
import runbench.schedule.simulate.QuantumCourse.Totals;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** The programs that have arrived and have not ended, with the information available to a policy. */
final class Present implements Candidates {
    private final List<WorkloadProgram> programs;
    private final int cpus;
    private final double sustained;
    private final Levels levels;
    private final Strands strands;
    private final Totals totals;
    private final int[] byArrival;
    private int arrived;
    /** Numbers of the programs in ascending order. */
    final int[] alive;
    int aliveCount;
    long quantum;

    Present(List<WorkloadProgram> programs, int cpus, double sustained, Levels levels, Strands strands, Totals totals) {
        this.programs = programs;
        this.cpus = cpus;
        this.sustained = sustained;
        this.levels = levels;
        this.strands = strands;
        this.totals = totals;
        alive = new int[programs.size()];
        byArrival = IntStream.range(0, programs.size())
                .boxed()
                .sorted(Comparator.comparingDouble(p -> programs.get(p).arrivalSeconds()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Adds programs that arrive until now. */
    void addArrivals(double now) {
        while (arrived < byArrival.length
                && programs.get(byArrival[arrived]).arrivalSeconds() <= now + Strands.NOTHING) {
            int program = byArrival[arrived++];
            int at = aliveCount++;
            while (at > 0 && alive[at - 1] > program) {
                alive[at] = alive[at - 1];
                at--;
            }
            alive[at] = program;
        }
    }

    /** Returns the next arrival in seconds. */
    double nextArrival() {
        return programs.get(byArrival[arrived]).arrivalSeconds();
    }

    /** Ends the quantum and removes ended programs. */
    void endQuantum() {
        int kept = 0;
        for (int i = 0; i < aliveCount; i++) {
            int program = alive[i];
            totals.close(program);
            if (!totals.ended(program)) {
                alive[kept++] = program;
            }
        }
        aliveCount = kept;
        quantum++;
    }

    @Override
    public int count() {
        return aliveCount;
    }

    @Override
    public int program(int index) {
        return alive[index];
    }

    @Override
    public int threads(int program) {
        return strands.threads[program];
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public long quantum() {
        return quantum;
    }

    @Override
    public double latestTraffic(int program) {
        return totals.latest[program];
    }

    @Override
    public double aloneTraffic(int program) {
        return levels.traffic(strands.level(program, strands.first[program]));
    }

    @Override
    public double sustainedTraffic() {
        return sustained;
    }
}
