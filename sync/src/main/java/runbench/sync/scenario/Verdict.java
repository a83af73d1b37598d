package runbench.sync.scenario;

import java.util.List;
import runbench.sync.scenario.MethodComparison.Score;

/**
 * The result of a scenario.
 *
 * @param scenario name of the scenario
 * @param checks values with their limits
 * @param scores result of each method, if the scenario compares methods
 * @param skipped reason why it could not run here; null if it ran
 */
public record Verdict(String scenario, List<LimitCheck> checks, List<Score> scores, String skipped) {
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
