package runbench.pas2p.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * Synthetic traces of any size with planted phases. Ranks form a ring. Each planted phase is a sequence of ticks in
 * which every rank sends to a neighbour at a given distance and receives from the other side, followed by a collective.
 * The phases occur in random order, each repeated a few times in a row, so that communication alone determines their
 * boundaries. Times include noise; volumes vary by less than the tolerance.
 */
public final class PlantedTrace {
    private static final long MPI_NANOS = 500;
    private static final int MAX_SKEW_NANOS = 1000;

    /**
     * The parameters of a trace.
     *
     * @param ranks at least 4
     * @param events approximate number of sends, receives and collectives
     * @param phaseCount number of different phases
     * @param seed seed of all random values
     */
    public record Plan(int ranks, long events, int phaseCount, long seed) {
        public Plan {
            if (ranks < 4 || phaseCount < 1 || events < ranks) {
                throw new IllegalArgumentException("at least 4 ranks, 1 phase, and an event for each rank");
            }
        }
    }

    /** One planted phase: the distances to which every rank sends, tick by tick, and the operation at its end. */
    private record Pattern(int[] distance, MpiOp end, int bytes, long computeNanos) {
        int ticks() {
            return distance.length + 1;
        }
    }

    /**
     * The planted phases.
     *
     * @param phase number of the planted phase of each occurrence, in order
     * @param startTick first tick of each occurrence in PAS2P order
     * @param ticks number of ticks
     * @param events number of events
     */
    public record Truth(int[] phase, int[] startTick, int ticks, long events) {}

    private final Plan plan;
    private final List<Pattern> patterns = new ArrayList<>();
    private final int[] play;

    private PlantedTrace(Plan plan) {
        this.plan = plan;
        SplittableRandom random = new SplittableRandom(plan.seed);
        MpiOp[] ends = {MpiOp.BARRIER, MpiOp.ALLREDUCE, MpiOp.BCAST, MpiOp.ALLTOALL, MpiOp.ALLGATHER, MpiOp.REDUCE,
                MpiOp.SCAN, MpiOp.GATHER, MpiOp.SCATTER, MpiOp.EXSCAN};
        int farthest = plan.ranks - 1;
        for (int p = 0; p < plan.phaseCount; p++) {
            int ticks = 1 + random.nextInt(Math.min(6, farthest));
            int[] distance = random.ints(1, farthest + 1).distinct().limit(ticks).toArray();
            patterns.add(new Pattern(distance, ends[p % ends.length], 1000 * (1 + p / ends.length) * (p + 1),
                    2_000 + random.nextInt(20_000)));
        }
        play = schedule(random);
    }

    private int[] schedule(SplittableRandom random) {
        List<Integer> order = new ArrayList<>();
        long events = 0;
        int previous = -1;
        while (events < plan.events) {
            int p = random.nextInt(patterns.size());
            if (p == previous && patterns.size() > 1) {
                continue;
            }
            previous = p;
            int repeats = 2 + random.nextInt(20);
            for (int i = 0; i < repeats && events < plan.events; i++) {
                order.add(p);
                events += (long) plan.ranks * (2L * patterns.get(p).distance.length + 1);
            }
        }
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Writes one file per rank into a directory. Returns the planted phases. */
    public static Truth write(Plan plan, Path directory) throws IOException {
        PlantedTrace trace = new PlantedTrace(plan);
        Files.createDirectories(directory);
        for (int rank = 0; rank < plan.ranks; rank++) {
            trace.writeRank(directory, rank);
        }
        return trace.truth();
    }

    private Truth truth() {
        int[] start = new int[play.length];
        int tick = 0;
        long events = 0;
        for (int i = 0; i < play.length; i++) {
            start[i] = tick;
            tick += patterns.get(play[i]).ticks();
            events += (long) plan.ranks * (2L * patterns.get(play[i]).distance.length + 1);
        }
        return new Truth(play.clone(), start, tick, events);
    }

    private void writeRank(Path directory, int rank) throws IOException {
        // Ranks are in step within a microsecond: no receive precedes its send.
        SplittableRandom common = new SplittableRandom(plan.seed * 31);
        SplittableRandom own = new SplittableRandom(plan.seed * 31 + rank + 1);
        try (TraceWriter writer = new TraceWriter(directory, rank, plan.ranks,
                Map.of("source", "synthetic", "host", "synthetic", "seed", plan.seed))) {
            writer.communicator(TraceWriter.WORLD, plan.ranks, rank,
                    Communicators.groupOf(IntStream.range(0, plan.ranks).toArray()));
            writer.init(0, 1000);
            long now = 1000;
            int collectives = 0;
            for (int i = 0; i < play.length; i++) {
                Pattern pattern = patterns.get(play[i]);
                for (int d : pattern.distance) {
                    now += pattern.computeNanos + common.nextInt(1000);
                    long sent = now + own.nextInt(MAX_SKEW_NANOS);
                    writer.send(MpiOp.ISEND, (rank + d) % plan.ranks, d, TraceWriter.WORLD, volume(pattern, i, rank),
                            sent, sent + MPI_NANOS);
                    now += MAX_SKEW_NANOS + MPI_NANOS;
                    int source = (rank - d + plan.ranks) % plan.ranks;
                    writer.receive(MpiOp.RECV, source, d, TraceWriter.WORLD, volume(pattern, i, source), now,
                            now + MPI_NANOS);
                    now += MPI_NANOS;
                }
                writer.collective(pattern.end, -1, TraceWriter.WORLD, collectives++, pattern.bytes, now,
                        now + MPI_NANOS);
                now += MPI_NANOS;
            }
            writer.finalizeAt(now);
            writer.end(Map.of("planted", true));
        }
    }

    /** Returns a volume of up to 2 % more than the pattern's, equal on both sides of a message. */
    private long volume(Pattern pattern, int occurrence, int sender) {
        long mixed = (plan.seed * 31 + occurrence) * 0x9E3779B97F4A7C15L + sender * 0xC2B2AE3D27D4EB4FL;
        return pattern.bytes + (mixed >>> 33) % (1 + pattern.bytes / 50);
    }
}
