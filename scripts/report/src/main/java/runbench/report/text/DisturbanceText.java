package runbench.report.text;

import java.util.List;
import java.util.stream.Collectors;
import runbench.sampler.environment.Disturbance;

/** Formats sources of noise in a measurement. */
public final class DisturbanceText {
    private DisturbanceText() {
    }

    /** Returns a warning before a run: source, consequence and remedy. */
    public static String line(Disturbance d) {
        return d.detail() + ": " + d.consequence() + " -> " + d.remedy();
    }

    /** Returns the line of a summary; empty without sources of noise. */
    public static List<String> summary(List<Disturbance> all) {
        return all.isEmpty() ? List.of()
                : List.of("noise sources: " + all.stream().map(Disturbance::detail).collect(Collectors.joining("; ")));
    }
}
