package runbench.schedule.simulate;

import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;

/**
 * Whole programs as a plan says, quantum by quantum; after its end whoever still fits, in the order of the workload.
 */
final class PlannedSchedule implements SchedulingPolicy {
    private final int[] plan;
    private final int[] programs;
    private int next;

    /**
     * @param plan who runs in each quantum; bits @param programs whose bits these are, by their numbers in the workload
     */
    PlannedSchedule(int[] plan, int[] programs) {
        this.plan = plan.clone();
        this.programs = programs.clone();
    }

    @Override
    public String name() {
        return "planned";
    }

    @Override
    public void decide(Candidates c, Decision decision) {
        int present = present(c);
        if (present == 0) {
            return;
        }
        int set = next < plan.length ? plan[next++] & present : 0;
        run(c, decision, set == 0 ? present : set);
    }

    private int present(Candidates c) {
        int present = 0;
        int at = 0;
        for (int i = 0; i < programs.length; i++) {
            while (at < c.count() && c.program(at) < programs[i]) {
                at++;
            }
            present |= at < c.count() && c.program(at) == programs[i] ? 1 << i : 0;
        }
        return present;
    }

    private void run(Candidates c, Decision decision, int set) {
        int free = c.cpus();
        for (int i = 0; i < programs.length; i++) {
            int wanted = Math.min(c.threads(programs[i]), c.cpus());
            if ((set >> i & 1) == 1 && wanted <= free) {
                decision.run(programs[i], wanted);
                free -= wanted;
            }
        }
    }
}
