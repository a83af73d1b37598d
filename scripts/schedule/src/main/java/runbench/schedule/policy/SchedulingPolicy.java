package runbench.schedule.policy;

/**
 * Decides quantum by quantum which programs run. One object serves one run, for it may keep a history (a run queue, a
 * window of past quanta); the same sequence of candidates leads to the same decisions.
 */
public interface SchedulingPolicy {
    /** The name by which a person asks for it, as {@code latest-quantum}. */
    String name();

    /** Says who runs from now until the quantum ends: {@code decision} comes with all programs stopped. */
    void decide(Candidates candidates, Decision decision);
}
