package runbench.schedule.contention;

/** The verdict of a test of a hypothesis. */
public enum OrderVerdict {
    HOLDS, FAILS, INCONCLUSIVE
}
