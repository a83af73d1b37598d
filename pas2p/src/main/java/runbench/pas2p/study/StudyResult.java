package runbench.pas2p.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.base.stats.Statistics;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.study.StudyPlan.StudyTarget;

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

    /** Returns the runs whose actual time is outside the interval of their target; empty without actual times. */
    public List<MissedInterval> missed() {
        List<MissedInterval> missed = new ArrayList<>();
        for (TargetEstimate e : ranking.order()) {
            for (int i = 0; i < e.predictions().size(); i++) {
                Double took = e.predictions().get(i).measured().completedS();
                if (took != null && (took < e.lowS() || took > e.highS())) {
                    missed.add(new MissedInterval(e.target().name(), i + 1, took, e.lowS(), e.highS()));
                }
            }
        }
        return missed;
    }

    /**
     * A run whose time is outside the interval of its target. Times are seconds.
     *
     * @param repetition from 1
     */
    public record MissedInterval(String target, int repetition, @JsonProperty("tea_s") double teaS,
            @JsonProperty("low_s") double lowS, @JsonProperty("high_s") double highS) {}

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

    /**
     * The outcome of one run of a target, as stored in its folder at the end.
     *
     * @param why cause of the failure; null: it was measured
     * @param remedy advice; null: none
     * @param command command line that ran
     * @param signatureSha256 digest of the measured signature
     * @param seconds duration, failed or not
     */
    public record TargetOutcome(String target, int repetition, boolean full, String why, String remedy,
            @JsonProperty("exit_code") int exitCode, List<String> command,
            @JsonProperty("signature_sha256") String signatureSha256, double seconds) {
        boolean failed() {
            return why != null;
        }
    }

    /**
     * The predicted run time of one target, from all its repetitions. Times are seconds.
     *
     * @param predictions predictions of its repetitions, at least one
     * @param predictedS their mean
     * @param lowS lower limit of the interval for one run, at least 0
     * @param highS upper limit
     * @param error standard error of the mean, for comparisons
     * @param freedom degrees of freedom of that error
     * @param actualS mean of the repetitions that ran to their ends; null: none did
     */
    public record TargetEstimate(StudyTarget target, List<Prediction> predictions, double predictedS, double lowS,
            double highS, double error, double freedom, Double actualS) {
        /**
         * A large number of degrees of freedom. Prediction intervals include their own degrees of freedom; interpreted
         * as those of normal distributions they are no narrower.
         */
        private static final double LARGE_DEGREES_OF_FREEDOM = 1e6;

        /**
         * The scatter of repetitions as a share of their mean, all targets together.
         *
         * @param freedom degrees of freedom; 0: no repetitions
         */
        record Stray(double variance, int freedom) {
            static Stray of(Iterable<List<Prediction>> targets) {
                double squares = 0;
                int freedom = 0;
                for (List<Prediction> own : targets) {
                    double mean = mean(own);
                    squares += own.stream().mapToDouble(p -> Math.pow(p.predictedS() / mean - 1, 2)).sum();
                    freedom += own.size() - 1;
                }
                return new Stray(freedom == 0 ? 0 : squares / freedom, freedom);
            }
        }

        /**
         * Combines predictions. The interval is that of a single prediction, or the scatter of repetitions if that is
         * greater: a prediction does not include the variation between starts of the program.
         */
        static TargetEstimate of(StudyTarget target, List<Prediction> predictions, Stray stray) {
            double mean = mean(predictions);
            double confidence = predictions.get(0).confidence();
            int n = predictions.size();
            double own = predictions.stream().mapToDouble(p -> Math.pow(deviation(p), 2)).sum() / n;
            double half = Math.sqrt(predictions.stream().mapToDouble(p -> Math.pow(half(p), 2)).sum() / n);
            double between = mean * mean * stray.variance();
            if (stray.freedom() > 0) {
                half = Math.max(half,
                        Statistics.studentFactor(confidence, stray.freedom()) * Math.sqrt(between * (1 + 1.0 / n)));
            }
            double[] actual = predictions.stream()
                    .map(p -> p.measured().completedS())
                    .filter(Objects::nonNull)
                    .mapToDouble(s -> s)
                    .toArray();
            return new TargetEstimate(target, predictions, mean, Math.max(0, mean - half), mean + half,
                    Math.sqrt(Math.max(own, between) / n), between > own ? stray.freedom() : LARGE_DEGREES_OF_FREEDOM,
                    actual.length == 0 ? null : (Double) java.util.Arrays.stream(actual).average().orElseThrow());
        }

        /**
         * Returns the standard deviation of the normal distribution with the prediction's interval; Student's is no
         * narrower.
         */
        private static double deviation(Prediction p) {
            return half(p) / new NormalDistribution().inverseCumulativeProbability(0.5 + p.confidence() / 2);
        }

        private static double half(Prediction p) {
            return (p.intervalS()[1] - p.intervalS()[0]) / 2;
        }

        private static double mean(List<Prediction> predictions) {
            return predictions.stream().mapToDouble(Prediction::predictedS).average().orElseThrow();
        }

        public int ranks() {
            return predictions.get(0).measured().signature().ranks();
        }

        /** Returns the mean of the phases' sums (thesis: TEF), s. */
        public double tefS() {
            return predictions.stream().mapToDouble(Prediction::tefS).average().orElseThrow();
        }

        /** Returns the mean of the thesis's PTE, s. */
        public double thesisS() {
            return predictions.stream().mapToDouble(Prediction::thesisS).average().orElseThrow();
        }

        /** Returns true if it was measured in spite of differences. */
        public boolean forced() {
            return predictions.stream().anyMatch(p -> p.measured().forced());
        }

        /** Returns the traced run's own time, s: the simplest prediction. */
        public double tracedS() {
            return predictions.stream()
                    .mapToDouble(p -> p.measured().signature().trace().teaS())
                    .average()
                    .orElseThrow();
        }

        /**
         * Returns the mean time up to the signature's stop, divided by its share of the traced time, s: a prediction
         * without phases. Null: a stop was not reached.
         */
        public Double extrapolatedS() {
            if (predictions.stream().anyMatch(p -> p.stopS() == null)) {
                return null;
            }
            return predictions.stream()
                    .mapToDouble(p -> p.stopS() / p.measured().signature().runShare())
                    .average()
                    .orElseThrow();
        }

        /**
         * Returns the time for measuring the signature in all repetitions if the program is stopped afterwards, s; for
         * a program that continued, without the rest.
         */
        public double signatureS() {
            return predictions.stream()
                    .mapToDouble(p -> p.wallS() - (p.measured().finalizeS() == null ? 0 : p.measured().finalizeS()))
                    .sum();
        }
    }
}
