package runbench.pas2p.efficiency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.base.file.OutputFile;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;

/**
 * Output of the efficiencies in the format of DLB's TALP (JSON of DLB 3.6), for talp-pages. The region Global is the
 * run; each relevant phase is a region. The format has no fields for serialisation and transfer. Threads are visible
 * only where they call MPI, so the OpenMP metrics are 1.
 */
public final class TalpReport {
    /** The version of DLB whose fields are written; readers select their parser by it. */
    private static final String FIELDS_OF = "3.6.0";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;
    private final Counted counted;
    private final Map<String, Integer> nodes = new TreeMap<>();

    private TalpReport(MpiTrace trace, EfficiencyAnalysis analysis) {
        this.trace = trace;
        this.analysis = analysis;
        counted = new Counted(trace);
        PhaseReport.hosts(trace).forEach(h -> nodes.put(h, nodes.size()));
    }

    /** Writes one file; talp-pages reads a folder of such files. */
    public static void write(MpiTrace trace, EfficiencyAnalysis analysis, Path file) throws IOException {
        if (file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        OutputFile.writeText(file,
                out -> { JSON.writerWithDefaultPrettyPrinter().writeValue(out, json(trace, analysis)); });
    }

    public static ObjectNode json(MpiTrace trace, EfficiencyAnalysis analysis) {
        return new TalpReport(trace, analysis).json();
    }

    private ObjectNode json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("dlbVersion", FIELDS_OF).put("writer", "Runbench, from a message trace").put("timestamp", started());
        root.putObject("resources")
                .put("numCpus", trace.locations())
                .put("numNodes", Math.max(1, nodes.size()))
                .put("numMpiRanks", trace.ranks())
                .put("numGpus", 0);
        ObjectNode regions = root.putObject("Application");
        long[] all = new long[trace.countedEvents().size()];
        analysis.ranks().forEach(r -> Arrays.setAll(all, i -> all[i] + r.counts()[i]));
        long calls = trace.calls().values().stream().mapToLong(Long::longValue).sum();
        region(regions.putObject("Global"), analysis.run(), analysis.usefulNanos(), all,
                calls > 0 ? calls : trace.events(), 1);
        for (PhaseEfficiency p : analysis.phases()) {
            region(regions.putObject(p.phase().name()), p.efficiencies(), analysis.usefulNanos(p), p.phase().counts(),
                    p.phase().eventsOfAll(), p.phase().weight());
        }
        return root;
    }

    /** Returns the start of the run, UTC; if the trace contains no time of day, the time of the output. */
    private String started() {
        int rank = IntStream.range(0, trace.ranks()).filter(trace::present).findFirst().orElse(0);
        Instant at = Instant.EPOCH;
        if (trace.present(rank)) {
            long offset = trace.header(rank).metadata().path("realtime_minus_clock_ns").asLong();
            try {
                at = offset > 0 ? Instant.EPOCH.plusNanos(offset).plusNanos(trace.initEndNanos(rank))
                        : Files.getLastModifiedTime(trace.header(rank).file()).toInstant();
            } catch (IOException e) {
                at = Instant.EPOCH;
            }
        }
        return LocalDateTime.ofInstant(at, ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    private void region(ObjectNode node, Efficiencies e, long[] useful, long[] counts, long calls, long measurements) {
        int locations = useful.length;
        long usefulSum = Arrays.stream(useful).sum();
        long mpi = e.elapsedNanos() * locations - usefulSum;
        double busiestNode = busiestNode(useful);
        node.put("numCpus", locations)
                .put("numMpiRanks", trace.ranks())
                .put("numNodes", Math.max(1, nodes.size()))
                .put("avgCpus", (double) locations)
                .put("numGpus", 0)
                .put("cycles", Math.max(0, counted.cycles(counts)))
                .put("instructions", Math.max(0, counted.instructions(counts)))
                .put("numMeasurements", measurements)
                .put("numMpiCalls", calls)
                .put("numOmpParallels", 0)
                .put("numOmpTasks", 0)
                .put("numGpuRuntimeCalls", 0)
                .put("elapsedTime", e.elapsedNanos())
                .put("usefulTime", usefulSum)
                .put("mpiTime", mpi)
                .put("ompLoadImbalanceTime", 0)
                .put("ompSchedulingTime", 0)
                .put("ompSerializationTime", 0)
                .put("gpuRuntimeTime", 0)
                .put("minMpiNormdProc", e.elapsedNanos() - e.maxUsefulNanos())
                .put("minMpiNormdNode", Math.round(e.elapsedNanos() - busiestNode))
                .put("gpuUsefulTime", 0)
                .put("gpuCommunicationTime", 0)
                .put("maxGpuUsefulTime", 0)
                .put("maxGpuActiveTime", 0)
                .put("parallelEfficiency", orZero(e.parallel()))
                .put("mpiParallelEfficiency", orZero(e.parallel()))
                .put("mpiCommunicationEfficiency", orZero(e.communication()))
                .put("mpiLoadBalance", orZero(e.loadBalance()))
                .put("mpiLoadBalanceIn", orZero(busiestNode / e.maxUsefulNanos()))
                .put("mpiLoadBalanceOut", orZero(e.meanUsefulNanos() / busiestNode))
                .put("ompParallelEfficiency", 1.0)
                .put("ompLoadBalance", 1.0)
                .put("ompSchedulingEfficiency", 1.0)
                .put("ompSerializationEfficiency", 1.0)
                .put("deviceOffloadEfficiency", 1.0)
                .put("gpuParallelEfficiency", 0.0)
                .put("gpuLoadBalance", 0.0)
                .put("gpuCommunicationEfficiency", 0.0)
                .put("gpuOrchestrationEfficiency", 0.0);
    }

    /** Returns the mean useful time of the node with the greatest one. */
    private double busiestNode(long[] useful) {
        double[] sum = new double[Math.max(1, nodes.size())];
        int[] count = new int[sum.length];
        for (int l = 0; l < useful.length; l++) {
            if (trace.present(l)) {
                int node = nodes.getOrDefault(trace.header(l).host(), 0);
                sum[node] += useful[l];
                count[node]++;
            }
        }
        return IntStream.range(0, sum.length)
                .filter(n -> count[n] > 0)
                .mapToDouble(n -> sum[n] / count[n])
                .max()
                .orElse(0);
    }

    private static double orZero(double share) {
        return Double.isFinite(share) ? share : 0;
    }
}
