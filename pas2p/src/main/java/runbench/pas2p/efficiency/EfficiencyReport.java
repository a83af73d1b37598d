package runbench.pas2p.efficiency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.pas2p.efficiency.EfficiencyAnalysis.PhaseEfficiency;
import runbench.pas2p.efficiency.EfficiencyAnalysis.RankComputation;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitPair;
import runbench.pas2p.efficiency.EfficiencyAnalysis.WaitSums;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.trace.MpiTrace;

/** Output of an efficiency analysis: efficiency.json contains everything, each CSV file one table. */
public final class EfficiencyReport {
    public static final String JSON_FILE = "efficiency.json";
    public static final String CSV_FILE = "efficiency.csv";
    public static final String MATRIX_FILE = "communication.csv";
    public static final String WAITS_FILE = "waits.csv";
    public static final String CALLS_FILE = "mpi-calls.csv";
    public static final String COLLECTIVES_FILE = "collectives.csv";
    public static final String SIZES_FILE = "message-sizes.csv";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

    private final MpiTrace trace;
    private final EfficiencyAnalysis analysis;

    private EfficiencyReport(MpiTrace trace, EfficiencyAnalysis analysis) {
        this.trace = trace;
        this.analysis = analysis;
    }

    /** Returns all results. Times are nanoseconds, shares 0..1; null: not measured. */
    public static ObjectNode json(MpiTrace trace, EfficiencyAnalysis analysis) {
        return new EfficiencyReport(trace, analysis).json();
    }

    /** Writes the files into a directory. */
    public static void write(MpiTrace trace, EfficiencyAnalysis analysis, Path directory) throws IOException {
        Files.createDirectories(directory);
        EfficiencyReport report = new EfficiencyReport(trace, analysis);
        OutputFile.writeText(directory.resolve(JSON_FILE), out -> {
            JSON.writerWithDefaultPrettyPrinter().writeValue(out, report.json());
        });
        report.regions(directory.resolve(CSV_FILE));
        report.tables(directory);
    }

    private ObjectNode json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", "runbench efficiency")
                .put("version", 1)
                .put("ranks", trace.ranks())
                .put("locations", trace.locations())
                .put("whole_run", analysis.wholeRun());
        ObjectNode definitions = root.putObject("definitions");
        EfficiencyDefinitions.all()
                .values()
                .forEach(d -> definitions.putObject(d.name())
                        .put("title", d.title())
                        .put("unit", d.unit())
                        .put("formula", d.formula())
                        .put("explanation", d.explanation())
                        .put("source", d.source()));
        ObjectNode run = root.putObject("run");
        figures(run, analysis.run());
        waits(run, analysis.waits());
        ArrayNode phases = root.putArray("phases");
        for (PhaseEfficiency p : analysis.phases()) {
            Phase phase = p.phase();
            ObjectNode node = phases.addObject()
                    .put("label", phase.label())
                    .put("name", phase.name())
                    .put("description", phase.description())
                    .put("weight", phase.weight());
            figures(node, p.efficiencies());
            waits(node, p.waits());
            counted(node, phase.counts(), phase.computeNanos());
            ArrayNode useful = node.putArray("useful_ns_of_locations");
            for (long u : analysis.usefulNanos(p)) {
                useful.add(u);
            }
        }
        figures(root.putObject("other_phases"), analysis.otherPhases());
        figures(root.putObject("no_phase"), analysis.noPhase());
        ArrayNode ranks = root.putArray("rank_computation");
        for (RankComputation r : analysis.ranks()) {
            ObjectNode node = ranks.addObject()
                    .put("rank", r.rank())
                    .put("useful_ns", r.usefulNanos())
                    .put("compute_cpu_ns", r.computeNanos());
            counted(node, r.counts(), r.computeNanos());
        }
        ArrayNode pairs = root.putArray("wait_pairs");
        analysis.waitPairs().forEach(w -> pair(pairs.addObject(), w));
        root.put("waits_not_by_pair_ns", analysis.waitsNotByPairNanos());
        root.set("communication", communication());
        return root;
    }

    private static void figures(ObjectNode node, Efficiencies e) {
        node.put("parallel_efficiency", finite(e.parallel()))
                .put("load_balance", finite(e.loadBalance()))
                .put("communication_efficiency", finite(e.communication()))
                .put("serialisation", finite(e.serialisation()))
                .put("transfer", finite(e.transfer()))
                .put("elapsed_ns", e.elapsedNanos())
                .put("ideal_ns", e.idealNanos())
                .put("useful_mean_ns", e.meanUsefulNanos())
                .put("useful_max_ns", e.maxUsefulNanos())
                .put("critical_rank", e.criticalRank() < 0 ? null : e.criticalRank());
    }

    private static void waits(ObjectNode node, WaitSums waits) {
        node.put("late_sender_ns", waits.lateSenderNanos())
                .put("late_receiver_ns", waits.lateReceiverNanos())
                .put("collective_wait_ns", waits.collectiveNanos());
        if (waits.longest() != null) {
            pair(node.putObject("longest_wait"), waits.longest());
        }
    }

    private static void pair(ObjectNode node, WaitPair pair) {
        node.put("waiter", pair.waiter())
                .put("waited_for", pair.culprit())
                .put("late_sender_ns", pair.lateSenderNanos())
                .put("late_receiver_ns", pair.lateReceiverNanos())
                .put("collective_wait_ns", pair.collectiveNanos());
    }

    private void counted(ObjectNode node, long[] counts, long cpuNanos) {
        for (int i = 0; i < counts.length; i++) {
            node.withObject("/counts_outside_mpi").put(trace.countedEvents().get(i), counts[i]);
        }
        if (counts.length > 0) {
            node.put("useful_ipc", finite(analysis.ipc(counts)))
                    .put("useful_frequency", finite(analysis.frequency(counts, cpuNanos)));
        }
    }

    private ObjectNode communication() {
        Communication c = analysis.communication();
        ObjectNode node = JSON.createObjectNode().put("messages", c.messages()).put("bytes", c.messageBytes());
        ArrayNode pairs = node.putArray("pairs");
        c.pairs()
                .forEach(p -> pairs.addObject()
                        .put("from", p.from())
                        .put("to", p.to())
                        .put("messages", p.messages())
                        .put("bytes", p.bytes()));
        node.put("messages_not_by_pair", c.messagesNotByPair());
        ArrayNode sizes = node.putArray("sizes");
        c.sizes()
                .forEach(s -> sizes.addObject()
                        .put("from_bytes", s.fromBytes())
                        .put("below_bytes", s.belowBytes())
                        .put("messages", s.messages())
                        .put("bytes", s.bytes()));
        ArrayNode collectives = node.putArray("collectives");
        c.collectives()
                .forEach(o -> collectives.addObject()
                        .put("operation", o.op().mpiName())
                        .put("operations", o.operations())
                        .put("calls", o.calls())
                        .put("bytes", o.bytes())
                        .put("ns", o.nanos())
                        .put("waited_ns", o.waitedNanos()));
        ArrayNode calls = node.putArray("mpi_calls");
        c.calls().forEach(o -> calls.addObject().put("call", o.name()).put("calls", o.calls()).put("ns", o.nanos()));
        node.put("other_calls_ns", c.otherCallsNanos());
        ArrayNode sites = node.putArray("call_sites");
        c.sites()
                .forEach(s -> sites.addObject()
                        .put("call", s.call())
                        .put("function", trace.callSites().source(s.id()).function())
                        .put("file", trace.callSites().source(s.id()).file())
                        .put("line", trace.callSites().source(s.id()).line())
                        .put("place", s.place())
                        .put("calls", s.calls())
                        .put("ns", s.nanos())
                        .put("waited_ns", s.waitedNanos()));
        return node;
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private void regions(Path file) throws IOException {
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, FORMAT);
            csv.printRecord("region", "name", "weight", "parallel_efficiency", "load_balance",
                    "communication_efficiency", "serialisation", "transfer", "elapsed_s", "ideal_s", "useful_mean_s",
                    "useful_max_s", "critical_rank", "late_sender_s", "late_receiver_s", "collective_wait_s",
                    "description");
            region(csv, "run", "", 1, analysis.run(), analysis.waits(), "");
            for (PhaseEfficiency p : analysis.phases()) {
                region(csv, p.phase().label(), p.phase().name(), p.phase().weight(), p.efficiencies(), p.waits(),
                        p.phase().description());
            }
            region(csv, "other phases", "", 1, analysis.otherPhases(), null, "");
            region(csv, "no phase", "", 1, analysis.noPhase(), null, "");
        });
    }

    private static void region(CSVPrinter csv, String region, String name, long weight, Efficiencies e, WaitSums waits,
            String description) throws IOException {
        List<Object> row = new ArrayList<>(List.of(region, name, weight));
        for (double share : new double[]{e.parallel(), e.loadBalance(), e.communication(), e.serialisation(),
                e.transfer()}) {
            row.add(Double.isFinite(share) ? share : "");
        }
        row.addAll(List.of(e.elapsedNanos() / 1e9, e.idealNanos() / 1e9, e.meanUsefulNanos() / 1e9,
                e.maxUsefulNanos() / 1e9, e.criticalRank() < 0 ? "" : e.criticalRank()));
        row.addAll(waits == null ? List.of("", "", "")
                : List.of(waits.lateSenderNanos() / 1e9, waits.lateReceiverNanos() / 1e9,
                        waits.collectiveNanos() / 1e9));
        row.add(description);
        csv.printRecord(row);
    }

    private void tables(Path directory) throws IOException {
        Communication c = analysis.communication();
        table(directory.resolve(MATRIX_FILE), c.pairs(), p -> List.of(p.from(), p.to(), p.messages(), p.bytes()),
                "from", "to", "messages", "bytes");
        table(directory.resolve(WAITS_FILE), analysis.waitPairs(),
                w -> List.of(w.waiter(), w.culprit(), w.lateSenderNanos() / 1e9, w.lateReceiverNanos() / 1e9,
                        w.collectiveNanos() / 1e9),
                "waiter", "waited_for", "late_sender_s", "late_receiver_s", "collective_wait_s");
        table(directory.resolve(CALLS_FILE), c.calls(), o -> List.of(o.name(), o.calls(), o.nanos() / 1e9), "call",
                "calls", "time_s");
        table(directory.resolve(COLLECTIVES_FILE), c.collectives(), o -> List.of(o.op().mpiName(), o.operations(),
                o.calls(), o.bytes(), o.nanos() / 1e9, o.waitedNanos() / 1e9), "operation", "operations", "calls",
                "bytes", "time_s", "waited_s");
        table(directory.resolve(SIZES_FILE), c.sizes(),
                s -> List.of(s.fromBytes(), s.belowBytes(), s.messages(), s.bytes()), "from_bytes", "below_bytes",
                "messages", "bytes");
    }

    private static <T> void table(Path file, List<T> rows, Function<T, List<?>> columns, String... heading)
            throws IOException {
        OutputFile.writeText(file, text -> {
            CSVPrinter csv = new CSVPrinter(text, FORMAT);
            csv.printRecord((Object[]) heading);
            for (T row : rows) {
                csv.printRecord(columns.apply(row));
            }
        });
    }
}
