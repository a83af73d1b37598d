package runbench.sync.estimate;

import java.util.List;
import java.util.stream.Collectors;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Blend.WidestGap;
import runbench.sync.estimate.ReferenceMethods.ConvexHull;
import runbench.sync.estimate.ReferenceMethods.Hca3;
import runbench.sync.estimate.ReferenceMethods.JonesKoenig;
import runbench.sync.estimate.ReferenceMethods.MinimumRoundTrip;
import runbench.sync.estimate.ReferenceMethods.ModeFilter;
import runbench.sync.estimate.ReferenceMethods.NtpClockFilter;
import runbench.sync.estimate.ReferenceMethods.PingPongDelay;
import runbench.sync.estimate.ReferenceMethods.TheilSenMinimum;

/** The registry of all methods. */
public final class Estimators {
    public static final Estimator DEFAULT = new Blend();

    private static final List<Estimator> ALL = List.of(new ModeFilter(), new PingPongDelay(), new MinimumRoundTrip(),
            new NtpClockFilter(), new ConvexHull(), new SupportVectors(), new TheilSenMinimum(), new JonesKoenig(),
            new Hca3(), new WidestGap(), new DelayEnvelope(), new Average(), DEFAULT);

    private Estimators() {
    }

    public static List<Estimator> all() {
        return ALL;
    }

    /**
     * Returns the method with this name.
     *
     * @throws RunbenchException if there is none
     */
    public static Estimator named(String name) {
        return ALL.stream()
                .filter(e -> e.name().equals(name))
                .findFirst()
                .orElseThrow(() -> RunbenchException.badInput("--method " + name + ": no such method")
                        .remedy("One of: " + ALL.stream().map(Estimator::name).collect(Collectors.joining(", "))
                                + ", all"));
    }
}
