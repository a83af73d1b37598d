package runbench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.report.RunChart.ChartCaption;

/** Synthetic envelopes of a run with its caption. */
final class RunExamples {
    private RunExamples() {
    }

    static ChartCaption caption(String... notes) {
        return new ChartCaption("403.gcc", "open:403.gcc (cc1 12.2.0, -O2 large.i, 1 of 1) - NOT SPEC",
                "Intel Xeon (Skylake), 2 CPUs", "Linux 6.1.0-28-amd64", "software events (kernel); no hardware PMU",
                1e6, 1.0003e6, 2_000_000, 0, 0, 0.0021, List.of(notes));
    }

    private static Envelope envelope(String event, int n, double seconds, IntToDoubleFunction mean, double arm) {
        Random random = new Random(event.hashCode());
        double[] m = new double[n];
        double[] lo = new double[n];
        double[] hi = new double[n];
        for (int i = 0; i < n; i++) {
            m[i] = mean.applyAsDouble(i);
            lo[i] = Math.max(0, m[i] * (1 - arm * random.nextDouble()));
            hi[i] = m[i] * (1 + 2 * arm * random.nextDouble() * random.nextDouble());
        }
        double peak = Arrays.stream(hi).filter(Double::isFinite).max().orElse(Double.NaN);
        double whole = Arrays.stream(m).filter(Double::isFinite).average().orElse(Double.NaN);
        return new Envelope(event, "software event", event + "/s", Axis.RUN_TIME, 0, seconds / n, seconds, m, lo, hi,
                new Envelope.Figures(whole, peak, peak), 1, false);
    }

    static Envelope phases(String event, double level) {
        return envelope(event, 1180, 118.4,
                i -> level * new double[]{1, 0.35, 0.8, 0.1, 0.55}[i * 5 / 1180] * (1 + 0.08 * Math.sin(i / 6.0)), 0.3);
    }

    static Envelope block(String event) {
        Random r = new Random(2);
        return envelope(event, 1180, 3600, i -> 4e8 * (0.6 + 0.3 * Math.sin(i / 150.0)) * (0.2 + 1.6 * r.nextDouble()),
                1);
    }
}
