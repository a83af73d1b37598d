package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.series.OffCpu.Source;

/** The wall time off the CPUs, by context switches and without them. */
class OffCpuTest {
    private static final String METADATA = """
            {"format":"runbench recording","version":1,"mode":"kernel","period_ns":1000000,"axis":"run_time",%s
             "groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults","source":"software",
             "type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],"run":{}}""";
    private static final String SWITCHES = "\"switches\":true,";
    private static final long S = 1_000_000_000;

    @TempDir
    private Path folder;

    private Periods recording(String metadata, String trailer, Consumer<RecordingWriter> records) {
        Path file = folder.resolve("s.rec");
        try (RecordingWriter w = new RecordingWriter(file, 1, METADATA.formatted(metadata))) {
            records.accept(w);
            w.end(trailer);
        }
        return Periods.of(Recording.open(file));
    }

    private static void change(RecordingWriter w, int task, int flags, long wall) {
        w.counts(Kind.SWITCH, flags, 0, task, 100 + task, 0, wall, 0, 0, 0, 0);
    }

    /** One task from 0 to 4 s: waits from 2 to 3 s, and is preempted for 2 ms at 1 s. */
    private static void sleeper(RecordingWriter w, long asleepNanos) {
        w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
        change(w, 0, Flag.SWITCH_OUT | Flag.PREEMPTED, S);
        change(w, 0, 0, S + 2_000_000);
        change(w, 0, Flag.SWITCH_OUT, 2 * S);
        change(w, 0, 0, 2 * S + asleepNanos);
        w.counts(Kind.CLOSE, 0, 0, 0, 100, 0, 4 * S, 4 * S - asleepNanos - 2_000_000, 4 * S - asleepNanos - 2_000_000,
                4 * S - asleepNanos - 2_000_000, 0);
        w.exit(0, 100, 4 * S);
    }

    @Test
    void switchesDivideTheWallTime() {
        Periods periods = recording(SWITCHES, "{}", w -> sleeper(w, S));
        OffCpu off = periods.offCpu().orElseThrow();
        assertThat(off.source()).isEqualTo(Source.SWITCHES);
        assertThat(off.wallS()).isEqualTo(4, within(1e-9));
        assertThat(off.onCpuS()).isEqualTo(2.998, within(1e-9));
        assertThat(off.readyS()).isEqualTo(0.002, within(1e-9));
        assertThat(off.waitingS()).isEqualTo(1, within(1e-9));
        assertThat(off.tasks().waitingS()).isEqualTo(1, within(1e-9));
        assertThat(off.isNoteworthy()).isTrue();
        assertThat(Envelopes.defaultAxis(periods)).isEqualTo(Axis.WALL_TIME);
        assertThat(Envelopes.otherAxis(periods, Axis.WALL_TIME)).hasValue(Axis.RUN_TIME);
        assertThat(Envelopes.otherAxis(periods, Axis.RUN_TIME)).hasValue(Axis.WALL_TIME);
    }

    @Test
    void aProgramThatHardlyWaitsIsNotNoteworthy() {
        Periods periods = recording(SWITCHES, "{}", w -> sleeper(w, S / 3));
        assertThat(periods.offCpu().orElseThrow().isNoteworthy()).isFalse();
        assertThat(Envelopes.defaultAxis(periods)).isEqualTo(Axis.RUN_TIME);
    }

    /** Their time slices would appear as structure of the program. */
    @Test
    void otherProgramsDoNotPutAProgramOverWallTime() {
        Periods periods = recording(SWITCHES, "{}", w -> {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            change(w, 0, Flag.SWITCH_OUT | Flag.PREEMPTED, S);
            change(w, 0, 0, 2 * S);
            w.exit(0, 100, 4 * S);
        });
        assertThat(periods.offCpu().orElseThrow().isNoteworthy()).isTrue();
        assertThat(Envelopes.defaultAxis(periods)).isEqualTo(Axis.RUN_TIME);
    }

    /** The end of a short program takes as long as a part of it. */
    @Test
    void aFewMillisecondsAreNotNoteworthy() {
        Periods periods = recording("", "{\"wall_ns\":12000000,\"forks\":0}",
                w -> w.task(0, 100, 100, Kind.ALL_TASKS, 0).close(0, 0, 100, 0, 12_000_000, 4_000_000, 4_000_000, 0));
        assertThat(periods.offCpu().orElseThrow().offCpuS()).isEqualTo(0.008, within(1e-9));
        assertThat(periods.offCpu().orElseThrow().isNoteworthy()).isFalse();
    }

    @Test
    void aProgramIsOnACpuWhileAnyOfItsTasksIs() {
        OffCpu off = recording(SWITCHES, "{}", w -> {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0).task(1, 101, 100, 0, 1000);
            change(w, 1, 0, 2000);
            change(w, 0, Flag.SWITCH_OUT, 3000);
            change(w, 1, Flag.SWITCH_OUT | Flag.PREEMPTED, 5000);
            change(w, 0, 0, 6000);
            change(w, 1, 0, 9000);
            w.exit(1, 101, 10_000).exit(0, 100, 12_000);
        }).offCpu().orElseThrow();
        assertThat(off.onCpuS()).isEqualTo(11e-6, within(1e-12));
        assertThat(off.readyS()).isEqualTo(1e-6, within(1e-12));
        assertThat(off.waitingS()).isZero();
        assertThat(off.tasks().onCpuS()).isEqualTo(3e-6 + 6e-6 + 3e-6 + 1e-6, within(1e-12));
        assertThat(off.tasks().readyS()).isEqualTo(1e-6 + 4e-6, within(1e-12));
        assertThat(off.tasks().waitingS()).isEqualTo(3e-6, within(1e-12));
    }

    /** An attached task that sleeps first has no record until it runs. */
    @Test
    void theStateBeforeTheFirstRecordOfATaskIsKnownLater() {
        OffCpu off = recording(SWITCHES, "{}", w -> {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).task(1, 101, 100, Kind.ALL_TASKS, 0);
            change(w, 1, 0, 5000);
            change(w, 1, Flag.SWITCH_OUT, 6000);
            w.exit(1, 101, 8000);
        }).offCpu().orElseThrow();
        assertThat(off.onCpuS()).isEqualTo(1e-6, within(1e-12));
        assertThat(off.waitingS()).isEqualTo(7e-6, within(1e-12));
    }

    /** The kernel writes the records of switches after loading the counters, during which the program is on a CPU. */
    @Test
    void loadingCountersIsNotOffCpuTime() {
        OffCpu off = recording(SWITCHES, "{}", w -> {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            change(w, 0, Flag.SWITCH_OUT, 3000);
            change(w, 0, 0, 7000);
            w.counts(Kind.CLOSE, 0, 0, 0, 100, 0, 9000, 8000, 8000, 8000, 0);
            w.exit(0, 100, 9000);
        }).offCpu().orElseThrow();
        assertThat(off.onCpuS()).isEqualTo(8e-6, within(1e-12));
        assertThat(off.waitingS()).isEqualTo(1e-6, within(1e-12));
    }

    /**
     * The CPU time of the whole program includes that of its start and of its end, which are outside of the records.
     */
    @Test
    void aProgramOfOneTaskHasTheTimesOfItsTask() {
        Periods periods = recording(SWITCHES,
                "{\"wall_ns\":4010000000,\"forks\":0,\"user_ns\":3000000000,\"system_ns\":9000000}",
                w -> sleeper(w, S));
        OffCpu off = periods.offCpu().orElseThrow();
        assertThat(periods.scheduling().orElseThrow()).singleElement().satisfies(t -> {
            assertThat(t.onCpuS()).isEqualTo(off.onCpuS(), within(1e-9)).isEqualTo(2.999, within(1e-9));
            assertThat(t.readyS()).isEqualTo(off.readyS(), within(1e-9)).isEqualTo(0.002, within(1e-5));
            assertThat(t.waitingS()).isEqualTo(off.waitingS(), within(1e-9)).isEqualTo(0.999, within(1e-5));
        });
        assertThat(off.tasks().readyS()).isEqualTo(off.readyS(), within(1e-9));
    }

    @Test
    void tooFrequentSwitchesLeaveTheDifferenceOfTheClocks() {
        Periods periods = recording(SWITCHES, "{\"wall_ns\":4000000000,\"forks\":0,\"run_delay_ns\":2000000}", w -> {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            change(w, 0, Flag.SWITCH_OUT | Flag.STOPPED, S);
            w.close(0, 0, 100, 0, 4 * S, 3 * S, 3 * S, 0).exit(0, 100, 4 * S);
        });
        OffCpu off = periods.offCpu().orElseThrow();
        assertThat(off.source()).isEqualTo(Source.DIFFERENCE_AND_RUN_DELAY);
        assertThat(off.reason()).contains("20,000");
        assertThat(off.offCpuS()).isEqualTo(1, within(1e-9));
        assertThat(off.readyS()).isEqualTo(0.002, within(1e-9));
        assertThat(off.waitingS()).isEqualTo(0.998, within(1e-9));
        assertThat(off.isMinimum()).isFalse();
        assertThat(periods.scheduling()).isEmpty();
    }

    /** The clocks of tasks that switch often exclude the time in which the kernel exchanges counters. */
    @Test
    void accountedCpuTimeIsNotOffCpuTime() {
        String trailer = "{\"wall_ns\":4000000000,\"forks\":0,\"user_ns\":1000000000,\"system_ns\":2900000000}";
        assertThat(recording("", trailer,
                w -> w.task(0, 100, 100, Kind.ALL_TASKS, 0).close(0, 0, 100, 0, 4 * S, 2 * S, 2 * S, 0)).offCpu()
                .orElseThrow()
                .offCpuS()).isEqualTo(0.1, within(1e-9));
        assertThat(recording(SWITCHES, trailer, w -> sleeper(w, S)).offCpu().orElseThrow().offCpuS()).isEqualTo(0.1,
                within(1e-9));
    }

    @Test
    void aControlGroupOfOneTaskIsExact() {
        OffCpu off = recording("\"counters_follow\":\"cgroup\",\"observed\":\"command\",",
                "{\"wall_ns\":4000000000,\"forks\":0,\"run_delay_ns\":0}",
                w -> w.task(0, 0, 100, Kind.ALL_TASKS, 0)
                        .task(1, 1, 100, Kind.ALL_TASKS, 0)
                        .close(0, 0, 0, 0, 4 * S, S, S, 0)
                        .close(0, 1, 1, 1, 4 * S, 2 * S, 2 * S, 0))
                .offCpu()
                .orElseThrow();
        assertThat(off.isMinimum()).isFalse();
        assertThat(off.waitingS()).isEqualTo(1, within(1e-9));
        assertThat(off.reason()).contains("control group");
    }

    @Test
    void ofSeveralTasksTheDifferenceIsAMinimumAndTheStateIsUnknown() {
        OffCpu off = recording("", "{\"wall_ns\":4000000000,\"forks\":1,\"run_delay_ns\":2000000}",
                w -> w.task(0, 100, 100, Kind.ALL_TASKS, 0)
                        .task(1, 101, 101, 0, S)
                        .close(0, 0, 100, 0, 4 * S, S, S, 0)
                        .close(0, 1, 101, 0, 4 * S, 2 * S, 2 * S, 0))
                .offCpu()
                .orElseThrow();
        assertThat(off.source()).isEqualTo(Source.DIFFERENCE);
        assertThat(off.offCpuS()).isEqualTo(1, within(1e-9));
        assertThat(off.readyS()).isNull();
        assertThat(off.waitingS()).isNull();
        assertThat(off.isMinimum()).isTrue();
    }

    @Test
    void cpusAreNotTasks() {
        Periods periods = recording("\"observed\":\"cpus\",", "{}", w -> w.sample(0, 0, 0, 0, S, S, S, 5));
        OffCpu off = periods.offCpu().orElseThrow();
        assertThat(Envelopes.otherAxis(periods, Axis.WALL_TIME)).isEmpty();
        assertThat(off.source()).isEqualTo(Source.NONE);
        assertThat(off.offCpuS()).isNull();
        assertThat(off.isNoteworthy()).isFalse();
    }
}
