package runbench.align.view;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
import runbench.align.traces.Alignment;
import runbench.align.view.ClusterReading.ClusterViews;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerFormat.EndFields;
import runbench.base.container.ContainerFormat.Field;
import runbench.base.container.ContainerFormat.SealFields;
import runbench.base.container.ContainerWriter;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.metrics.MetricTable;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

/**
 * A run whose truth is known: ranks on hosts whose clocks are seconds apart and drift; at first they meet in broadcasts
 * every 200 ms, then in barriers every 100 ms, of which each rank spends 20 % (rank 0: 10 %) inside MPI. Page faults
 * come evenly: 1 a ms in the first part, 5 in the second.
 */
public final class SyntheticRun {
    static final long MS = 1_000_000;
    static final long START = 5_000_000_000_000L;
    static final int BROADCASTS = 10;
    static final int BARRIERS = 20;
    /** Exit of the last broadcast, ns since the start. */
    static final long CHANGE = BROADCASTS * 200 * MS;
    static final long END = CHANGE + BARRIERS * 100 * MS;
    private static final ContainerFormat RECORDING = new ContainerFormat("recording", "RUNBREC\n", 1, Field.u32(24),
            Field.u32(28), 0x1f, false, new SealFields(11, Field.u64(24), Field.u64(32), Field.u32(40), Field.u32(44)),
            new EndFields(12, Field.u64(48), Field.u64(32)), header -> null, "");

    /** Returns the reading of a host's clock when the reference reads {@code ref}. */
    public record HostClock(String name, long aheadNs, double ppm, double boundNs) {
        long at(long ref) {
            return ref + aheadNs + Math.round((ref - START) * ppm * 1e-6);
        }
    }

    private final Path folder;
    private final List<HostClock> hosts;
    private final int ranks;
    private final long periodNs;
    private final List<RankRecord> records = new ArrayList<>();

    /** @param hosts ranks are dealt out to them in turn; the first has the reference's clock */
    public SyntheticRun(Path folder, int ranks, long periodNs, List<HostClock> hosts) {
        this.folder = folder;
        this.ranks = ranks;
        this.periodNs = periodNs;
        this.hosts = hosts;
    }

    HostClock host(int rank) {
        return hosts.get(rank % hosts.size());
    }

    /** Page faults of a rank from its start to a time since then, ns. */
    static double faults(double since) {
        return (Math.min(since, CHANGE) + 5 * Math.max(0, Math.min(since, END) - CHANGE)) / MS;
    }

    /** Writes the run. */
    public ClusterRun write() throws IOException {
        ClusterFolder to = new ClusterFolder(folder);
        Files.createDirectories(to.trace());
        for (int r = 0; r < ranks; r++) {
            recording(r);
            trace(r);
        }
        models(to);
        return record(ClusterState.FINISHED, null);
    }

    ClusterRun record(ClusterState state, String reason) throws IOException {
        ClusterFolder to = new ClusterFolder(folder);
        ClusterRun.write(to, new ClusterRecord(1, "0.1.0", state, reason, "planted",
                List.of("mpirun", "-np", Integer.toString(ranks), "planted"), ClusterRecord.Form.CONSTRUCTOR, "mpirun",
                "openmpi", ranks, false, periodNs, "2026-01-31T02:10:11Z", "2026-01-31T02:10:15Z", 0,
                new ClusterRecord.Reference(hosts.get(0).name(), "monotonic", "clock-" + hosts.get(0).name(), 0),
                records, "trace", "clocks", List.of(), null, List.of()));
        return ClusterRun.read(folder);
    }

    /** Removes a file or folder of the run. */
    static void gone(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (var inside = Files.list(path)) {
                for (Path p : inside.toList()) {
                    gone(p);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    public static ClusterView view(ClusterRun run, ViewRequest request) {
        return views(run, request, request.buckets()).chart();
    }

    static ClusterViews views(ClusterRun run, ViewRequest request, int pageBins) {
        return ClusterReading.of(Alignment.of(run),
                recording -> MetricTable.of(recording.metadata()).select(MetricTable.ALL), request, pageBins,
                ProgressDisplay.NONE);
    }

    private void recording(int rank) throws IOException {
        Path own = Files.createDirectories(new ClusterFolder(folder).rank(rank, host(rank).name()));
        String json = """
                {"format":"runbench recording","version":1,"clock":"CLOCK_MONOTONIC","realtime_offset_ns":5,"started_utc":"2026-01-02T03:04:05Z",\
                "mode":"poll","period_ns":%d,"axis":"run_time","inherit":true,"scope":"user+kernel","cost_per_sample_ns":18000,"cpus":2,\
                "kernel":"Linux 6.1","machine":"Synthetic","command":["planted"],"groups":[],"run":{},"events":[\
                {"name":"page-faults","unit":"faults","source":"software","type":1,"config":2,"group":0,"scope":"user+kernel","value":0,"status":"counted"},\
                {"name":"instructions","unit":"instructions","source":"pmu","type":0,"config":1,"group":0,"scope":"user+kernel","value":null,\
                "status":"not counted","reason":"this machine has no PMU"}]}""".formatted(periodNs);
        ContainerWriter out = new ContainerWriter(own.resolve("samples.rec"), RECORDING, 64,
                json.getBytes(StandardCharsets.UTF_8), h -> h.putInt(20, 1));
        HostClock clock = host(rank);
        put(out, 4, clock.at(START), 0, 0);
        long samples = END / periodNs;
        for (long i = 1; i <= samples; i++) {
            put(out, 1, clock.at(START + i * periodNs), i * periodNs, Math.round(faults(i * periodNs)));
            if (i % 100 == 0) {
                out.seal(seal -> seal.putLong(16, 0));
            }
        }
        put(out, 3, clock.at(START + END), END, Math.round(faults(END)));
        out.seal(seal -> seal.putLong(16, 0));
        out.end(("{\"exit_status\":0,\"signal\":0,\"wall_ns\":" + END + ",\"samples\":" + samples
                + ",\"lost\":0,\"totals\":[]}").getBytes(StandardCharsets.UTF_8), end -> end.putLong(16, 0));
        out.close();
        records.add(new RankRecord(rank, clock.name(), "clock-" + clock.name(), folder.relativize(own).toString(),
                folder.relativize(own.resolve("samples.rec")).toString(), RankState.COMPLETE, 0, null, null, null,
                null));
    }

    /** @param kind 1 sample, 3 total, 4 task */
    private static void put(ContainerWriter out, int kind, long wall, long run, long faults) throws IOException {
        ByteBuffer record = out.blank();
        record.put((byte) kind)
                .put((byte) 0)
                .putShort((short) 0)
                .putInt(-1)
                .putInt(kind == 4 ? 0 : -1)
                .putInt(4711)
                .putLong(wall);
        if (kind == 4) {
            record.putInt(4711).putInt(-1);
        } else {
            record.putLong(run).putLong(run).putLong(run).putLong(0).putLong(faults);
        }
        out.add();
    }

    /** Rank r is 10 % - or 20 % - of each round inside MPI; every round ends at one instant. */
    private void trace(int rank) throws IOException {
        HostClock clock = host(rank);
        try (TraceWriter writer = new TraceWriter(new ClusterFolder(folder).trace(), rank, ranks,
                Map.of("source", "test", "host", clock.name()))) {
            writer.communicator(TraceWriter.WORLD, ranks, rank, 1);
            writer.init(clock.at(START) - MS, clock.at(START));
            double inMpi = rank == 0 ? 0.1 : 0.2;
            int serial = 0;
            for (int i = 1; i <= BROADCASTS + BARRIERS; i++) {
                boolean first = i <= BROADCASTS;
                long end = first ? i * (200 * MS) : CHANGE + (i - BROADCASTS) * (100 * MS);
                long begin = end - Math.round((first ? 200 : 100) * MS * inMpi);
                writer.collective(first ? MpiOp.BCAST : MpiOp.BARRIER, first ? 0 : -1, TraceWriter.WORLD, serial++,
                        first ? 1000 : 0, clock.at(START + begin), clock.at(START + end));
            }
            writer.finalizeAt(clock.at(START + END));
            writer.end(Map.of());
        }
    }

    private void models(ClusterFolder to) throws IOException {
        Files.createDirectories(to.clocks());
        for (HostClock host : hosts.subList(1, hosts.size())) {
            List<WindowModel> windows = new ArrayList<>();
            for (long x0 : new long[]{START - 1_000 * MS, START + END + 1_000 * MS}) {
                windows.add(new WindowModel(x0, host.at(x0) - x0, 0, host.ppm() * 1e-6, host.boundNs() / 10, 1e-12,
                        -host.boundNs(), host.boundNs(), host.ppm() * 1e-6 - 1e-9, host.ppm() * 1e-6 + 1e-9, 1000, 100,
                        "blend", "kernel", null, null));
            }
            ModelFile.write(to.clocks().resolve(host.name() + ".model.json"),
                    new NodeModel(host.name(), hosts.get(0).name(), "monotonic", 0, windows), 1e6);
        }
    }
}
