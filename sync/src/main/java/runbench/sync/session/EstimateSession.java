package runbench.sync.session;

import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Injection;

/** Recorded exchanges estimated by one or more methods, window by window. */
public final class EstimateSession {
    private EstimateSession() {
    }

    /**
     * One file.
     *
     * @param windows in order of time
     * @param errors of each method over all windows; empty where nobody knows the truth
     */
    public record FileEstimates(ExchangeSource.Prepared source, List<WindowEstimates> windows,
            List<MethodErrors> errors) {}

    /** One window by each method, in the methods' order. */
    public record WindowEstimates(int number, Exchanges exchanges, List<MethodEstimate> estimates) {
        /** By the method that was named last. */
        public MethodEstimate last() {
            return estimates.get(estimates.size() - 1);
        }
    }

    /**
     * One window by one method.
     *
     * @param truth null where nobody knows it
     */
    public record MethodEstimate(Estimator method, Estimate estimate, Truth truth) {}

    /**
     * An estimate against the true clock.
     *
     * @param errorNanos estimated minus true offset
     * @param inside whether the guaranteed interval holds the truth
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
}
