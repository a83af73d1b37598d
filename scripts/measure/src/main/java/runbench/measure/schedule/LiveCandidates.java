package runbench.measure.schedule;

import java.util.List;
import runbench.schedule.policy.Candidates;

/** The state of the programs at a quantum boundary, for the scheduling policy. */
final class LiveCandidates implements Candidates {
    private final List<LiveProgram> all;
    private final int cpus;
    private final double sustained;
    private List<LiveProgram> present = List.of();
    private long quantum;

    LiveCandidates(List<LiveProgram> all, int cpus, double sustained) {
        this.all = all;
        this.cpus = cpus;
        this.sustained = sustained;
    }

    void at(long number) {
        quantum = number;
        present = all.stream().filter(p -> p.state == LiveProgram.State.PRESENT).toList();
    }

    @Override
    public int count() {
        return present.size();
    }

    @Override
    public int program(int index) {
        return present.get(index).number;
    }

    /**
     * Returns the number of CPUs a program uses. A gang larger than the machine gets all CPUs, and its threads share
     * them.
     */
    @Override
    public int threads(int program) {
        return Math.min(all.get(program).what.threads(), cpus);
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
        return all.get(program).latestTraffic;
    }

    @Override
    public double aloneTraffic(int program) {
        return all.get(program).aloneTraffic();
    }

    @Override
    public double sustainedTraffic() {
        return sustained;
    }
}
