package runbench.schedule.simulate;

import runbench.schedule.contention.Contention;
import runbench.schedule.profile.TrafficUnit;

/**
 * A machine of which only the sustained bandwidth is known: threads queue for one bus, each with its next transfer
 * after it has got the last (a closed queueing network; approximate mean value analysis after Bard and Schweitzer). A
 * thread that is alone is never slowed; threads wait for one another long before the bus is full, and together never
 * move more than it carries. How the arbiter favours one CPU, and that writes cost more, is left out.
 */
public final class BusQueue implements Contention {
    private static final double SETTLED = 1e-10;
    private static final int MOST_ROUNDS = 200;
    /** Of what the bus carries: a thread that asks for more than this alone would wait for none but itself. */
    private static final double MOST_ALONE = 1;

    private final TrafficUnit unit;
    private final double sustained;

    /** @param sustained what the bus carries at most, above 0 */
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
        // While it is sought, speeds[i] holds the mean number of the thread's transfers that are at the bus.
        double queue = 0;
        for (int i = 0; i < count; i++) {
            speeds[i] = share(demand[i]);
            queue += speeds[i];
        }
        double change = 1;
        for (int round = 0; round < MOST_ROUNDS && change > SETTLED; round++) {
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
        return Math.min(MOST_ALONE, demand / sustained);
    }
}
