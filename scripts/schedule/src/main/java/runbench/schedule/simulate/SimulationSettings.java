package runbench.schedule.simulate;

/**
 * How a machine is simulated.
 *
 * @param cpus CPUs, at least 1
 * @param quantumSeconds from one decision to the next
 * @param switchSeconds running time lost whenever a thread comes onto a CPU that another had
 * @param coldSeconds running time lost besides to a cache that holds nothing of the thread: another ran there since, or
 *     it comes from another CPU
 * @param resolution steps of a profile shorter than this share of a quantum are joined, their traffic kept
 * @param stream what one thread that only waits for memory draws alone; where a profile does not say how long it waits
 *     for memory, it is taken to wait in proportion to this; NaN for the sustained bandwidth
 * @param limitSeconds simulated time after which a schedule is given up
 */
public record SimulationSettings(int cpus, double quantumSeconds, double switchSeconds, double coldSeconds,
        double resolution, double stream, double limitSeconds) {
    /** Refilling 256 KiB of cache at 10 transactions of 64 bytes a microsecond. */
    public static final double COLD_SECONDS = 4.1e-4;
    /** Saving and loading registers, the scheduler itself. */
    public static final double SWITCH_SECONDS = 5e-6;
    /** The decisions of a manager above the operating system. */
    public static final double QUANTUM_SECONDS = 0.2;
    private static final double RESOLUTION = 0.02;
    private static final double LIMIT_SECONDS = 1e7;

    public SimulationSettings {
        if (cpus < 1 || !(quantumSeconds > 0) || !(switchSeconds >= 0) || !(coldSeconds >= 0)) {
            throw new IllegalArgumentException("cpus " + cpus + ", quantum " + quantumSeconds + ", switch "
                    + switchSeconds + ", cold " + coldSeconds);
        }
    }

    /** The usual costs. */
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
