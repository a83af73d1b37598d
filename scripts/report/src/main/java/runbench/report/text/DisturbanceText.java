package runbench.report.text;

import java.util.List;
import java.util.stream.Collectors;
import runbench.sampler.environment.Disturbance;

/** What disturbs a measurement, in words. */
public final class DisturbanceText {
    private DisturbanceText() {
    }

    /** Before a run: what, what it does, what to type. */
    public static String line(Disturbance d) {
        return d.detail() + ": " + d.consequence() + " -> " + d.remedy();
    }

    /** In a summary; empty where nothing disturbed. */
    public static List<String> summary(List<Disturbance> all) {
        return all.isEmpty() ? List.of()
                : List.of("disturbed by: " + all.stream().map(Disturbance::detail).collect(Collectors.joining("; ")));
    }
}
