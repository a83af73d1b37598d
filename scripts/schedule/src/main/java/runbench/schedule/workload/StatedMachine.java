package runbench.schedule.workload;

/**
 * The machine that a workload was written for, as its file states it.
 *
 * @param cpus 0 where not stated
 * @param sustained what memory carries at most, in the workload's unit; NaN where not stated
 * @param stream what one thread that only waits for memory draws alone, in the workload's unit; NaN where not stated
 */
public record StatedMachine(int cpus, double sustained, double stream) {
    /** Nothing is stated. */
    public static final StatedMachine NONE = new StatedMachine(0, Double.NaN, Double.NaN);
}
