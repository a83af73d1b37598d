package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.measure.profile.SustainedTraffic;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** Tests the policies, and the source of the sustained bandwidth. */
class LiveScheduleTest {
    private static final Supplier<Optional<SustainedTraffic>> MEASURED = () -> Optional
            .of(new SustainedTraffic(12.8e9, "measured here"));

    private static final String BY_TRAFFIC = "quanta-window";

    private static SustainedRate rate(TrafficUnit unit, double stated, Supplier<Optional<SustainedTraffic>> measured,
            Double given, String... policies) {
        WorkloadProgram program = new WorkloadProgram("p", 1, Optional.empty(), List.of("true"), Optional.empty(), 0,
                false);
        Workload w = new Workload("w", unit, new StatedMachine(0, stated, Double.NaN), List.of(program));
        return new LiveSchedule.Settings(Path.of("w.toml"), new LivePolicies(List.of(policies)), 1, 200_000_000, null,
                given, "measure", false, false, null).request(w, measured).sustained();
    }

    /** Checks a regression: the value had to be typed for each run, although it was measured and kept. */
    @Test
    void theMeasuredBandwidthIsUsedUnlessTheWorkloadOrTheOptionStatesOne() {
        assertThat(rate(TrafficUnit.BYTES_PER_SECOND, Double.NaN, MEASURED, null, BY_TRAFFIC))
                .isEqualTo(new SustainedRate(12.8e9, SustainedRate.Source.MEASURED, "measured here"));
        assertThat(rate(TrafficUnit.TRANSACTIONS_PER_MICROSECOND, Double.NaN, MEASURED, null, BY_TRAFFIC).rate())
                .isEqualTo(200);
        assertThat(rate(TrafficUnit.BYTES_PER_SECOND, 20e9, MEASURED, null, BY_TRAFFIC).source())
                .isEqualTo(SustainedRate.Source.WORKLOAD);
        assertThat(rate(TrafficUnit.BYTES_PER_SECOND, 20e9, MEASURED, 3e9, BY_TRAFFIC))
                .isEqualTo(new SustainedRate(3e9, SustainedRate.Source.GIVEN, "given by --sustained"));
    }

    @Test
    void aPolicyThatNeedsTheBandwidthRejectsAnUnknownOne() {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> rate(TrafficUnit.BYTES_PER_SECOND, Double.NaN, Optional::empty, null, BY_TRAFFIC));
        assertThat(e).hasMessageContaining("the sustained memory bandwidth, which quanta-window needs, is unknown");
        assertThat(e.remedy()).hasValueSatisfying(
                r -> assertThat(r).startsWith("measure it once: runbench machine bandwidth --quick"));
        assertThat(rate(TrafficUnit.BYTES_PER_SECOND, Double.NaN, Optional::empty, null, "none", "round-robin").known())
                .isFalse();
    }

    /** Checks that a truncated file is named to policies that need it and ignored by the others. */
    @Test
    void aDamagedMeasurementIsReportedOnlyIfItIsNeeded() {
        Supplier<Optional<SustainedTraffic>> broken = () -> {
            throw RunbenchException.badInput("kept.json: cut off").remedy("measure again");
        };
        assertThat(catchThrowableOfType(RunbenchException.class,
                () -> rate(TrafficUnit.BYTES_PER_SECOND, Double.NaN, broken, null, BY_TRAFFIC)))
                .hasMessageContaining("cut off");
        assertThat(rate(TrafficUnit.BYTES_PER_SECOND, Double.NaN, broken, null, "none").source())
                .isEqualTo(SustainedRate.Source.UNKNOWN);
    }

    @Test
    void unknownPoliciesAndSimulatedOnesAreRejected() {
        assertThat(new LivePolicies(List.of("none", "pbw", "none")).names()).containsExactly("none", "pbw");
        assertThat(catchThrowableOfType(RunbenchException.class, () -> new LivePolicies(List.of("linux"))))
                .hasMessageContaining("exists in simulations only");
        assertThat(
                catchThrowableOfType(RunbenchException.class, () -> new LivePolicies(List.of("quanta-windo"))).remedy())
                .hasValueSatisfying(r -> assertThat(r).contains("quanta-window"));
    }
}
