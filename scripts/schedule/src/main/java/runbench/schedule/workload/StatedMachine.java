package runbench.schedule.workload;

/**
 * The machine that a workload file states.
 *
 * @param cpus number of CPUs; 0 if not stated
 * @param sustained sustained memory bandwidth in the workload's unit; NaN if not stated
 * @param stream traffic of one thread that only waits for memory, in the workload's unit; NaN if not stated
 */
public record StatedMachine(int cpus, double sustained, double stream) {
    /** A file without a machine. */
    public static final StatedMachine NONE = new StatedMachine(0, Double.NaN, Double.NaN);
}
