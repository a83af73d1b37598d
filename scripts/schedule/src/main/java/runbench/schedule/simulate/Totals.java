package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.schedule.workload.WorkloadProgram;

/** Traffic and CPU time of each program, in the current quantum and in total. */
final class Totals {
    /** Traffic per running time in the latest quantum in which the program ran; NaN before its first run. */
    final double[] latest;
    /** Amount transferred in the current quantum. */
    final double[] transferred;
    /** Running time in the current quantum. */
    final double[] runningTime;
    final double[] cpuSeconds;
    /** End of each program in seconds; 0 while it runs. */
    final double[] end;
    /** Number of judged programs that have not ended. */
    int judged;
    private final double[] traffic;

    Totals(List<WorkloadProgram> all) {
        int programs = all.size();
        judged = (int) all.stream().filter(p -> !p.background()).count();
        latest = new double[programs];
        Arrays.fill(latest, Double.NaN);
        transferred = new double[programs];
        runningTime = new double[programs];
        cpuSeconds = new double[programs];
        end = new double[programs];
        traffic = new double[programs];
    }

    /** Ends the quantum for a program. */
    void close(int program) {
        if (runningTime[program] > 0) {
            latest[program] = transferred[program] / runningTime[program];
            traffic[program] += transferred[program];
            transferred[program] = 0;
            runningTime[program] = 0;
        }
    }

    boolean ended(int program) {
        return end[program] > 0;
    }

    /**
     * Returns the results.
     *
     * @param now end of the schedule, seconds
     */
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
