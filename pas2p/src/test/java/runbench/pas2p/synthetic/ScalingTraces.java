package runbench.pas2p.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * Synthetic traces of one program with any number of ranks: steps of a halo exchange around a ring and a reduction,
 * whose durations and number follow given laws. Every tenth step ends with an Alltoall.
 *
 * @param steps number of steps by ranks
 * @param haloS duration of an exchange with its computation, s
 * @param sumS duration of a reduction, s
 * @param allS duration of an Alltoall, s
 * @param noise relative standard deviation of all durations of one run
 */
public record ScalingTraces(IntToDoubleFunction steps, IntToDoubleFunction haloS, IntToDoubleFunction sumS,
        IntToDoubleFunction allS, double noise) {
    private static final long MPI_NANOS = 1000;

    /** Writes the trace of a run into a new folder. */
    public void write(Path folder, int ranks, long seed) throws IOException {
        Files.createDirectories(folder);
        double factor = Math.exp(noise * new Random(seed).nextGaussian());
        for (int rank = 0; rank < ranks; rank++) {
            write(folder, rank, ranks, factor);
        }
    }

    /** Returns the duration of a run without noise, s. */
    public double seconds(int ranks) {
        int n = (int) steps.applyAsDouble(ranks);
        return n * (haloS.applyAsDouble(ranks) + sumS.applyAsDouble(ranks))
                + Math.floorDiv(n, 10) * allS.applyAsDouble(ranks);
    }

    private void write(Path folder, int rank, int ranks, double factor) throws IOException {
        try (TraceWriter writer = new TraceWriter(folder, rank, ranks,
                Map.of("source", "test", "program", List.of("./app")))) {
            writer.communicator(TraceWriter.WORLD, ranks, rank, 0x1234);
            writer.init(0, MPI_NANOS);
            int serial = 0;
            double now = MPI_NANOS;
            int n = (int) steps.applyAsDouble(ranks);
            for (int step = 1; step <= n; step++) {
                now += factor * haloS.applyAsDouble(ranks) * 1e9;
                long t = (long) now;
                writer.send(MpiOp.SEND, (rank + 1) % ranks, 0, TraceWriter.WORLD, 8000, t - 3 * MPI_NANOS,
                        t - 2 * MPI_NANOS);
                writer.receive(MpiOp.RECV, (rank + ranks - 1) % ranks, 0, TraceWriter.WORLD, 8000, t - 2 * MPI_NANOS,
                        t);
                now += factor * sumS.applyAsDouble(ranks) * 1e9;
                t = (long) now;
                writer.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, serial++, 8, t - MPI_NANOS, t);
                if (step % 10 == 0) {
                    now += factor * allS.applyAsDouble(ranks) * 1e9;
                    t = (long) now;
                    writer.collective(MpiOp.ALLTOALL, -1, TraceWriter.WORLD, serial++, 800, t - MPI_NANOS, t);
                }
            }
            writer.finalizeAt((long) now);
            writer.end(Map.of());
        }
    }
}
