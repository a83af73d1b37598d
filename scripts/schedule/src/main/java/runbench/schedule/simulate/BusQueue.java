package runbench.schedule.simulate;

import runbench.schedule.contention.Contention;
import runbench.schedule.profile.TrafficUnit;

/**
 * Models a machine of which only the sustained bandwidth is known: threads queue for one bus, and each issues its next
 * transfer after the previous one (a closed queueing network; approximate mean value analysis after Bard and
 * Schweitzer). A thread alone is never slowed. Threads wait for one another long before the bus is saturated, and their
 * total traffic never exceeds its bandwidth. The model ignores arbiters that favour a CPU and the extra cost of writes.
 */
public final class BusQueue implements Contention {
    private static final double TOLERANCE = 1e-10;
    private static final int MAX_ROUNDS = 200;
    /** Maximum bus utilisation of one thread; a higher demand would only make the thread wait for itself. */
    private static final double MAX_UTILISATION = 1;

    private final TrafficUnit unit;
    private final double sustained;

    /**
     * Creates a model.
     *
     * @param unit unit of traffic
     * @param sustained sustained bandwidth of the bus, above 0
     */
    public BusQueue(TrafficUnit unit, double sustained) {
        this.unit = unit;
        this.sustained = sustained;
    }

    @Override
    public TrafficUnit unit() {
        return unit;
    }

    @Override
    public double sustained() {
        return sustained;
    }

    @Override
    public void speeds(int count, double[] demand, double[] waiting, double[] speeds) {
        // During the iteration, speeds[i] holds the mean number of the thread's transfers at the bus.
        double queue = 0;
        for (int i = 0; i < count; i++) {
            speeds[i] = share(demand[i]);
            queue += speeds[i];
        }
        double change = 1;
        for (int round = 0; round < MAX_ROUNDS && change > TOLERANCE; round++) {
            change = 0;
            for (int i = 0; i < count; i++) {
                double share = share(demand[i]);
                double others = queue - speeds[i];
                double length = share * (1 + others) / (1 + share * others);
                double moved = length - speeds[i];
                change = Math.max(change, Math.abs(moved));
                queue += moved;
                speeds[i] = length;
            }
        }
        for (int i = 0; i < count; i++) {
            speeds[i] = 1 / (1 + share(demand[i]) * Math.max(0, queue - speeds[i]));
        }
    }

    private double share(double demand) {
        return Math.min(MAX_UTILISATION, demand / sustained);
    }
}
