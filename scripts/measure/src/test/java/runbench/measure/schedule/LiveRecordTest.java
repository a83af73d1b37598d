package runbench.measure.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.measure.schedule.GangEvent.GangReading;
import runbench.measure.schedule.LiveOutcomes.LivePauses;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult.LiveQuantum;
import runbench.schedule.workload.Workload.WorkloadProgram;

@Tag("beside")
class LiveRecordTest {
    private static final long MS = 1_000_000;
    private static final TrafficMeter METER = new TrafficMeter(List.of("bytes"), List.of(1.0),
            TrafficUnit.BYTES_PER_SECOND, "bytes");

    private final List<LiveProgram> programs = new ArrayList<>();
    private final LiveRecord record = new LiveRecord(programs);

    private void programs(int count) {
        for (int i = 0; i < count; i++) {
            programs.add(new LiveProgram(i,
                    new WorkloadProgram("p" + i, 1, Optional.empty(), List.of("p"), Optional.empty(), 0, false),
                    METER));
            programs.get(i).fresh();
        }
    }

    private static GangReading reading(int program, long millis, long bytes) {
        return new GangReading(program, millis * MS, null, null, List.of(bytes));
    }

    private void quantum(long number, long at, long until, LivePlacement... who) {
        GangEvent.Boundary boundary = new GangEvent.Boundary(number, at * MS, at * MS, List.of());
        record.read(boundary);
        record.decided(boundary, List.of(who));
        record.applied(new GangEvent.Applied(number, at * MS, at * MS, until * MS));
    }

    /** The first is stopped after a quarter of the quantum, the second starts at half of it. */
    @Test
    void trafficOfAPartialQuantumBelongsToThatPart() {
        programs(2);
        quantum(0, 1000, 1200, new LivePlacement(0, List.of(0), 0, 0.25), new LivePlacement(1, List.of(1), 0.5, 1));
        record.read(
                new GangEvent.Boundary(1, 1200 * MS, 1200 * MS, List.of(reading(0, 50, 5000), reading(1, 100, 5000))));
        List<LiveQuantum.Ran> ran = record.quanta(1000 * MS).get(0).ran();
        assertThat(ran).hasSize(2);
        assertThat(ran.get(0).traffic()).isCloseTo(100_000, within(1e-6));
        assertThat(ran.get(0).toSeconds()).isCloseTo(0.05, within(1e-9));
        assertThat(ran.get(1).traffic()).isCloseTo(50_000, within(1e-6));
        assertThat(ran.get(1).fromSeconds()).isCloseTo(0.1, within(1e-9));
        assertThat(ran.get(1).toSeconds()).isCloseTo(0.2, within(1e-9));
        assertThat(programs.get(1).chosenNanos).isEqualTo(100 * MS);
    }

    /** Regression: the end of a program after a tenth of the quantum scaled all parts to that tenth. */
    @Test
    void aShortenedQuantumDoesNotShortenAnEarlierPart() {
        programs(2);
        quantum(0, 1000, 1200, new LivePlacement(0, List.of(0), 0, 0.5), new LivePlacement(1, List.of(1), 0.5, 1));
        record.ended(programs.get(0),
                new GangEvent.Ended(reading(0, 20, 2000), 1020 * MS, 0, null, true, false, false, null, null));
        record.read(new GangEvent.Boundary(1, 1020 * MS, 1020 * MS, List.of(reading(1, 0, 0))));
        List<LiveQuantum.Ran> ran = record.quanta(1000 * MS).get(0).ran();
        assertThat(ran).as("the second had not begun").hasSize(1);
        assertThat(ran.get(0).traffic()).isCloseTo(100_000, within(1e-6));
        assertThat(programs.get(1).quanta).isZero();
    }

    /** Regression: a pause after a program's end was subtracted from its time. */
    @Test
    void pausesAreSubtractedFromTheirQuantum() {
        LivePauses pauses = new LivePauses();
        pauses.add(100, 50);
        pauses.add(300, 10);
        assertThat(pauses.nanos()).isEqualTo(60);
        assertThat(pauses.within(0, 90)).isZero();
        assertThat(pauses.within(0, 200)).isEqualTo(50);
        assertThat(pauses.within(120, 305)).isEqualTo(35);
    }
}
