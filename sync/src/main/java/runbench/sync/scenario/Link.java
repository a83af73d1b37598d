package runbench.sync.scenario;

import java.util.random.RandomGenerator;

/**
 * The delays and losses of messages.
 *
 * @param forward delay between the kernels of idle hosts, reference to node, ns
 * @param backward delay of the opposite direction, ns
 * @param send delay from a program's stamp to its kernel's, ns
 * @param wake delay from the kernel's stamp to the program's, ns
 * @param warmUp additional delay of the first exchange of a burst, ns; the second one has a third of it
 * @param there queueing delay to the node, ns
 * @param back queueing delay from the node, ns
 * @param loss share of lost messages in each direction, 0..1
 */
public record Link(Delay forward, Delay backward, Delay send, Delay wake, double warmUp, Delay there, Delay back,
        double loss) {
    /** Two idle hosts on one switch, blocking sockets. */
    public static final Link QUIET = new Link(kernelPath(), kernelPath(),
            Delay.constant(1800).plus(Delay.halfNormal(120)).sometimes(0.02, Delay.exponential(3e3)),
            Delay.constant(2600).plus(Delay.halfNormal(300)).sometimes(0.05, Delay.exponential(8e3)), 8000);

    /** The same hosts with every CPU busy. Programs wait for a CPU; kernels hardly do. */
    public static final Link LOADED = new Link(kernelPath().sometimes(0.02, Delay.exponential(5e3)),
            kernelPath().sometimes(0.02, Delay.exponential(5e3)),
            Delay.constant(1800).plus(Delay.halfNormal(200)).sometimes(0.10, Delay.exponential(100e3)),
            Delay.constant(2600).plus(Delay.halfNormal(500)).sometimes(0.30, Delay.exponential(400e3)), 8000);

    /** Creates a link without queues and losses. */
    public Link(Delay forward, Delay backward, Delay send, Delay wake, double warmUp) {
        this(forward, backward, send, wake, warmUp, Delay.constant(0), Delay.constant(0), 0);
    }

    private static Delay kernelPath() {
        return Delay.constant(2700).plus(Delay.halfNormal(60)).sometimes(0.02, Delay.exponential(4e3));
    }

    /** Returns the link with additional queues. */
    public Link queued(Delay there, Delay back) {
        return new Link(forward, backward, send, wake, warmUp, this.there.plus(there), this.back.plus(back), loss);
    }

    public Link losing(double share) {
        return new Link(forward, backward, send, wake, warmUp, there, back, share);
    }

    /** Returns whether its hosts are idle. */
    boolean quiet() {
        return wake == QUIET.wake;
    }

    /** A distribution of delays, ns. */
    @FunctionalInterface
    public interface Delay {
        double draw(RandomGenerator random);

        static Delay constant(double nanos) {
            return random -> nanos;
        }

        static Delay exponential(double meanNanos) {
            return random -> random.nextExponential() * meanNanos;
        }

        /**
         * Returns a heavy-tailed distribution: P(delay > d) = (scale / (scale + d))^shape (Lomax, a Pareto that begins
         * at 0).
         */
        static Delay pareto(double scaleNanos, double shape) {
            return random -> scaleNanos * (Math.pow(1 - random.nextDouble(), -1 / shape) - 1);
        }

        /** Returns |N(0, sigma)|, the noise of a quiet machine above its minimum. */
        static Delay halfNormal(double sigmaNanos) {
            return random -> Math.abs(random.nextGaussian() * sigmaNanos);
        }

        /** Returns {@code this} plus, with the given probability, {@code other}. */
        default Delay sometimes(double probability, Delay other) {
            return random -> draw(random) + (random.nextDouble() < probability ? other.draw(random) : 0);
        }

        default Delay plus(Delay other) {
            return random -> draw(random) + other.draw(random);
        }
    }
}
