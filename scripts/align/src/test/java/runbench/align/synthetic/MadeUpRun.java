package runbench.align.synthetic;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.parser.record.Kind;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;

/**
 * A run on many nodes as {@code runbench cluster} leaves it, made up: every rank computes half of each cycle with
 * {@link #faultsPerSecond} and exchanges messages in the other half without any fault; clocks of hosts are seconds
 * apart and drift; barriers end at the same true time on all ranks.
 */
public final class MadeUpRun {
    private static final int SEAL_EVERY = 1000;
    private final SyntheticPlan plan;
    private final ClusterFolder folder;
    private final List<SyntheticClock> clocks = new ArrayList<>();
    /** True time of the run's start: some uptime of the reference. */
    private final long startNanos = 3_600_000_000_000L;

    private MadeUpRun(SyntheticPlan plan, Path folder) {
        this.plan = plan;
        this.folder = new ClusterFolder(folder);
        SplittableRandom random = new SplittableRandom(plan.seed());
        for (int h = 0; h < plan.hosts(); h++) {
            double share = plan.hosts() == 1 ? 0 : h / (plan.hosts() - 1.0);
            clocks.add(h == 0 ? new SyntheticClock("node0", 0, 0)
                    : new SyntheticClock("node" + h, random.nextLong(1_000_000_000, 9_000_000_000_000L),
                            (h % 2 == 0 ? -1 : 1) * share * plan.driftPpm() * 1e-6));
        }
    }

    /** Writes the run's folder. */
    public static MadeUpRun write(SyntheticPlan plan, Path folder) throws IOException {
        MadeUpRun run = new MadeUpRun(plan, folder);
        Files.createDirectories(run.folder.clocks());
        for (int h = 1; h < plan.hosts(); h++) {
            NodeModel model = run.clocks.get(h)
                    .model("node0", run.startNanos, run.endNanos(), plan.intervalNanos() / 4.0, plan.intervalNanos());
            new ObjectMapper().writeValue(run.folder.clocks().resolve(model.node() + ".model.json").toFile(),
                    ModelFile.toJson(model, 1e6));
        }
        List<RankRecord> ranks = new ArrayList<>();
        for (int r = 0; r < plan.ranks(); r++) {
            ranks.add(run.rank(r));
        }
        if (plan.cycles() > 0) {
            Files.createDirectories(run.folder.trace());
            for (int r = 0; r < plan.ranks(); r++) {
                SyntheticMessages.write(run, r);
            }
        }
        ClusterRun.write(run.folder, run.record(ranks));
        return run;
    }

    public SyntheticPlan plan() {
        return plan;
    }

    public ClusterFolder folder() {
        return folder;
    }

    public SyntheticClock clockOf(int rank) {
        return clocks.get((int) ((long) rank * plan.hosts() / plan.ranks()));
    }

    /** True time, ns. */
    public long startNanos() {
        return startNanos;
    }

    public long endNanos() {
        return startNanos + plan.runNanos();
    }

    /** When all ranks leave the barrier that ends a cycle, true time. */
    public long barrierNanos(int cycle) {
        return startNanos + (cycle + 1) * plan.cycleNanos();
    }

    /** While a rank computes, which is the first half of each cycle; each rank has a rate of its own. */
    public static double faultsPerSecond(int rank) {
        return 1000 * (rank % 16 + 1);
    }

    /** From the start of the run up to this moment of it. */
    public long faults(int rank, long runNanos) {
        long cycle = plan.cycleNanos();
        long computed = runNanos / cycle * (cycle / 2) + Math.min(runNanos % cycle, cycle / 2);
        return Math.round(computed * 1e-9 * faultsPerSecond(rank));
    }

    private RankRecord rank(int rank) throws IOException {
        SyntheticClock clock = clockOf(rank);
        Path own = folder.rank(rank, clock.host());
        Files.createDirectories(own);
        Path file = own.resolve("samples.rec");
        String metadata = Synthetic
                .metadata("kernel", plan.periodNanos(), "task-clock:software:0:0", "page-faults:software:0:1",
                        "cpu-migrations:software:0:-")
                .replace("\"axis\":", "\"host\":\"" + clock.host() + "\",\"axis\":");
        try (RecordingWriter out = new RecordingWriter(file, 2, metadata)) {
            record(rank, clock, out);
        }
        return new RankRecord(rank, clock.host(), "boot-" + clock.host() + "/1", path(own), path(file),
                RankState.COMPLETE, 0, null, null, clock.stamp(startNanos), null);
    }

    private void record(int rank, SyntheticClock clock, RecordingWriter out) {
        int pid = 5000 + rank;
        out.task(0, pid, pid, Kind.ALL_TASKS, clock.stamp(startNanos)).comm(0, pid, "app", clock.stamp(startNanos));
        for (long i = 1; i <= plan.samples(); i++) {
            long run = i * plan.periodNanos();
            out.sample(0, 0, pid, rank % 2, clock.stamp(startNanos + run), run, run, run, faults(rank, run));
            if (i % SEAL_EVERY == 0) {
                out.seal();
            }
        }
        long run = plan.runNanos();
        long end = clock.stamp(endNanos());
        out.close(0, 0, pid, rank % 2, end, run, run, run, faults(rank, run))
                .exit(0, pid, end)
                .total(0, end, run, run, faults(rank, run));
        out.end(Synthetic.trailer(plan.samples()));
    }

    private String path(Path file) {
        return folder.path().relativize(file).toString();
    }

    private ClusterRecord record(List<RankRecord> ranks) {
        List<String> measured = clocks.stream().skip(1).map(SyntheticClock::host).toList();
        return new ClusterRecord(ClusterRecord.VERSION, "synthetic", ClusterState.FINISHED, null, "app",
                List.of("mpirun", "-np", String.format(Locale.ROOT, "%d", plan.ranks()), "./app"),
                ClusterRecord.Form.CONSTRUCTOR, "mpirun", plan.cycles() > 0 ? "openmpi" : null, plan.ranks(), false,
                plan.periodNanos(), "2026-01-31T02:10:11Z", "2026-01-31T02:20:11Z", 0,
                new ClusterRecord.Reference("node0", "monotonic", "boot-node0/1", 1_700_000_000_000_000_000L), ranks,
                plan.cycles() > 0 ? "trace" : null, plan.hosts() > 1 ? "clocks" : null,
                List.of(new ClusterRecord.Window(ClusterRecord.When.BEFORE, "2026-01-31T02:10:10Z", measured,
                        List.of()),
                        new ClusterRecord.Window(ClusterRecord.When.AFTER, "2026-01-31T02:20:12Z", measured,
                                List.of())),
                null, List.of());
    }

    /** Members of MPI_COMM_WORLD. */
    int[] world() {
        return IntStream.range(0, plan.ranks()).toArray();
    }
}
