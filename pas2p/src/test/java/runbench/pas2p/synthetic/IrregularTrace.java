package runbench.pas2p.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/**
 * The worst case of a search for repetition: a trace without any. In each tick every rank sends to another rank by a
 * random permutation; volumes are random over orders of magnitude.
 */
public final class IrregularTrace {
    private IrregularTrace() {
    }

    /**
     * Writes a trace.
     *
     * @return number of events
     */
    public static long write(int ranks, long events, long seed, Path directory) throws IOException {
        Files.createDirectories(directory);
        long ticks = Math.max(1, events / (2L * ranks));
        TraceWriter[] writers = new TraceWriter[ranks];
        try {
            for (int r = 0; r < ranks; r++) {
                writers[r] = new TraceWriter(directory, r, ranks,
                        Map.of("source", "synthetic, irregular", "seed", seed));
                writers[r].communicator(TraceWriter.WORLD, ranks, r,
                        Communicators.groupOf(IntStream.range(0, ranks).toArray()));
                writers[r].init(0, 1000);
            }
            play(writers, ticks, new SplittableRandom(seed));
            for (TraceWriter writer : writers) {
                writer.finalizeAt(1000 * (ticks + 2));
                writer.end(Map.of());
            }
        } finally {
            for (TraceWriter writer : writers) {
                if (writer != null) {
                    writer.close();
                }
            }
        }
        return 2 * ticks * ranks;
    }

    private static void play(TraceWriter[] writers, long ticks, SplittableRandom random) throws IOException {
        int ranks = writers.length;
        int[] to = new int[ranks];
        int[] from = new int[ranks];
        for (int r = 0; r < ranks; r++) {
            to[r] = r;
        }
        for (long t = 1; t <= ticks; t++) {
            for (int i = ranks - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swap = to[i];
                to[i] = to[j];
                to[j] = swap;
            }
            long[] bytes = new long[ranks];
            for (int r = 0; r < ranks; r++) {
                from[to[r]] = r;
                bytes[r] = 1L << random.nextInt(20);
                writers[r].send(MpiOp.ISEND, to[r], 0, TraceWriter.WORLD, bytes[r], 1000 * t, 1000 * t + 100);
            }
            for (int r = 0; r < ranks; r++) {
                writers[r].receive(MpiOp.RECV, from[r], 0, TraceWriter.WORLD, bytes[from[r]], 1000 * t + 200,
                        1000 * t + 300);
            }
        }
    }
}
