package runbench.cli.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import runbench.base.error.RunbenchException;
import runbench.measure.profile.SustainedTraffic;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload.StatedMachine;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** The capacity of memory, and the source of its value. */
@Tag("beside")
class LivePolicyOptionsTest {
    private static final Supplier<Optional<SustainedTraffic>> MEASURED = () -> Optional
            .of(new SustainedTraffic(12.8e9, "measured here"));

    private static SustainedRate asked(TrafficUnit unit, double stated, Supplier<Optional<SustainedTraffic>> measured,
            String... words) {
        WorkloadProgram program = new WorkloadProgram("p", 1, Optional.empty(), List.of("true"), Optional.empty(), 0,
                false);
        Workload w = new Workload("w", unit, new StatedMachine(0, stated, Double.NaN), List.of(program));
        return CommandLine.populateCommand(new LivePolicyOptions(), words)
                .request(w, measured, Path.of(""))
                .sustained();
    }

    /** Checks a regression: the value had to be typed for each run, although it was measured and kept. */
    @Test
    void whatWasMeasuredHereCountsWhereNobodySaysMore() {
        assertThat(asked(TrafficUnit.BYTES_PER_SECOND, Double.NaN, MEASURED))
                .isEqualTo(new SustainedRate(12.8e9, SustainedRate.Source.MEASURED, "measured here"));
        assertThat(asked(TrafficUnit.TRANSACTIONS_PER_MICROSECOND, Double.NaN, MEASURED).rate()).isEqualTo(200);
        assertThat(asked(TrafficUnit.BYTES_PER_SECOND, 20e9, MEASURED).source())
                .isEqualTo(SustainedRate.Source.WORKLOAD);
        assertThat(asked(TrafficUnit.BYTES_PER_SECOND, 20e9, MEASURED, "--sustained", "3e9"))
                .isEqualTo(new SustainedRate(3e9, SustainedRate.Source.GIVEN, "given by --sustained"));
    }

    @Test
    void whoGoesByItHasToKnowIt() {
        RunbenchException e = catchThrowableOfType(RunbenchException.class,
                () -> asked(TrafficUnit.BYTES_PER_SECOND, Double.NaN, Optional::empty));
        assertThat(e).hasMessageContaining("the sustained memory bandwidth, which quanta-window needs, is unknown");
        assertThat(e.remedy())
                .hasValueSatisfying(r -> assertThat(r).startsWith("measure it once: runbench bandwidth --quick"));
        assertThat(asked(TrafficUnit.BYTES_PER_SECOND, Double.NaN, Optional::empty, "--policies", "none,round-robin")
                .known()).isFalse();
    }

    /** Checks that a truncated file is named to policies that need it and ignored by the others. */
    @Test
    void aBrokenMeasurementIsSaidToWhoNeedsIt() {
        Supplier<Optional<SustainedTraffic>> broken = () -> {
            throw RunbenchException.badInput("kept.json: cut off").remedy("measure again");
        };
        assertThat(catchThrowableOfType(RunbenchException.class,
                () -> asked(TrafficUnit.BYTES_PER_SECOND, Double.NaN, broken))).hasMessageContaining("cut off");
        assertThat(asked(TrafficUnit.BYTES_PER_SECOND, Double.NaN, broken, "--policy", "none").source())
                .isEqualTo(SustainedRate.Source.UNKNOWN);
    }
}
