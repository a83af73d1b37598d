package runbench.sync.scenario;

import java.util.List;
import runbench.sync.estimate.Estimator;
import runbench.sync.scenario.MethodComparison.Score;

/** A named condition with limits; the truth is known exactly. */
public interface Scenario {
    /** Returns the name on the command line. */
    String name();

    /** Returns the condition in one line. */
    String description();

    Verdict run(Setting setting);

    /**
     * The parameters of a scenario.
     *
     * @param bed source of windows
     * @param methods estimators for scenarios that compare methods; the limits apply to the default
     * @param windows number of windows, or of runs of windows
     * @param seed seed of the random numbers
     */
    record Setting(WindowSource bed, List<Estimator> methods, int windows, long seed) {}

    /**
     * The result of a scenario.
     *
     * @param scenario name of the scenario
     * @param checks values with their limits
     * @param scores result of each method, if the scenario compares methods
     * @param skipped reason why it could not run here; null if it ran
     */
    record Verdict(String scenario, List<LimitCheck> checks, List<Score> scores, String skipped) {
        /** The outcome as printed. */
        public enum Outcome {
            PASS, FAIL, SKIP
        }

        static Verdict of(String scenario, List<LimitCheck> checks) {
            return new Verdict(scenario, checks, List.of(), null);
        }

        static Verdict skip(String scenario, String why) {
            return new Verdict(scenario, List.of(), List.of(), why);
        }

        public Outcome outcome() {
            return skipped != null ? Outcome.SKIP
                    : checks.stream().allMatch(LimitCheck::kept) ? Outcome.PASS : Outcome.FAIL;
        }
    }

    /**
     * A value of a scenario and its limit.
     *
     * @param name name with unit
     * @param value the value
     * @param bound kind of limit
     * @param limit limit; NaN for {@link Bound#REPORTED}
     */
    record LimitCheck(String name, double value, Bound bound, double limit) {
        /** The kind of limit; {@code REPORTED} is a value without a limit. */
        public enum Bound {
            AT_MOST, AT_LEAST, REPORTED
        }

        static LimitCheck atMost(String name, double value, double limit) {
            return new LimitCheck(name, value, Bound.AT_MOST, limit);
        }

        static LimitCheck atLeast(String name, double value, double limit) {
            return new LimitCheck(name, value, Bound.AT_LEAST, limit);
        }

        static LimitCheck reported(String name, double value) {
            return new LimitCheck(name, value, Bound.REPORTED, Double.NaN);
        }

        /** Returns whether the limit is kept; NaN keeps none. */
        public boolean kept() {
            return switch (bound) {
                case AT_MOST -> value <= limit;
                case AT_LEAST -> value >= limit;
                case REPORTED -> true;
            };
        }
    }
}
