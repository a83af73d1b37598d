package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.schedule.workload.WorkloadProgram;

/** What each program has moved and had of the CPUs, in the quantum that goes on and altogether. */
final class Totals {
    /** Per time that it ran, in the latest quantum that it ran in; NaN before. */
    final double[] latest;
    /** In this quantum. */
    final double[] moved;
    /** Time in this quantum. */
    final double[] ran;
    final double[] cpuSeconds;
    /** When it ended; 0 while it goes on. */
    final double[] end;
    /** Programs that are judged and have not ended. */
    int judged;
    private final double[] traffic;

    Totals(List<WorkloadProgram> all) {
        int programs = all.size();
        judged = (int) all.stream().filter(p -> !p.background()).count();
        latest = new double[programs];
        Arrays.fill(latest, Double.NaN);
        moved = new double[programs];
        ran = new double[programs];
        cpuSeconds = new double[programs];
        end = new double[programs];
        traffic = new double[programs];
    }

    /** The quantum is over. */
    void close(int program) {
        if (ran[program] > 0) {
            latest[program] = moved[program] / ran[program];
            traffic[program] += moved[program];
            moved[program] = 0;
            ran[program] = 0;
        }
    }

    boolean ended(int program) {
        return end[program] > 0;
    }

    /** @param now when the schedule ended, seconds */
    List<ProgramOutcome> outcomes(List<WorkloadProgram> programs, Strands strands, CpuPlacement placement, double now) {
        List<ProgramOutcome> outcomes = new ArrayList<>();
        for (int p = 0; p < programs.size(); p++) {
            WorkloadProgram program = programs.get(p);
            int first = strands.first[p];
            double work = 0;
            for (int t = first; t < first + program.threads(); t++) {
                work += strands.work[strands.aligned[p] ? first : t];
            }
            double alone = strands.course[p].aloneSeconds();
            outcomes.add(new ProgramOutcome(program.name(), program.background(), program.threads(),
                    program.arrivalSeconds(), alone, program.background() ? now : end[p],
                    work / program.threads() / alone, cpuSeconds[p], traffic[p],
                    placement.switches(first, program.threads()), placement.migrations(first, program.threads())));
        }
        return outcomes;
    }
}
