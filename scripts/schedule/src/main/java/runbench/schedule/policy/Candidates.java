package runbench.schedule.policy;

/**
 * What a scheduler knows when a quantum begins. Programs go by their number in the workload, from 0. Traffic is in the
 * workload's unit (bytes per second, or transactions per microsecond), of all of a program's threads together.
 */
public interface Candidates {
    /** Programs that have arrived and have not ended. */
    int count();

    /** The number of one of these, in ascending order; {@code index} is below {@link #count}. */
    int program(int index);

    /** Threads that the program has, each of which wants a CPU of its own. */
    int threads(int program);

    /** CPUs that there are. */
    int cpus();

    /** Quanta that went by before this one. */
    long quantum();

    /** Traffic over the latest quantum in which the program ran, per time that it ran; NaN before it ran first. */
    double latestTraffic(int program);

    /** What the program would ask for if it ran alone from where it stands, by its profile; NaN where it has none. */
    double aloneTraffic(int program);

    /** What memory carries at most, sustained, in the same unit. */
    double sustainedTraffic();
}
