package runbench.schedule.simulate;

/**
 * The parameters of a simulated machine.
 *
 * @param cpus number of CPUs, at least 1
 * @param quantumSeconds time between two decisions
 * @param switchSeconds running time lost when a thread starts on a CPU that another thread used
 * @param coldSeconds additional running time lost to a cold cache, if another thread ran on the CPU or the thread comes
 *     from another CPU
 * @param resolution share of a quantum; shorter steps of a profile are joined without loss of traffic
 * @param stream traffic of one thread that only waits for memory; if a profile lacks the waiting share, it is the
 *     traffic divided by this; NaN for the sustained bandwidth
 * @param limitSeconds simulated time after which the simulation fails
 */
public record SimulationSettings(int cpus, double quantumSeconds, double switchSeconds, double coldSeconds,
        double resolution, double stream, double limitSeconds) {
    /** Time to refill 256 KiB of cache at 10 transactions of 64 bytes per microsecond. */
    public static final double COLD_SECONDS = 4.1e-4;
    /** Time to save and load registers and to run the scheduler. */
    public static final double SWITCH_SECONDS = 5e-6;
    /** Decision interval of a user-space manager. */
    public static final double QUANTUM_SECONDS = 0.2;
    private static final double RESOLUTION = 0.02;
    private static final double LIMIT_SECONDS = 1e7;

    public SimulationSettings {
        if (cpus < 1 || !(quantumSeconds > 0) || !(switchSeconds >= 0) || !(coldSeconds >= 0)) {
            throw new IllegalArgumentException("cpus " + cpus + ", quantum " + quantumSeconds + ", switch "
                    + switchSeconds + ", cold " + coldSeconds);
        }
    }

    /** Returns the default settings for a number of CPUs. */
    public static SimulationSettings of(int cpus) {
        return new SimulationSettings(cpus, QUANTUM_SECONDS, SWITCH_SECONDS, COLD_SECONDS, RESOLUTION, Double.NaN,
                LIMIT_SECONDS);
    }

    public SimulationSettings withQuantum(double seconds) {
        return new SimulationSettings(cpus, seconds, switchSeconds, coldSeconds, resolution, stream, limitSeconds);
    }

    public SimulationSettings withCosts(double perSwitch, double cold) {
        return new SimulationSettings(cpus, quantumSeconds, perSwitch, cold, resolution, stream, limitSeconds);
    }

    public SimulationSettings withStream(double traffic) {
        return new SimulationSettings(cpus, quantumSeconds, switchSeconds, coldSeconds, resolution, traffic,
                limitSeconds);
    }
}
