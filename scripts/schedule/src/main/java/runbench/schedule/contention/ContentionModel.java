package runbench.schedule.contention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import runbench.schedule.profile.TrafficUnit;

/**
 * Threads that share memory: latency grows with utilisation, and beyond what memory sustains requests queue until their
 * traffic fits.
 *
 * <p>Alone a thread takes a time of 1 for its work, of which a share w waits for memory. Two things make it longer.
 * <ol> <li>Below saturation a request takes {@code L(u) = 1 + growth * u / (1 - knee * u)} as long as in idle memory,
 * at a utilisation u: the mean delay of a queue with one server and general service times (Pollaczek and Khinchine;
 * Kleinrock, Queueing Systems I, 1975, section 5.6), whose pole a knee below 1 moves beyond u = 1, since processors
 * have a limited number of requests under way. A thread that alone sees L(u0), by its own traffic, then takes
 * {@code 1 - w + w * L(u) / L(u0)}. Threads that take longer ask for less: u is the fixed point at which the traffic
 * that remains is u times what is sustained. L rises in u and the traffic falls, so there is just one. <li>Where it
 * would lie beyond 1, all requests queue: L(1) holds, and an additional stretch y >= 0 of the larger of w and of the
 * share of time in which the thread's own lines are carried lets the traffic come to exactly what is sustained. A
 * thread without waiting (its prefetches come in time) so is slowed too, by as much as it moves, and one that moves
 * nothing is not. </ol>
 *
 * <p>The traffic of all never exceeds what is sustained (within 1e-9); more demand of others never makes a thread
 * faster; a thread beside others that move nothing runs at speed 1. What caches lose to each other is no part of it.
 * Where a thread's waiting share is NaN it is taken to be the part of {@link #single} that it draws. Threads of one
 * program whose traffic was measured together already wait for each other: what such a program loses to others is its
 * speed among all divided by its speed by itself.
 *
 * @param machine which one, for people
 * @param unit of all traffic
 * @param cpus that share the memory
 * @param sustained traffic that memory carries at most, above 0
 * @param single traffic of one thread that does nothing but move data, above 0 and at most {@code sustained}
 * @param growth of latency with utilisation, at least 0
 * @param knee how late and steeply it grows, at least 0 and below 1
 * @param method how the parameters were found
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ContentionModel(String machine, TrafficUnit unit, int cpus, double sustained, double single,
        double growth, double knee, String method) implements Contention {
    private static final int MOST_STEPS = 60;
    private static final double CLOSE = 1e-13;

    public ContentionModel {
        if (!(sustained > 0 && single > 0 && single <= sustained && growth >= 0 && Double.isFinite(growth) && knee >= 0
                && knee < 1 && cpus > 0) || Double.isInfinite(sustained)) {
            throw new IllegalArgumentException("no model of contention: sustained " + sustained + ", single " + single
                    + ", growth " + growth + ", knee " + knee + ", CPUs " + cpus);
        }
    }

    /**
     * The machine of Antonopoulos, Nikolopoulos and Papatheodorou (Scheduling Algorithms with Bus Bandwidth
     * Considerations for SMPs, ICPP 2003): 4 processors on a front-side bus. Their words give what the bus sustains,
     * and that no application of two threads alone (at most 23.31) finds it short, that four BBMA saturate it, and that
     * memory-bound applications lose much beside two BBMA and nothing beside nBBMA. That a BBMA draws about as much as
     * the largest application, and that a request takes twice as long at saturation, is assumed.
     */
    public static ContentionModel frontSideBus() {
        return new ContentionModel("4 processors on a front-side bus (Antonopoulos et al. 2003)",
                TrafficUnit.TRANSACTIONS_PER_MICROSECOND, 4, 29.5, 23.6, 0.25, 0.75,
                "sustained traffic as published; latency at saturation twice that of an idle bus, and 23.6 for a BBMA: assumed");
    }

    /** How much longer a request takes at a utilisation from 0 to 1 than in idle memory. */
    public double latency(double utilisation) {
        return 1 + growth * utilisation / (1 - knee * utilisation);
    }

    @Override
    public void speeds(int count, double[] demand, double[] waiting, double[] speeds) {
        double total = 0;
        double most = 0;
        for (int i = 0; i < count; i++) {
            double d = demand[i];
            // Until the end a place of the result holds the share of waiting for each unit of latency.
            speeds[i] = waitingShare(d, waiting[i]) / latency(Math.min(1, d / sustained));
            total += d;
            most = Math.max(most, d);
        }
        double high = Math.min(1, total / sustained);
        boolean saturated = total > sustained && traffic(count, demand, waiting, speeds, latency(1)) > sustained;
        double latency = latency(saturated ? 1 : utilisation(count, demand, waiting, speeds, most / sustained, high));
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

    private double traffic(int count, double[] demand, double[] waiting, double[] each, double latency) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += demand[i] / (1 - waitingShare(demand[i], waiting[i]) + each[i] * latency);
        }
        return sum;
    }

    /** The fixed point, by Newton's steps that are kept between what is known to lie below and above it. */
    private double utilisation(int count, double[] demand, double[] waiting, double[] each, double from, double to) {
        double low = Math.min(from, to);
        double high = to;
        double at = to;
        for (int step = 0; step < MOST_STEPS && high - low > CLOSE; step++) {
            double denominator = 1 - knee * at;
            double latency = 1 + growth * at / denominator;
            double excess = -at * sustained;
            double slope = -sustained;
            double rise = growth / (denominator * denominator);
            for (int i = 0; i < count; i++) {
                double time = 1 - waitingShare(demand[i], waiting[i]) + each[i] * latency;
                excess += demand[i] / time;
                slope -= demand[i] / (time * time) * each[i] * rise;
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
            if (Math.abs(next - at) < CLOSE) {
                return next;
            }
            at = next;
        }
        return at;
    }

    /** Newton's steps on the inverse of the traffic, which is concave in what is searched: they come from below. */
    private double queueing(int count, double[] demand, double[] waiting, double[] each, double latency) {
        double y = 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            double traffic = 0;
            double slope = 0;
            for (int i = 0; i < count; i++) {
                double w = waitingShare(demand[i], waiting[i]);
                double queued = queued(demand[i], w);
                double time = 1 - w + each[i] * latency + queued * y;
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
