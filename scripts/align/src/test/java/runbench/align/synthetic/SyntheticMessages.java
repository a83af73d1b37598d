package runbench.align.synthetic;

import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * The messages of a made-up run: two phases in turn, of ten cycles each. In both a rank computes half of the cycle,
 * sends to its right neighbour (in the second phase twice, and back too), receives, and leaves a barrier when all
 * others do.
 */
final class SyntheticMessages {
    private static final int PHASE_CYCLES = 10;
    static final long LATENCY_NANOS = 20_000;
    private static final long CALL_NANOS = 2_000;

    private SyntheticMessages() {
    }

    static void write(MadeUpRun run, int rank) throws IOException {
        SyntheticPlan plan = run.plan();
        SyntheticClock clock = run.clockOf(rank);
        int ranks = plan.ranks();
        SplittableRandom random = new SplittableRandom(plan.seed() * 31 + rank);
        try (TraceWriter out = new TraceWriter(run.folder().trace(), rank, ranks, Map.of("source", "synthetic", "host",
                clock.host(), "program", new String[]{"./app"}, "clock", "CLOCK_MONOTONIC"))) {
            out.communicator(TraceWriter.WORLD, ranks, rank, Communicators.groupOf(run.world()));
            out.init(clock.stamp(run.startNanos()), clock.stamp(run.startNanos() + 1000));
            int right = (rank + 1) % ranks;
            int left = (rank + ranks - 1) % ranks;
            for (int c = 0; c < plan.cycles(); c++) {
                long sent = run.startNanos() + c * plan.cycleNanos() + plan.cycleNanos() / 2;
                boolean second = c / PHASE_CYCLES % 2 == 1;
                exchange(out, clock, right, left, 1, 8192, sent + random.nextLong(1000));
                if (second) {
                    exchange(out, clock, left, right, 2, 65_536, sent + 2 * LATENCY_NANOS + random.nextLong(1000));
                }
                long left0 = sent + 5 * LATENCY_NANOS + random.nextLong(LATENCY_NANOS);
                out.collective(second ? MpiOp.ALLREDUCE : MpiOp.BARRIER, -1, TraceWriter.WORLD, c, second ? 8 : 0,
                        clock.stamp(left0), clock.stamp(run.barrierNanos(c)));
            }
            out.finalizeAt(clock.stamp(run.endNanos()));
            out.end(Map.of());
        }
    }

    /** Sends to one neighbour and receives the message of the other one. */
    private static void exchange(TraceWriter out, SyntheticClock clock, int to, int from, int tag, long bytes,
            long trueNanos) throws IOException {
        out.send(MpiOp.ISEND, to, tag, TraceWriter.WORLD, bytes, clock.stamp(trueNanos),
                clock.stamp(trueNanos + CALL_NANOS));
        out.receive(MpiOp.RECV, from, tag, TraceWriter.WORLD, bytes, clock.stamp(trueNanos + CALL_NANOS),
                clock.stamp(trueNanos + LATENCY_NANOS));
    }
}
