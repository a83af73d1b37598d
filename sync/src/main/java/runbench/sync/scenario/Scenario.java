package runbench.sync.scenario;

import java.util.List;
import runbench.sync.estimate.Estimator;

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
}
