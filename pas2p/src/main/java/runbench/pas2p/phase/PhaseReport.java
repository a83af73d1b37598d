package runbench.pas2p.phase;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.file.OutputFile;
import runbench.pas2p.order.SweepReport;
import runbench.pas2p.phase.Phase.CutNumbers;
import runbench.pas2p.phase.RankBalance.RankTime;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines.NodeClockError;

/** Output of an analysis: phases.json contains everything, phases.csv one line per phase. */
public final class PhaseReport {
    public static final String JSON_FILE = "phases.json";
    public static final String CSV_FILE = "phases.csv";
    public static final String OCCURRENCES_FILE = "occurrences.csv";
    private static final int EXAMPLES = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private PhaseReport() {
    }

    /** Returns all results except individual occurrences. Times are nanoseconds, shares 0..1. */
    public static ObjectNode json(MpiTrace trace, PhaseAnalysis analysis) {
        ObjectNode root = JSON.createObjectNode();
        root.put("format", "runbench phases").put("version", 1);
        ObjectNode run = root.putObject("trace");
        run.put("ranks", trace.ranks()).put("locations", trace.locations()).put("complete", trace.complete());
        run.put("program", program(trace));
        ArrayNode hosts = run.putArray("hosts");
        hosts(trace).forEach(hosts::add);
        clocks(trace, run);
        run.put("events", trace.events())
                .put("sends", trace.sends())
                .put("receives", trace.receives())
                .put("collectives", trace.collectives())
                .put("communicators", trace.communicators().count());
        if (!trace.countedEvents().isEmpty()) {
            ArrayNode events = run.putArray("counted_events");
            trace.countedEvents().forEach(events::add);
            run.put("counted_as", trace.countedAs());
        }
        ObjectNode notOrdered = run.putObject("not_ordered");
        trace.notOrdered().forEach(c -> notOrdered.putObject(c.name()).put("calls", c.calls()).put("ns", c.nanos()));
        trace.tracingCost().ifPresent(cost -> run.putPOJO("tracing", cost));
        ArrayNode remarks = run.putArray("remarks");
        trace.remarks().forEach(remarks::add);
        order(root.putObject("order"), analysis);
        options(root.putObject("options"), analysis.options());
        TimeBalance balance = analysis.balance();
        root.put("run_ns", analysis.runNanos())
                .put("before_phases_ns", balance.beforeNanos())
                .put("after_phases_ns", balance.afterNanos())
                .put("residual_ns", analysis.residualNanos())
                .put("coverage", analysis.coverage())
                .put("relevant_sum", analysis.relevantSum())
                .put("relevant_phases", analysis.relevantPhases().size())
                .put("occurrences", analysis.occurrences().size())
                .put("cut_off_phases", analysis.cappedPhases())
                .put("limited_searches", analysis.limitedSearches());
        ArrayNode starved = root.putArray("starved_ranks");
        analysis.cpuShortages().forEach(s -> starved.addPOJO(s));
        ArrayNode contradictions = root.putArray("contradictions");
        balance.contradictions().forEach(contradictions::add);
        ArrayNode phases = root.putArray("phases");
        for (Phase phase : analysis.phases()) {
            ObjectNode node = phases.addObject();
            phase(node, analysis, phase);
            long[] counts = phase.counts();
            if (counts.length > 0) {
                ObjectNode counted = node.putObject("counts_outside_mpi");
                for (int i = 0; i < counts.length; i++) {
                    counted.put(trace.countedEvents().get(i), counts[i]);
                }
            }
        }
        return root;
    }

    /** Adds the clock errors of the nodes; nothing without a clock model. */
    private static void clocks(MpiTrace trace, ObjectNode run) {
        for (NodeClockError clock : trace.clocks().errors()) {
            ObjectNode node = run.withArray("/clock_errors").addObject().put("node", clock.node());
            node.put("err_stat_ns", finite(clock.errStatNanos()))
                    .put("lo_ns", finite(clock.loNanos()))
                    .put("hi_ns", finite(clock.hiNanos()))
                    .put("how", clock.how().word());
        }
    }

    /** Returns the value; null: unknown or unbounded. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static void order(ObjectNode node, PhaseAnalysis analysis) {
        SweepReport sweep = analysis.sweep();
        node.put("events", sweep.events())
                .put("ticks", sweep.ticks())
                .put("matched_receives", sweep.matched())
                .put("unmatched_sends", sweep.unmatchedSends())
                .put("unmatched_receives", sweep.unmatchedReceives())
                .put("broken_collectives", sweep.brokenCollectives())
                .put("events_left_out", sweep.leftOut())
                .put("stopped_at", sweep.stoppedAt())
                .put("in_flight", sweep.inFlight())
                .put("matched_of_other_size", sweep.otherSize());
        ArrayNode list = node.putArray("unmatched");
        sweep.examples().stream().limit(EXAMPLES).forEach(u -> list.add(u.toString()));
        ArrayNode sizes = node.putArray("other_size");
        sweep.sizeExamples().stream().limit(EXAMPLES).forEach(m -> sizes.add(m.toString()));
    }

    private static void options(ObjectNode node, PhaseOptions options) {
        node.put("order", options.rule().name().toLowerCase(java.util.Locale.ROOT))
                .put("method", options.method().name().toLowerCase(java.util.Locale.ROOT))
                .put("event_share", options.similarity().share())
                .put("volume_tolerance", options.similarity().volumeTolerance())
                .put("relevant_share", options.relevantShare())
                .put("phase_time", options.thesisTime() ? "thesis (slowest process)" : "frontier");
    }

    private static void phase(ObjectNode node, PhaseAnalysis analysis, Phase phase) {
        node.put("id", phase.id() + 1)
                .put("label", phase.label())
                .put("name", phase.name())
                .put("description", phase.description())
                .put("called_from", phase.calledFrom())
                .put("shape", phase.shape())
                .put("relevant", analysis.relevant(phase))
                .put("ticks", phase.ticks())
                .put("events", phase.events())
                .put("messages", phase.messages())
                .put("bytes", phase.bytes())
                .put("weight", phase.weight())
                .put("mean_ns", analysis.meanNanosOf(phase))
                .put("total_ns", analysis.nanosOf(phase))
                .put("share", analysis.shareOf(phase))
                .put("frontier_total_ns", phase.frontierNanos())
                .put("frontier_min_ns", phase.frontierMinNanos())
                .put("frontier_max_ns", phase.frontierMaxNanos())
                .put("frontier_deviation_ns", phase.frontierDeviationNanos())
                .put("slowest_process_total_ns", phase.slowestProcessNanos())
                .put("compute_cpu_ns", phase.computeNanos())
                .put("mpi_wall_ns", phase.mpiNanos())
                .put("rank_wall_ns", phase.rankNanos())
                .put("first_tick", phase.firstTick())
                .put("last_tick", phase.lastTick());
        analysis.rankBalance(phase).ifPresent(balance -> ranks(node, balance, analysis.relevant(phase)));
        ArrayNode cuts = node.putArray("cuts");
        for (CutNumbers cut : phase.cuts()) {
            ObjectNode c = cuts.addObject().put("occurrence", cut.occurrence());
            numbers(c.putArray("start_event"), cut.start());
            numbers(c.putArray("end_event"), cut.end());
        }
    }

    private static void ranks(ObjectNode node, RankBalance balance, boolean each) {
        node.put("critical_rank", balance.criticalRank() < 0 ? null : balance.criticalRank())
                .put("imbalance", finite(balance.imbalance()))
                .put("outside_mpi_mean_ns", finite(balance.mean(RankTime::busyNanos)))
                .put("outside_mpi_max_ns", finite(balance.max(RankTime::busyNanos)));
        if (each) {
            ArrayNode times = node.putArray("rank_times");
            balance.ranks()
                    .forEach(r -> times.addObject()
                            .put("rank", r.rank())
                            .put("wall_ns", r.wallNanos())
                            .put("outside_mpi_ns", r.busyNanos())
                            .put("cpu_ns", r.cpuNanos()));
        }
    }

    private static void numbers(ArrayNode array, int[] values) {
        for (int v : values) {
            array.add(v);
        }
    }

    /** Writes phases.json, phases.csv and, if requested, occurrences.csv into a directory. */
    public static void write(MpiTrace trace, PhaseAnalysis analysis, Path directory, boolean occurrences)
            throws IOException {
        Files.createDirectories(directory);
        OutputFile.writeText(directory.resolve(JSON_FILE), out -> {
            JSON.writerWithDefaultPrettyPrinter().writeValue(out, json(trace, analysis));
        });
        CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();
        OutputFile.writeText(directory.resolve(CSV_FILE), text -> {
            CSVPrinter csv = new CSVPrinter(text, format);
            csv.printRecord("id", "name", "relevant", "ticks", "weight", "mean_s", "total_s", "share", "min_s", "max_s",
                    "deviation_s", "thesis_total_s", "events", "messages", "bytes", "compute_cpu_s", "mpi_wall_s",
                    "rank_wall_s", "start_events", "end_events", "description", "outside_mpi_mean_s",
                    "outside_mpi_max_s", "imbalance", "critical_rank");
            for (Phase p : analysis.phases()) {
                CutNumbers first = p.cuts().get(0);
                Optional<RankBalance> balance = analysis.rankBalance(p);
                csv.printRecord(p.id() + 1, p.name(), analysis.relevant(p), p.ticks(), p.weight(),
                        seconds(analysis.meanNanosOf(p)), seconds(analysis.nanosOf(p)), analysis.shareOf(p),
                        seconds(p.frontierMinNanos()), seconds(p.frontierMaxNanos()),
                        seconds(p.frontierDeviationNanos()), seconds(p.slowestProcessNanos()), p.events(), p.messages(),
                        p.bytes(), seconds(p.computeNanos()), seconds(p.mpiNanos()), seconds(p.rankNanos()),
                        joined(first.start()), joined(first.end()), p.description(),
                        balance.map(b -> finite(seconds(b.mean(RankTime::busyNanos)))).orElse(null),
                        balance.map(b -> finite(seconds(b.max(RankTime::busyNanos)))).orElse(null),
                        balance.map(b -> finite(b.imbalance())).orElse(null),
                        balance.map(RankBalance::criticalRank).filter(r -> r >= 0).orElse(null));
            }
        });
        if (occurrences) {
            writeOccurrences(analysis, directory.resolve(OCCURRENCES_FILE));
        }
    }

    /** Writes one line per occurrence, formatted by hand: there may be millions of numbers. */
    private static void writeOccurrences(PhaseAnalysis analysis, Path file) throws IOException {
        PhaseOccurrences all = analysis.occurrences();
        OutputFile.writeText(file, out -> {
            out.write("phase,start_tick,start_ns,end_ns\n");
            for (int i = 0; i < all.size(); i++) {
                out.append(Integer.toString(all.phase(i) + 1))
                        .append(',')
                        .append(Integer.toString(all.startTick(i)))
                        .append(',')
                        .append(Long.toString(all.startNanos(i) - analysis.runStartNanos()))
                        .append(',')
                        .append(Long.toString(all.endNanos(i) - analysis.runStartNanos()))
                        .append('\n');
            }
        });
    }

    private static double seconds(double nanos) {
        return nanos / 1e9;
    }

    private static String joined(int[] values) {
        return Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /** Returns the command line of the traced program, as recorded by rank 0 or the first available rank. */
    public static String program(MpiTrace trace) {
        for (int r = 0; r < trace.ranks(); r++) {
            if (trace.present(r)) {
                return String.join(" ", trace.header(r).program());
            }
        }
        return "";
    }

    /** Returns the distinct names of the nodes, in order of ranks. */
    public static List<String> hosts(MpiTrace trace) {
        return java.util.stream.IntStream.range(0, trace.ranks())
                .filter(trace::present)
                .mapToObj(r -> trace.header(r).host())
                .filter(h -> !h.isEmpty())
                .distinct()
                .toList();
    }
}
