package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A condition of twelve hours with oscillators that wander and are synchronised again when the policy requires it. */
final class WanderingClock implements Scenario {
    private static final double[] WANDER_PPM = {0.05, 0.15, 0.30, 0.53};
    private static final double[] TOLERANCE_NANOS = {100e3, 1e6};
    private static final int SECONDS = 12 * 3600;
    /** Number of requested windows per run of each clock; a run contains some hundred windows. */
    private static final int WINDOWS_A_RUN = 25;

    @Override
    public String name() {
        return "wander";
    }

    @Override
    public String description() {
        return "12 h of clocks that wander by 0.05 to 0.53 ppm: predictions keep tolerances of 100 us and 1 ms";
    }

    @Override
    public Verdict run(Setting s) {
        List<LimitCheck> checks = new ArrayList<>();
        double inside = 1;
        int runs = Math.max(1, s.windows() / WINDOWS_A_RUN);
        for (double tolerance : TOLERANCE_NANOS) {
            double worst = 0;
            double after = 0;
            long resyncs = 0;
            for (int run = 0; run < runs * WANDER_PPM.length; run++) {
                DriftRun.Outcome o = DriftRun.resynchronising(s.bed(), WANDER_PPM[run % WANDER_PPM.length], tolerance,
                        SECONDS, s.seed() + run);
                worst = Math.max(worst, o.worstNanos());
                after = Math.max(after, o.worstAfterNanos());
                inside = Math.min(inside, o.inside());
                resyncs += o.resyncs();
            }
            String at = String.format(Locale.ROOT, "tolerance_%.0f_us_", tolerance / 1e3);
            checks.add(LimitCheck.atMost(at + "worst_prediction_ns", worst, tolerance));
            checks.add(LimitCheck.atMost(at + "worst_after_the_fact_ns", after, tolerance / 2));
            checks.add(LimitCheck.reported(at + "resyncs_mean", (double) resyncs / (runs * WANDER_PPM.length)));
        }
        checks.add(LimitCheck.atLeast("truth_inside_share", inside, 1));
        return Verdict.of(name(), checks);
    }
}
