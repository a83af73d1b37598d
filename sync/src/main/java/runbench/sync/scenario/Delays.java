package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.sync.estimate.Estimator;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.MethodComparison.Score;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;

/**
 * A condition with steady clocks and a link, one window each.
 *
 * @param name name of the scenario
 * @param description the condition in one line
 * @param link delays and losses of messages
 * @param stamps kind of stamps used
 * @param rmsLimitNanos limit of the default method's root mean square error, ns; NaN if the condition limits no method
 *     (an invisible asymmetry)
 * @param maxLimitNanos limit of its largest error, ns; NaN as above
 */
public record Delays(String name, String description, Link link, Stamps stamps, double rmsLimitNanos,
        double maxLimitNanos) implements Scenario {

    /** Returns the same condition with other stamps. */
    public Delays by(Stamps other) {
        return new Delays(name, description, link, other, rmsLimitNanos, maxLimitNanos);
    }

    @Override
    public Verdict run(Setting s) {
        Optional<String> lacking = s.bed().lacks(link);
        if (lacking.isPresent()) {
            return Verdict.skip(name, lacking.get());
        }
        List<Estimator> methods = new ArrayList<>(s.methods());
        if (!methods.contains(Estimators.DEFAULT)) {
            methods.add(Estimators.DEFAULT);
        }
        List<Score> scores = MethodComparison.on(s.bed(), this, methods, s.windows(), s.seed());
        Score score = scores.stream()
                .filter(c -> c.method().equals(Estimators.DEFAULT.name()))
                .findFirst()
                .orElseThrow();
        List<LimitCheck> checks = new ArrayList<>();
        checks.add(limited("error_rms_ns", score.rmsNanos(), rmsLimitNanos));
        checks.add(limited("error_max_ns", score.maxNanos(), maxLimitNanos));
        checks.add(LimitCheck.atLeast("truth_inside_share", score.inside() / (double) score.windows(), 1));
        return new Verdict(name, checks, scores, null);
    }

    private static LimitCheck limited(String what, double value, double limit) {
        return Double.isNaN(limit) ? LimitCheck.reported(what, value) : LimitCheck.atMost(what, value, limit);
    }
}
