package runbench.sync.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.MessageStages;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Injection;

/** Estimates recorded exchanges by one or more methods, window by window. */
public final class EstimateSession {
    private EstimateSession() {
    }

    /**
     * The estimates of one file.
     *
     * @param source the recording
     * @param windows windows in order of time
     * @param errors errors of each method over all windows; empty if the truth is unknown
     */
    public record FileEstimates(ExchangeSource.Prepared source, List<WindowEstimates> windows,
            List<MethodErrors> errors) {
        /** Returns the warnings about the estimates of the last method, each with the name of the node. */
        public List<String> warnings() {
            return windows.stream()
                    .flatMap(w -> EstimateWarnings.of(w.last().estimate(), Double.POSITIVE_INFINITY).stream())
                    .map(warning -> source.recording().node() + ": " + warning)
                    .toList();
        }
    }

    /**
     * The estimates of one window.
     *
     * @param number number of the window, from 0
     * @param exchanges exchanges of the window
     * @param estimates estimates in the order of the methods
     */
    public record WindowEstimates(int number, Exchanges exchanges, List<MethodEstimate> estimates) {
        /** Returns the estimate by the last method. */
        public MethodEstimate last() {
            return estimates.get(estimates.size() - 1);
        }
    }

    /**
     * The estimate of one window by one method.
     *
     * @param method the method
     * @param estimate the estimate
     * @param truth comparison with the truth; null if unknown
     */
    public record MethodEstimate(Estimator method, Estimate estimate, Truth truth) {}

    /**
     * A comparison of an estimate with the true clock.
     *
     * @param errorNanos estimated minus true offset, ns
     * @param inside whether the guaranteed interval contains the truth
     */
    public record Truth(double errorNanos, boolean inside) {
        static Truth of(Estimate e, Injection known) {
            if (known == null) {
                return null;
            }
            double rest = known.drifted(e.x0Nanos());
            return new Truth(e.errorAgainst(known.offsetNanos(), rest), e.guarantees(known.offsetNanos(), rest));
        }
    }

    /**
     * Returns the delays of all messages of some files, with the clock by the last method of each window.
     *
     * @param files files of one node
     */
    public static List<MessageStages.Stage> stages(List<FileEstimates> files) {
        MessageStages all = new MessageStages();
        files.forEach(file -> file.windows().forEach(w -> all.add(w.exchanges(), w.last().estimate())));
        return all.stages();
    }

    /** Returns the files by node, in the order of their first files. */
    public static Map<String, List<FileEstimates>> byNode(List<FileEstimates> files) {
        return files.stream()
                .collect(Collectors.groupingBy(file -> file.source().recording().node(), LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** Returns the estimates of all windows of a node by the last method, in order of time. */
    public static List<Estimate> estimates(List<FileEstimates> files) {
        return files.stream()
                .flatMap(file -> file.windows().stream())
                .map(w -> w.last().estimate())
                .sorted(Comparator.comparingLong(Estimate::x0Nanos))
                .toList();
    }

    /**
     * Predicts the offset of each node from its first windows.
     *
     * @param all files of all nodes
     * @param learnNanos time from a node's first window to the last one that its rate may be learned from, ns
     * @param problem receives the reason why a node cannot be predicted although others can
     * @return predictions in the order of the nodes' first files; not empty
     * @throws RunbenchException exit code 2: no node can be predicted
     */
    public static List<ClockPrediction> predict(List<FileEstimates> all, long learnNanos, Consumer<String> problem) {
        List<ClockPrediction> predictions = new ArrayList<>();
        List<RunbenchException> failures = new ArrayList<>();
        byNode(all).forEach((node, files) -> {
            try {
                predictions.add(ClockPrediction.of(node, estimates(files), learnNanos));
            } catch (RunbenchException e) {
                failures.add(e);
            }
        });
        if (predictions.isEmpty()) {
            throw failures.get(0);
        }
        failures.forEach(e -> problem.accept(e.getMessage()));
        return predictions;
    }

    public static FileEstimates estimate(ExchangeSource.Prepared source, List<Estimator> methods) {
        List<WindowEstimates> windows = new ArrayList<>();
        for (int w = 0; w < source.windows().size(); w++) {
            List<MethodEstimate> estimates = new ArrayList<>();
            for (Estimator method : methods) {
                Estimate e = estimate(source, w, method);
                estimates.add(new MethodEstimate(method, e, Truth.of(e, source.known())));
            }
            windows.add(new WindowEstimates(w, source.windows().get(w), estimates));
        }
        List<MethodErrors> errors = new ArrayList<>();
        for (int m = 0; m < methods.size() && source.known() != null; m++) {
            int method = m;
            errors.add(MethodErrors.of(methods.get(m).name(),
                    windows.stream().map(w -> w.estimates().get(method)).toList(), source.known()));
        }
        return new FileEstimates(source, windows, errors);
    }

    private static Estimate estimate(ExchangeSource.Prepared source, int w, Estimator method) {
        try {
            return Estimation.of(source.windows().get(w), source.stamps(), method, source.slackNanos());
        } catch (RunbenchException e) {
            RunbenchException where = RunbenchException.of(e.exitCode(),
                    source.recording().name() + ": window " + w + ": " + e.getMessage());
            throw e.remedy().map(where::remedy).orElse(where).causedBy(e);
        }
    }

    /**
     * The errors of one method over all windows of a recording with known truth.
     *
     * @param method name of the method
     * @param windows number of windows
     * @param rmsNanos root mean square error of the offsets, ns
     * @param maxNanos largest error of an offset, ns
     * @param slopeMax largest error of a slope, ns per ns
     * @param inside number of windows whose guaranteed interval contains the truth
     */
    public record MethodErrors(String method, int windows, double rmsNanos, double maxNanos, double slopeMax,
            int inside) {
        static MethodErrors of(String method, List<EstimateSession.MethodEstimate> estimates, Injection known) {
            double squares = 0;
            double max = 0;
            double slopeMax = 0;
            int inside = 0;
            for (EstimateSession.MethodEstimate e : estimates) {
                double error = e.truth().errorNanos();
                squares += error * error;
                max = Math.max(max, Math.abs(error));
                slopeMax = Math.max(slopeMax, Math.abs(e.estimate().slope() - known.ppm() * 1e-6));
                inside += e.truth().inside() ? 1 : 0;
            }
            return new MethodErrors(method, estimates.size(), Math.sqrt(squares / estimates.size()), max, slopeMax,
                    inside);
        }
    }
}
