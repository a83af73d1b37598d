package runbench.report.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.AloneSource;
import runbench.schedule.result.LiveResult.HeldBy;
import runbench.schedule.result.LiveResult.LiveLateness;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.result.SustainedRate;

/** Live schedules on a terminal. */
class LiveScheduleTextTest {
    private static LiveOutcome program(String name, boolean background, TrafficBasis basis, String... failures) {
        return new LiveOutcome(name, 2, background, name, 0, 12.5, 10.0, 1.25, 18, 11, 60, 3, 40L, 30L, 10L, 2L, 2e9,
                basis, HeldBy.SIGNALS, "no control group", failures.length == 0 ? 0 : 1, null, failures.length == 0,
                List.of(failures));
    }

    private static String printed(boolean interrupted, Double mean, double paused, LiveOutcome... programs) {
        StringWriter out = new StringWriter();
        LiveScheduleText.print(new LiveResult("mix", "pbw", 0.2, List.of(0, 1), "B/s", 1e10,
                SustainedRate.Source.MEASURED, "runbench machine bandwidth", "instructions", TrafficBasis.MIXED,
                AloneSource.MEASURED, "2026-01-01T00:00:00Z", 12.5, mean, mean, mean, new LiveLateness(60, 1, 3, 4.5),
                paused, interrupted, List.of(programs), List.of()), new PrintWriter(out, true));
        return out.toString();
    }

    @Test
    void aRunShowsProgramsLatenessAndMechanism() {
        assertThat(printed(false, 1.25, 0, program("cg", false, TrafficBasis.COUNTED),
                program("noise", true, TrafficBasis.PROFILE)))
                .contains("mix under pbw: 2 programs on 2 CPUs", "times alone: measured", "sustained bandwidth 10",
                        "noise (background)", "3 rounds", "ok", "~ from the profile for some or all of the time",
                        "makespan 12.500 s; slow-down 1.250 mean",
                        "lateness of quanta: median 1.0 ms, 99th percentile 3.0 ms, maximum 4.5 ms",
                        "stopped by: signals (no control group)")
                .doesNotContain("not counted", "failed:");
    }

    @Test
    void failuresPausesAndUnknownSlowDownsAreStated() {
        assertThat(printed(true, null, 3, program("cg", false, TrafficBasis.COUNTED, "exit status 1: see its log")))
                .contains(", interrupted", "slow-downs unknown for some programs",
                        "all programs were stopped for 3.000 s; this time is not counted",
                        "failed: cg: exit status 1: see its log");
    }

    @Test
    void aComparisonWithoutACompleteRepetitionStatesThat() {
        StringWriter out = new StringWriter();
        LiveScheduleText.print(new LiveStudy("mix", "linux", 3, 0, 7, AloneSource.UNKNOWN, true, List.of(), List.of()),
                new PrintWriter(out, true));
        assertThat(out.toString())
                .contains(
                        "mix: 0 of 3 repetitions compared, policies alternate (seed 7), interrupted; "
                                + "baseline linux; times alone: unknown",
                        "nothing to compare: no repetition is complete");
    }
}
