package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.measure.schedule.GangEvent.GangReading;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** Tests the traffic of a program per quantum. */
@Tag("beside")
class LiveTrafficTest {
    private static final long QUANTUM = 200_000_000;
    private static final TrafficMeter MONITORED = new TrafficMeter(List.of("mbm", "instructions"), List.of(1.0),
            TrafficUnit.BYTES_PER_SECOND, "resctrl/mbm_total_bytes/");
    private static final TrafficMeter FILLS = new TrafficMeter(List.of("near", "far"), List.of(64.0, 64.0),
            TrafficUnit.TRANSACTIONS_PER_MICROSECOND, "near + far");

    private long ran;

    private LiveProgram program(TrafficMeter meter, boolean profile) {
        Optional<BandwidthProfile> known = profile
                ? Optional.of(new BandwidthProfile("p", 1, meter.unit(), TrafficSource.STATED,
                        ProgressUnit.RUNNING_NANOS, List.of(new ProfileStep(10e9, 10, 7, 0.5))))
                : Optional.empty();
        LiveProgram p = new LiveProgram(0, new WorkloadProgram("p", 1, known, List.of("p"), Optional.empty(), 0, false),
                meter);
        p.fresh();
        return p;
    }

    /** Ends the next quantum with these total counts. */
    private LiveProgram.Traffic after(LiveProgram p, Long... values) {
        ran += QUANTUM;
        return p.ran(new GangReading(0, ran, null, null, Arrays.asList(values)), QUANTUM);
    }

    @Test
    void aCountIsARateOfItsQuantum() {
        LiveProgram p = program(MONITORED, true);
        assertThat(after(p, 1000L, null)).isEqualTo(new LiveProgram.Traffic(5000.0, TrafficBasis.COUNTED));
        assertThat(after(p, 1000L, null)).as("it moved nothing")
                .isEqualTo(new LiveProgram.Traffic(0.0, TrafficBasis.COUNTED));
        assertThat(p.latestTraffic).isZero();
        assertThat(p.meanTraffic()).isCloseTo(2500, within(1e-9));
        assertThat(p.basis()).isEqualTo(TrafficBasis.COUNTED);
        LiveProgram lines = program(FILLS, false);
        assertThat(after(lines, 150L, 50L).perTime()).as("lines in 0.2 s").isEqualTo(200 / 200_000.0);
    }

    /** Monitoring may be disabled or unmounted while programs run, or fail for one reading. */
    @Test
    void theProfileReplacesTrafficThatIsNotCounted() {
        LiveProgram p = program(MONITORED, true);
        after(p, 1000L, null);
        assertThat(after(p, null, null)).isEqualTo(new LiveProgram.Traffic(7.0, TrafficBasis.PROFILE));
        assertThat(after(p, 9_000_000L, null)).as("what happened in both quanta is the rate of neither")
                .isEqualTo(new LiveProgram.Traffic(7.0, TrafficBasis.PROFILE));
        assertThat(after(p, 9_000_400L, null)).isEqualTo(new LiveProgram.Traffic(2000.0, TrafficBasis.COUNTED));
        assertThat(p.meanTraffic()).isCloseTo((5000 + 7 + 7 + 2000) / 4.0, within(1e-9));
        assertThat(p.basis()).isEqualTo(TrafficBasis.MIXED);
    }

    @Test
    void trafficWithoutCountsAndProfileIsUnknown() {
        LiveProgram p = program(FILLS, false);
        assertThat(after(p, 100L, null).basis()).isNull();
        assertThat(p.latestTraffic).isNaN();
        assertThat(p.meanTraffic()).isNull();
        assertThat(p.basis()).isNull();
        assertThat(after(p, 100L, 100L).perTime()).as("the second event counts since the quantum before").isNull();
        assertThat(after(p, 300L, 100L).perTime()).isEqualTo(200 / 200_000.0);
    }

    /** Scaled estimates of multiplexed counters may decrease. */
    @Test
    void trafficIsNeverNegative() {
        LiveProgram p = program(MONITORED, false);
        after(p, 1000L, null);
        assertThat(after(p, 900L, null).perTime()).isZero();
    }

    @Test
    void aNewRoundStartsAtZero() {
        LiveProgram p = program(MONITORED, false);
        after(p, 1_000_000L, null);
        p.fresh();
        ran = 0;
        assertThat(after(p, 200L, null).perTime()).isEqualTo(1000);
    }
}
