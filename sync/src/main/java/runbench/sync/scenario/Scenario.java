package runbench.sync.scenario;

import java.util.List;
import runbench.sync.estimate.Estimator;

/** A named condition with limits on what must be reached in it, the truth known exactly. */
public interface Scenario {
    /** What a person types. */
    String name();

    /** The condition in one line. */
    String description();

    Verdict run(Setting setting);

    /**
     * How a scenario is run.
     *
     * @param bed where windows come from
     * @param methods estimators to compare where methods are compared; the limits are the default's
     * @param windows how often: windows, or runs of windows
     * @param seed of the random numbers
     */
    record Setting(WindowSource bed, List<Estimator> methods, int windows, long seed) {}
}
