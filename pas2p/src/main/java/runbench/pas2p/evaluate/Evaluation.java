package runbench.pas2p.evaluate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.progress.Progress;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.phase.PhaseOptions.Method;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;
import runbench.pas2p.trace.MpiTrace;

/**
 * The evaluation of programs under several numbers of processes.
 *
 * @param runs evaluated runs in the order of programs and numbers of processes
 * @param failed runs that failed, with the reason
 */
public record Evaluation(List<EvaluatedRun> runs, List<FailedRun> failed) {
    /** Share of a run's events from which the simplest prediction is extrapolated. */
    public static final double FIRST_SHARE = 0.05;

    /** A run that could not be evaluated. */
    public record FailedRun(String program, int processes, String why) {}

    /**
     * One program with one number of processes. Times are seconds from the last exit from MPI_Init to the last entry
     * into MPI_Finalize.
     *
     * @param teaS time of the program without tracing (TEA), estimated from the wall times of both commands
     * @param tracedS time of the traced program
     * @param firstS prediction from the first events alone: their time divided by their share of all events
     * @param results results by order and method
     */
    public record EvaluatedRun(String program, int processes, double teaS, double tracedS, double firstS,
            List<MethodResult> results) {
        /** Returns the additional time of the traced program, as a share of TEA; negative: it was faster. */
        public double overhead() {
            return tracedS / teaS - 1;
        }

        public double error(double predictedS) {
            return PredictedTime.error(predictedS, teaS);
        }
    }

    /**
     * The phases by one order and method. Times are those of the trace, by the thesis's rule (slowest process) unless
     * stated otherwise.
     *
     * @param phases number of phases
     * @param relevant number of relevant phases
     * @param coverage share of the run in relevant phases by the frontier rule, 0..1
     * @param tefS sum of the mean times of one occurrence of each relevant phase, s
     * @param pteS sum over relevant phases of mean time x weight, s
     * @param frontierS the same sum by the frontier rule, s
     */
    public record MethodResult(OrderRule order, Method method, int phases, int relevant, double coverage, double tefS,
            double pteS, double frontierS) {
        static MethodResult of(PhaseAnalysis analysis) {
            List<Phase> relevant = analysis.relevantPhases();
            double[] means = relevant.stream().mapToDouble(p -> analysis.meanNanosOf(p) / 1e9).toArray();
            long[] weights = relevant.stream().mapToLong(Phase::weight).toArray();
            return new MethodResult(analysis.options().rule(), analysis.options().method(), analysis.phases().size(),
                    relevant.size(), analysis.coverage(), java.util.Arrays.stream(means).sum(),
                    PredictedTime.seconds(means, weights),
                    relevant.stream().mapToLong(Phase::frontierNanos).sum() / 1e9);
        }
    }

    /**
     * Evaluates a traced run by all orders and methods.
     *
     * @param teaS time of the program without tracing, s
     * @param progress receives the number of ordered events of one analysis
     */
    public static EvaluatedRun of(String program, int processes, MpiTrace trace, double teaS, Progress progress) {
        List<MethodResult> results = new ArrayList<>();
        double first = 0;
        for (OrderRule order : OrderRule.values()) {
            for (Method method : Method.values()) {
                PhaseOptions defaults = PhaseOptions.DEFAULT;
                PhaseAnalysis analysis = PhaseAnalysis.of(trace, new PhaseOptions(order, method, defaults.similarity(),
                        defaults.blocks(), defaults.relevantShare(), true, defaults.maxPhaseTicks()), progress);
                results.add(MethodResult.of(analysis));
                if (order == OrderRule.PAS2P && method == Method.PHASES) {
                    first = extrapolated(analysis);
                }
            }
        }
        double traced = (trace.runEndNanos() - trace.runStartNanos()) / 1e9;
        return new EvaluatedRun(program, processes, teaS, traced, first, List.copyOf(results));
    }

    /**
     * Returns the time from the start of the run to the first {@link #FIRST_SHARE} of its events, divided by their
     * share of all, s. The number of all events is taken from the trace, which favours this prediction.
     */
    static double extrapolated(PhaseAnalysis analysis) {
        PhaseOccurrences occurrences = analysis.occurrences();
        List<Phase> phases = analysis.phases();
        double all = phases.stream().mapToLong(Phase::eventsOfAll).sum();
        double soFar = 0;
        for (int i = 0; i < occurrences.size(); i++) {
            Phase phase = phases.get(occurrences.phase(i));
            soFar += (double) phase.eventsOfAll() / phase.weight();
            if (soFar >= FIRST_SHARE * all) {
                return (occurrences.endNanos(i) - analysis.runStartNanos()) / 1e9 / (soFar / all);
            }
        }
        return analysis.runNanos() / 1e9;
    }

    /** Returns all fields for JSON; times are seconds, shares and errors 0..1. */
    public Map<String, Object> fields() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("runs", runs.stream().map(Evaluation::fields).toList());
        all.put("failed", failed.stream().map(f -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("program", f.program());
            fields.put("processes", f.processes());
            fields.put("why", f.why());
            return fields;
        }).toList());
        all.put("published", published().stream().map(Evaluation::fields).toList());
        all.put("published_source", PublishedResult.SOURCE);
        return all;
    }

    /** Returns the published rows of the evaluated programs. */
    public List<PublishedResult> published() {
        return runs.stream()
                .map(r -> r.program().replaceFirst("\\..*", ""))
                .distinct()
                .flatMap(p -> PublishedResult.of(p).stream())
                .toList();
    }

    private static Map<String, Object> fields(EvaluatedRun run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("program", run.program());
        fields.put("processes", run.processes());
        fields.put("tea_s", run.teaS());
        fields.put("traced_s", run.tracedS());
        fields.put("overhead", run.overhead());
        fields.put("trace_error", run.error(run.tracedS()));
        fields.put("first_events_share", FIRST_SHARE);
        fields.put("first_events_s", run.firstS());
        fields.put("first_events_error", run.error(run.firstS()));
        fields.put("results", run.results().stream().map(r -> {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("order", word(r.order()));
            result.put("method", word(r.method()));
            result.put("phases", r.phases());
            result.put("relevant", r.relevant());
            result.put("coverage", r.coverage());
            result.put("tef_s", r.tefS());
            result.put("pte_s", r.pteS());
            result.put("epte", run.error(r.pteS()));
            result.put("frontier_pte_s", r.frontierS());
            result.put("frontier_epte", run.error(r.frontierS()));
            return result;
        }).toList());
        return fields;
    }

    private static Map<String, Object> fields(PublishedResult r) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("table", r.table());
        fields.put("cluster", r.cluster());
        fields.put("program", r.program());
        fields.put("workload", r.workload());
        fields.put("order", r.order());
        fields.put("method", r.method());
        fields.put("processes", r.processes());
        fields.put("resources", r.resources());
        fields.put("tef_s", r.tefS());
        fields.put("pte_s", r.pteS());
        fields.put("tea_s", r.teaS());
        fields.put("epte", r.error());
        fields.put("epte_printed", r.printedError());
        return fields;
    }

    /** Writes one line per run, order and method; times are seconds, shares and errors 0..1. */
    public void csv(Appendable out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        csv.printRecord("program", "processes", "order", "method", "phases", "relevant", "coverage", "tef_s",
                "tef_of_tea", "pte_s", "tea_s", "epte", "frontier_pte_s", "frontier_epte");
        for (EvaluatedRun run : runs) {
            for (MethodResult r : run.results()) {
                csv.printRecord(run.program(), run.processes(), word(r.order()), word(r.method()), r.phases(),
                        r.relevant(), r.coverage(), r.tefS(), r.tefS() / run.teaS(), r.pteS(), run.teaS(),
                        run.error(r.pteS()), r.frontierS(), run.error(r.frontierS()));
            }
        }
        csv.flush();
    }

    /** Returns the name of an order or method as on the command line. */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
