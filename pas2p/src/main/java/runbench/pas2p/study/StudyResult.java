package runbench.pas2p.study;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.Signature;

/**
 * The result of a study.
 *
 * @param failed runs that were not measured
 * @param cost cost of the study and of whole runs
 * @param truth the fastest of the targets that ran to their ends; null unless all did
 */
public record StudyResult(StudyPlan plan, Ranking ranking, List<TargetOutcome> failed, Cost cost,
        TargetEstimate truth) {
    /**
     * Costs in seconds.
     *
     * @param studyS runs of the signatures, each up to its stop, including failed ones
     * @param tracedRuns number of traced runs that the signatures are built from and compared with
     * @param tracedS time of these runs, which is spent once for any number of studies
     * @param everythingS predicted time of the same number of whole runs
     * @param actualS actual time of these; null unless all ran to their ends
     */
    public record Cost(double studyS, int tracedRuns, double tracedS, double everythingS, Double actualS) {
        /** Returns the share of the time of whole runs, actual or else predicted. */
        public double share() {
            return studyS / (actualS == null ? everythingS : actualS);
        }
    }

    static StudyResult of(StudyPlan plan, Map<StudyTarget, List<Prediction>> predictions, List<TargetOutcome> failed,
            double failedS) {
        TargetEstimate.Stray stray = TargetEstimate.Stray.of(predictions.values());
        List<TargetEstimate> all = predictions.entrySet()
                .stream()
                .map(e -> TargetEstimate.of(e.getKey(), e.getValue(), stray))
                .toList();
        List<Prediction> each = all.stream().flatMap(e -> e.predictions().stream()).toList();
        boolean whole = each.stream().allMatch(p -> p.measured().completedS() != null);
        Map<String, Signature> traced = new LinkedHashMap<>();
        each.forEach(p -> traced.put(p.measured().signatureSha256(), p.measured().signature()));
        Cost cost = new Cost(failedS + all.stream().mapToDouble(TargetEstimate::signatureS).sum(),
                traced.values().stream().mapToInt(Signature::tracedRuns).sum(),
                traced.values().stream().mapToDouble(Signature::tracedS).sum(),
                each.stream().mapToDouble(Prediction::predictedS).sum(),
                whole ? (Double) each.stream().mapToDouble(p -> p.measured().completedS()).sum() : null);
        return new StudyResult(plan, Ranking.of(all), failed, cost,
                whole ? all.stream().min(Comparator.comparingDouble(TargetEstimate::actualS)).orElseThrow() : null);
    }

    /**
     * Returns the additional time of the recommended target over the fastest one, as a share; null without actual
     * times.
     */
    public Double lost() {
        return truth == null ? null : (Double) (ranking.best().actualS() / truth.actualS() - 1);
    }

    /** Returns predictions by the names in charts. */
    public Map<String, Prediction> named() {
        Map<String, Prediction> named = new LinkedHashMap<>();
        for (TargetEstimate e : ranking.order()) {
            for (int i = 0; i < e.predictions().size(); i++) {
                named.put(e.target().name() + (e.predictions().size() > 1 ? " #" + (i + 1) : ""),
                        e.predictions().get(i));
            }
        }
        return named;
    }
}
