package runbench.pas2p.predict;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.quantity.Durations;
import runbench.pas2p.predict.StratumRatios.StratumRatio;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.trace.ProcessorUse;

/** Output of predictions as tables for JSON and CSV. Times are seconds, shares 0..1; null: not known. */
public final class PredictionReport {
    private static final String REPEAT_ADVICE = "trace it a second time, and build the signature with that as one "
            + "more --repeat";

    private PredictionReport() {
    }

    /**
     * Returns one prediction.
     *
     * @param name name of the measured signature, as typed
     */
    public static Map<String, Object> fields(String name, Prediction p) {
        Optional<Usability> unusable = Usability.of(p);
        Map<String, Object> all = new LinkedHashMap<>(row(name, p, unusable.isEmpty()));
        all.put("not_usable_because", unusable.map(Usability::reason).orElse(null));
        all.put("remedy", unusable.map(Usability::remedy).orElse(null));
        all.put("weights_from", weightsFrom(p));
        Map<String, Object> estimators = new LinkedHashMap<>();
        for (Prediction.Estimator e : Prediction.Estimator.values()) {
            estimators.put(e.name().toLowerCase(Locale.ROOT), p.weights().get(e));
        }
        all.put("estimators", estimators);
        all.put("interval_s", p.intervalS());
        all.put("interval_widened_by", p.widening());
        all.put("stop_s", p.stopS());
        all.put("rest_s", p.restS());
        all.put("constant_s",
                p.measured().signature().repeated() == null ? null : p.measured().signature().repeated().behindS());
        all.put("ratio", p.ratio());
        all.put("pace", p.pace());
        all.put("actual_from", p.actual() == null ? null : p.actual().source());
        all.put("tea_runs_s", p.actual() == null ? null : p.actual().runs().stream().map(ActualTime::seconds).toList());
        all.put("tea_spread", p.actual() == null ? null : p.actual().spread());
        all.put("runs_in_interval", p.actual() == null || p.actual().runs().isEmpty() ? null : p.runsHeld());
        all.put("machines", p.measured().machines());
        all.put("differences", p.measured().differences());
        all.put("remarks", remarks(p));
        all.put("phases", p.phases());
        List<Map<String, Object>> strata = new ArrayList<>();
        for (StratumRatio r : p.strata()) {
            Map<String, Object> s = new LinkedHashMap<>();
            s.put("phase", p.phases().get(r.phase()).label());
            s.put("stratum", r.stratum());
            s.put("samples", r.samples());
            s.put("ratio", r.ratio());
            s.put("ratio_error", r.error());
            s.put("reproduced", r.reproduced());
            s.put("ratio_from", r.source().name().toLowerCase(Locale.ROOT));
            s.put("mean_s", PredictedPhase.finite(r.meanS()));
            s.put("deviation_s", PredictedPhase.finite(r.deviationS()));
            strata.add(s);
        }
        all.put("strata", strata);
        return all;
    }

    /**
     * Returns the traced command whose weights are used for a program or an input that differs; the number of
     * iterations may differ as well. Null: it is the same one, or the iterations were counted in the measured run.
     */
    public static String weightsFrom(Prediction p) {
        return !p.measured().forced() || p.measured().countedRatio() != null ? null
                : String.join(" ", p.measured().signature().program().command());
    }

    /** Returns remarks that a reader of the prediction needs. */
    public static List<String> remarks(Prediction p) {
        List<String> all = new ArrayList<>();
        MeasuredSignature m = p.measured();
        if (m.forced()) {
            all.add("FORCED in spite of differences: " + String.join("; ", m.differences()));
        } else {
            m.differences().forEach(d -> all.add("differs: " + d));
        }
        if (m.countedRatio() != null) {
            all.add(String.format(Locale.ROOT,
                    "weights: counted in the measured run, %.4g times the traced run's sends and collectives after "
                            + "the stop",
                    m.countedRatio()));
        }
        ProcessorUse.busy(m.signature().trace().processors(), "traced")
                .ifPresent(busy -> all
                        .add(busy + ": trace it again while nothing else runs, and build its signature anew"));
        Signature.Repeated repeated = m.signature().repeated();
        if (repeated != null && repeated.behindS() > 0) {
            all.add(String.format(Locale.ROOT,
                    "%.4g s (+-%.2g) after the stop are in stretches whose number of messages differs between runs: "
                            + "taken as they are in the traced ones, not scaled",
                    repeated.behindS(), repeated.behindErrorS()));
        }
        long elsewhere = m.missing().stream().filter(MeasuredSignature.Missing::elsewhere).count();
        if (elsewhere > 0) {
            all.add(elsewhere + " of " + m.signature().measure().size()
                    + " occurrences are left out: the program sent other messages there than when it was traced; "
                    + REPEAT_ADVICE);
        }
        if (m.restored() != null) {
            all.add("measured from checkpoints, one for each of " + m.restored().size()
                    + " phases: the time up to the signature's stop is predicted, too");
        } else if (p.stopS() == null) {
            all.add("the program " + (elsewhere > 0 ? "was elsewhere at" : "ended before")
                    + " the signature's stop: the time up to it is predicted, too");
        }
        List<MeasuredSignature.Missing> lacking = m.missing().stream().filter(o -> !o.elsewhere()).toList();
        if (!lacking.isEmpty()) {
            all.add(lacking.size() + " of " + m.signature().measure().size() + " occurrences were not measured: "
                    + lacking.get(0).why());
        }
        for (StratumRatio r : p.strata()) {
            if (r.source() == StratumRatio.Source.POOLED) {
                if (r.stratum() == 0) {
                    all.add(p.phases().get(r.phase()).label()
                            + ": its classes of duration in the trace did not come again: one ratio for all of it");
                }
            } else if (r.source() != StratumRatio.Source.MEASURED) {
                all.add(p.phases().get(r.phase()).label() + (r.stratum() > 0 ? " class " + (r.stratum() + 1) : "")
                        + " was not measured: the ratio of "
                        + (r.source() == StratumRatio.Source.PHASE ? "the rest of its phase" : "the other phases")
                        + " is used");
            }
        }
        if (m.clock() != null && m.clock().hosts() > 1) {
            all.add(m.clock().hosts() + " hosts, whose clocks are not compared"
                    + (m.clock().errorS() == null ? ""
                            : ": times are by that of " + m.clock().host()
                                    + "; up to the stop the others' differ by up to "
                                    + Durations.fourDigits(m.clock().errorS() * 1e9)));
        }
        if (p.widening() > 1) {
            all.add(String.format(Locale.ROOT,
                    "the interval is %.1f times as wide: audited predictions of this machine were outside",
                    p.widening()));
        }
        all.addAll(m.remarks());
        return all;
    }

    /** Writes one line per prediction: name, cost of the measurement, prediction, actual time. */
    public static void csv(Map<String, Prediction> predictions, Appendable out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        boolean first = true;
        for (Map.Entry<String, Prediction> e : predictions.entrySet()) {
            Map<String, Object> row = row(e.getKey(), e.getValue(), Usability.of(e.getValue()).isEmpty());
            if (first) {
                csv.printRecord(row.keySet());
                first = false;
            }
            csv.printRecord(row.values());
        }
        csv.flush();
    }

    /** Writes one line per phase of each prediction. */
    public static void phasesCsv(Map<String, Prediction> predictions, Appendable out) throws IOException {
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        csv.printRecord("measured", "phase", "name", "weight", "samples", "trace_mean_s", "tef_s", "deviation_s",
                "thesis_s", "ratio", "ours_s", "load_balance", "communication_efficiency", "description");
        for (Map.Entry<String, Prediction> e : predictions.entrySet()) {
            for (PredictedPhase p : e.getValue().phases()) {
                csv.printRecord(Arrays.asList(e.getKey(), p.label(), p.name(), p.weight(), p.samples(), p.traceMeanS(),
                        p.tefS(), p.deviationS(), p.thesisS(), p.ratio(), p.oursS(), p.loadBalance(), p.communication(),
                        p.description()));
            }
        }
        csv.flush();
    }

    private static Map<String, Object> row(String name, Prediction p, boolean usable) {
        MeasuredSignature m = p.measured();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("measured", name);
        row.put("program", String.join(" ", m.signature().program().command()));
        row.put("command", String.join(" ", m.command()));
        row.put("ranks", m.signature().ranks());
        row.put("hosts", String.join(" ", m.hosts()));
        row.put("forced", m.forced());
        row.put("predicted_s", p.predictedS());
        row.put("low_s", p.intervalS()[0]);
        row.put("high_s", p.intervalS()[1]);
        row.put("confidence", p.confidence());
        row.put("thesis_pte_s", p.thesisS());
        row.put("tef_s", p.tefS());
        row.put("signature_wall_s", p.wallS());
        row.put("tea_s", p.actual() == null ? null : p.actual().seconds());
        row.put("error", p.error());
        row.put("interval_holds", p.holds());
        row.put("thesis_epte", p.thesisError());
        row.put("tef_of_tea", p.actual() == null ? null : p.shareOfRun(p.tefS()));
        row.put("signature_wall_of_tea", p.actual() == null ? null : p.shareOfRun(p.signatureS()));
        row.put("usable", usable);
        row.put("trace_tea_s", m.signature().trace().teaS());
        return row;
    }
}
