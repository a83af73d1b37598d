package runbench.align.traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * A run on the hosts head, n1 and n2, one rank each, whose clocks are what a test says: n1's is {@link #AHEAD} ahead of
 * the head's and known to {@link #BOUND} to either side.
 */
public final class SyntheticCluster {
    public static final long AHEAD = 3_000_000_000L;
    public static final double BOUND = 1_000;
    /** Nothing happens before, by the head's clock. */
    public static final long START = 50_000_000_000L;

    private final Path path;
    private final List<RankRecord> ranks = new ArrayList<>();

    public SyntheticCluster(Path path) throws IOException {
        this.path = path;
        Files.createDirectories(path.resolve("trace"));
        Files.createDirectories(path.resolve("clocks"));
    }

    public SyntheticCluster rank(String host) {
        int rank = ranks.size();
        ranks.add(new RankRecord(rank, host, "boot-of-" + host, "ranks/rank-" + rank + "-" + host, null,
                RankState.COMPLETE, 0, null, null, null, null));
        return this;
    }

    /** Adds ranks that the launcher announced and that never reported. */
    public SyntheticCluster missing() {
        ranks.add(new RankRecord(ranks.size(), "", "", null, null, RankState.MISSING, null, null, "it never reported",
                null, null));
        return this;
    }

    public SyntheticCluster model(String host, long ahead, double bound) throws IOException {
        WindowModel before = window(START - 1_000_000_000L, ahead, bound);
        WindowModel after = window(START + 1_000_000_000L, ahead, bound);
        ModelFile.write(path.resolve("clocks").resolve(host + ".model.json"),
                new NodeModel(host, "head", "monotonic", 1e-9, List.of(before, after)), 1e5);
        return this;
    }

    private static WindowModel window(long at, long ahead, double bound) {
        return new WindowModel(at, ahead, 0, 0, 10, 1e-9, -bound, bound, -1e-9, 1e-9, 20_000, 100, "hull", "kernel",
                null, null);
    }

    /** Writes the events of a rank in its own host's time. */
    public interface Life {
        void live(TraceWriter trace, long start) throws IOException;
    }

    /** @param ahead of the rank's host's clock, ns */
    public SyntheticCluster trace(int rank, long ahead, Life life) throws IOException {
        long start = START + ahead;
        try (TraceWriter w = new TraceWriter(path.resolve("trace"), rank, ranks.size(),
                Map.of("host", ranks.get(rank).host()))) {
            w.communicator(TraceWriter.WORLD, ranks.size(), rank, 1);
            w.init(start - 100, start);
            life.live(w, start);
            w.finalizeAt(start + 10_000_000);
            w.end(Map.of());
        }
        return this;
    }

    public static void barrier(TraceWriter w, int serial, long enter, long exit) throws IOException {
        w.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, serial, 0, enter, exit);
    }

    public ClusterRun done() throws IOException {
        ClusterRecord record = new ClusterRecord(ClusterRecord.VERSION, "1", ClusterState.FINISHED, null, "app",
                List.of("mpirun", "app"), ClusterRecord.Form.CONSTRUCTOR, "mpirun", "openmpi", ranks.size(), false,
                10_000_000, "2026-01-31T02:10:11Z", null, 0,
                new ClusterRecord.Reference("head", "monotonic", "boot-of-head", 1_700_000_000_000_000_000L), ranks,
                "trace", "clocks", List.of(), null, List.of());
        ClusterRun.write(new ClusterFolder(path), record);
        return ClusterRun.read(path);
    }
}
