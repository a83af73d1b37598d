package runbench.measure.schedule;

import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;

/** A policy under which all programs run at all times and the kernel schedules them: the baseline of comparisons. */
public final class LeftToKernel implements SchedulingPolicy {
    public static final String NAME = "none";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void decide(Candidates candidates, Decision decision) {
        for (int i = 0; i < candidates.count(); i++) {
            decision.run(candidates.program(i), candidates.cpus());
        }
    }
}
