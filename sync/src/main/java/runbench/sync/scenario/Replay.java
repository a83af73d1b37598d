package runbench.sync.scenario;

import java.util.List;
import java.util.SplittableRandom;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Stamps;

/** Real recordings, made worse by exactly known delays: what queues would have done to the same exchanges. */
public final class Replay {
    /** Queues on both ways. */
    public record Queue(String name, Delay there, Delay back) {
    }

    /** The queues of the scenarios of the same names. */
    public static final List<Queue> QUEUES = List.of(
            new Queue("exponential", Delay.exponential(50e3), Delay.exponential(50e3)),
            new Queue("pareto", Delay.pareto(20e3, 1.5), Delay.pareto(20e3, 1.5)),
            new Queue("asymmetric-queue", Delay.exponential(100e3), Delay.exponential(10e3)),
            new Queue("constant-asymmetry", Delay.constant(40e3), Delay.constant(0)));

    private Replay() {
    }

    /**
     * Each message later by a draw. The ends must have shared one clock (or it does not matter that the node's clock
     * would have run on at its own rate meanwhile).
     */
    public static Exchanges queued(Exchanges e, Delay there, Delay back, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Exchanges.Builder out = Exchanges.builder();
        long[] row = new long[8];
        for (int i = 0; i < e.size(); i++) {
            long first = (long) there.draw(random);
            long both = first + (long) back.draw(random);
            for (int k = 0; k < 8; k++) {
                int position = k % 4 + 1;
                long stamp = e.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, position, i);
                long later = position == 1 ? 0 : position == 4 ? both : first;
                row[k] = stamp == Exchanges.MISSING ? stamp : stamp + later;
            }
            out.add(e.burst(i), e.seq(i), row);
        }
        return out.build();
    }
}
