package runbench.sync.scenario;

/**
 * What a message meets on its way.
 *
 * @param forward between the kernels of idle hosts, reference to node, ns
 * @param backward the other way
 * @param send from a program's stamp to its kernel's, ns
 * @param wake from the kernel's stamp to the program's, ns
 * @param warmUp on top for the first exchange of a burst, a third of it for the second, ns
 * @param there queues on the way there, ns
 * @param back queues on the way back, ns
 * @param loss share of the messages that get lost, each way
 */
public record Link(Delay forward, Delay backward, Delay send, Delay wake, double warmUp, Delay there, Delay back,
        double loss) {
    /** Two idle hosts on one switch, blocking sockets. */
    public static final Link QUIET = new Link(kernelPath(), kernelPath(),
            Delay.constant(1800).plus(Delay.halfNormal(120)).sometimes(0.02, Delay.exponential(3e3)),
            Delay.constant(2600).plus(Delay.halfNormal(300)).sometimes(0.05, Delay.exponential(8e3)), 8000);

    /** The same hosts with every CPU busy: a program waits for its turn, a kernel hardly does. */
    public static final Link LOADED = new Link(kernelPath().sometimes(0.02, Delay.exponential(5e3)),
            kernelPath().sometimes(0.02, Delay.exponential(5e3)),
            Delay.constant(1800).plus(Delay.halfNormal(200)).sometimes(0.10, Delay.exponential(100e3)),
            Delay.constant(2600).plus(Delay.halfNormal(500)).sometimes(0.30, Delay.exponential(400e3)), 8000);

    /** Without queues and losses. */
    public Link(Delay forward, Delay backward, Delay send, Delay wake, double warmUp) {
        this(forward, backward, send, wake, warmUp, Delay.constant(0), Delay.constant(0), 0);
    }

    private static Delay kernelPath() {
        return Delay.constant(2700).plus(Delay.halfNormal(60)).sometimes(0.02, Delay.exponential(4e3));
    }

    /** With queues on top. */
    public Link queued(Delay there, Delay back) {
        return new Link(forward, backward, send, wake, warmUp, this.there.plus(there), this.back.plus(back), loss);
    }

    public Link losing(double share) {
        return new Link(forward, backward, send, wake, warmUp, there, back, share);
    }

    /** Whether its hosts are idle ones. */
    boolean quiet() {
        return wake == QUIET.wake;
    }
}
