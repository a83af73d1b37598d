package runbench.schedule.contention;

/** Whether something is so. */
public enum OrderVerdict {
    HOLDS, FAILS, INCONCLUSIVE
}
