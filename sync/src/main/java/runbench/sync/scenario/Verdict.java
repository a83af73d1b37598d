package runbench.sync.scenario;

import java.util.List;
import runbench.sync.scenario.MethodComparison.Score;

/**
 * What became of a scenario.
 *
 * @param scenario its name
 * @param checks figures with their limits
 * @param scores each method's figures, where the scenario compares methods
 * @param skipped why it could not be run here; null: it was
 */
public record Verdict(String scenario, List<LimitCheck> checks, List<Score> scores, String skipped) {
    /** As it is printed. */
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
