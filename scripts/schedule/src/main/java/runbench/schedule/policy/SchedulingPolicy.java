package runbench.schedule.policy;

/**
 * Decides quantum by quantum which programs run. One object serves one run, because it can keep a history (a run queue,
 * a window of past quanta). The same sequence of candidates leads to the same decisions.
 */
public interface SchedulingPolicy {
    /** Returns the name that a person types, for example {@code latest-quantum}. */
    String name();

    /**
     * Selects the programs that run in the next quantum.
     *
     * @param candidates programs that are present
     * @param decision receives the selection; all programs are stopped in it on entry
     */
    void decide(Candidates candidates, Decision decision);
}
