package runbench.schedule.contention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import runbench.schedule.profile.TrafficUnit;

/**
 * Models threads that share memory. Latency grows with utilisation. Beyond the sustained bandwidth, requests queue
 * until their traffic fits. <p>Alone, a thread takes a time of 1 for its work, of which it waits for memory a share w.
 * Two effects make it longer. <ol> <li>Below saturation, at a utilisation u, a request takes
 * {@code L(u) = 1 + growth * u / (1 - knee * u)} times as long as in idle memory. This is the mean delay of a queue
 * with one server and general service times (Pollaczek and Khinchine; Kleinrock, Queueing Systems I, 1975, section
 * 5.6). A knee below 1 moves its pole beyond u = 1, because processors have a limited number of outstanding requests. A
 * thread that sees L(u0) alone, from its own traffic, then takes {@code 1 - w + w * L(u) / L(u0)}. Slower threads
 * generate less traffic: u is the fixed point at which the resulting traffic is u times the sustained bandwidth. L
 * rises with u and the traffic falls, so the fixed point is unique. <li>If the fixed point exceeds 1, all requests
 * queue. L(1) applies, and an additional stretch y >= 0 reduces the traffic to exactly the sustained bandwidth. The
 * stretch multiplies the larger of w and the share of time in which the thread's own lines are transferred. A thread
 * that does not wait (its prefetches arrive in time) is therefore slowed in proportion to its traffic, and a thread
 * without traffic is not slowed. </ol> <p>The total traffic never exceeds the sustained bandwidth (within 1e-9). More
 * demand of other threads never makes a thread faster. A thread whose competitors have no traffic runs at speed 1. The
 * model ignores conflicts in caches. If a thread's waiting share is NaN, it is its demand divided by {@link #single}.
 * Threads of one program whose traffic was measured together already wait for each other. The loss of such a program to
 * others is its speed in the whole set divided by its speed by itself.
 *
 * @param machine description of the machine, for people
 * @param unit unit of all traffic
 * @param cpus number of CPUs that share the memory
 * @param sustained sustained memory bandwidth, above 0
 * @param single traffic of one thread that only moves data, above 0 and at most {@code sustained}
 * @param growth growth of latency with utilisation, at least 0
 * @param knee curvature of that growth, 0 (linear) to below 1 (late and steep)
 * @param method description of how the parameters were found
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ContentionModel(String machine, TrafficUnit unit, int cpus, double sustained, double single,
        double growth, double knee, String method) implements Contention {
    private static final int MAX_STEPS = 60;
    private static final double TOLERANCE = 1e-13;

    public ContentionModel {
        if (!(sustained > 0 && single > 0 && single <= sustained && growth >= 0 && Double.isFinite(growth) && knee >= 0
                && knee < 1 && cpus > 0) || Double.isInfinite(sustained)) {
            throw new IllegalArgumentException("no model of contention: sustained " + sustained + ", single " + single
                    + ", growth " + growth + ", knee " + knee + ", CPUs " + cpus);
        }
    }

    /**
     * Returns a model of the machine of Antonopoulos, Nikolopoulos and Papatheodorou (Scheduling Algorithms with Bus
     * Bandwidth Considerations for SMPs, ICPP 2003): 4 processors on a front-side bus. The publication gives the
     * sustained bus bandwidth. It states that no application of two threads alone (at most 23.31) saturates the bus,
     * and that four BBMA do. Memory-bound applications lose much with two BBMA and nothing with nBBMA. Two values are
     * assumed: a BBMA draws about as much as the largest application, and a request takes twice as long at saturation.
     */
    public static ContentionModel frontSideBus() {
        return new ContentionModel("4 processors on a front-side bus (Antonopoulos et al. 2003)",
                TrafficUnit.TRANSACTIONS_PER_MICROSECOND, 4, 29.5, 23.6, 0.25, 0.75,
                "sustained traffic as published; latency at saturation twice that of an idle bus, and 23.6 for a "
                        + "BBMA: assumed");
    }

    /**
     * Returns the latency relative to idle memory.
     *
     * @param utilisation utilisation of the memory, 0..1
     */
    public double latency(double utilisation) {
        return 1 + growth * utilisation / (1 - knee * utilisation);
    }

    @Override
    public void speeds(int count, double[] demand, double[] waiting, double[] speeds) {
        double total = 0;
        double largest = 0;
        for (int i = 0; i < count; i++) {
            double d = demand[i];
            // Until the final loop, speeds[i] holds the waiting share per unit of latency.
            speeds[i] = waitingShare(d, waiting[i]) / latency(Math.min(1, d / sustained));
            total += d;
            largest = Math.max(largest, d);
        }
        double high = Math.min(1, total / sustained);
        boolean saturated = total > sustained && traffic(count, demand, waiting, speeds, latency(1)) > sustained;
        double latency = latency(
                saturated ? 1 : utilisation(count, demand, waiting, speeds, largest / sustained, high));
        double queueing = saturated ? queueing(count, demand, waiting, speeds, latency) : 0;
        for (int i = 0; i < count; i++) {
            double w = waitingShare(demand[i], waiting[i]);
            speeds[i] = Math.min(1, 1 / (1 - w + speeds[i] * latency + queued(demand[i], w) * queueing));
        }
    }

    private double waitingShare(double demand, double waiting) {
        return Double.isNaN(waiting) ? Math.min(1, demand / single) : waiting;
    }

    private double queued(double demand, double waiting) {
        return Math.max(waiting, Math.min(1, demand / sustained));
    }

    private double traffic(int count, double[] demand, double[] waiting, double[] waitPerLatency, double latency) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += demand[i] / (1 - waitingShare(demand[i], waiting[i]) + waitPerLatency[i] * latency);
        }
        return sum;
    }

    /** Finds the fixed point of the utilisation by Newton's method, bracketed by bisection. */
    private double utilisation(int count, double[] demand, double[] waiting, double[] waitPerLatency, double from,
            double to) {
        double low = Math.min(from, to);
        double high = to;
        double at = to;
        for (int step = 0; step < MAX_STEPS && high - low > TOLERANCE; step++) {
            double denominator = 1 - knee * at;
            double latency = 1 + growth * at / denominator;
            double excess = -at * sustained;
            double slope = -sustained;
            double rise = growth / (denominator * denominator);
            for (int i = 0; i < count; i++) {
                double time = 1 - waitingShare(demand[i], waiting[i]) + waitPerLatency[i] * latency;
                excess += demand[i] / time;
                slope -= demand[i] / (time * time) * waitPerLatency[i] * rise;
            }
            if (excess > 0) {
                low = at;
            } else {
                high = at;
            }
            double next = at - excess / slope;
            if (!(next > low && next < high)) {
                next = (low + high) / 2;
            }
            if (Math.abs(next - at) < TOLERANCE) {
                return next;
            }
            at = next;
        }
        return at;
    }

    /**
     * Finds the stretch y by Newton's method on the inverse of the traffic. That function is concave in y, so the
     * iterates approach the solution from below.
     */
    private double queueing(int count, double[] demand, double[] waiting, double[] waitPerLatency, double latency) {
        double y = 0;
        for (int step = 0; step < MAX_STEPS; step++) {
            double traffic = 0;
            double slope = 0;
            for (int i = 0; i < count; i++) {
                double w = waitingShare(demand[i], waiting[i]);
                double queued = queued(demand[i], w);
                double time = 1 - w + waitPerLatency[i] * latency + queued * y;
                traffic += demand[i] / time;
                slope -= demand[i] / (time * time) * queued;
            }
            if (traffic - sustained <= 1e-12 * sustained) {
                break;
            }
            // d(1/F)/dy = -F'/F^2
            y += (1 / sustained - 1 / traffic) * traffic * traffic / -slope;
        }
        return y;
    }
}
