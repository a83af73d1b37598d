package runbench.parser.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;

class SchedulingTest {
    private static final String METADATA = """
            {"format":"runbench recording","version":1,"mode":"kernel","period_ns":1000000,"axis":"run_time","switches":%s,
             "groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults","source":"software",
             "type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],"run":{}}""";

    @TempDir
    private Path folder;

    private static void change(RecordingWriter w, int task, int flags, long wall) {
        w.counts(Kind.SWITCH, flags, 0, task, 100 + task, 0, wall, 0, 0, 0, 0);
    }

    private Recording twoTasks() {
        Path file = folder.resolve("s.rec");
        try (RecordingWriter w = new RecordingWriter(file, 1, METADATA.formatted("true"))) {
            w.task(0, 100, 100, Kind.ALL_TASKS, 1000).comm(0, 100, "first", 2000);
            w.task(1, 101, 100, 0, 3000);
            change(w, 1, 0, 4000);
            change(w, 0, Flag.SWITCH_OUT, 5000);
            change(w, 1, Flag.SWITCH_OUT | Flag.PREEMPTED, 7000);
            change(w, 0, 0, 9000);
            change(w, 1, 0, 10000);
            w.exit(1, 101, 12000);
            w.counts(Kind.CLOSE, 0, 0, 1, 101, 0, 12000, 9000, 9000, 9000, 0);
            w.exit(0, 100, 20000);
            w.end("{}");
        }
        return Recording.open(file);
    }

    private List<Scheduling.TaskTimes> times(Scheduling.Visitor visitor) {
        Scheduling scheduling = new Scheduling(visitor);
        for (Cursor c = twoTasks().cursor(); c.next();) {
            scheduling.record(c);
        }
        scheduling.finish();
        return scheduling.times(true);
    }

    @Test
    void timesFollowTheSwitches() {
        List<Scheduling.TaskTimes> times = times((task, state, from, to) -> {});
        Scheduling.TaskTimes first = times.get(0);
        assertEquals("first", first.name());
        assertEquals(3e-6 + 11e-6, first.onCpuS(), 1e-12, "from its exec to 5 us, and 9 us to its end");
        assertEquals(4e-6, first.waitingS(), 1e-12);
        assertEquals(0, first.readyS(), 1e-12);
        Scheduling.TaskTimes second = times.get(1);
        assertEquals("first", second.name(), "until it names itself, a task bears its parent's name");
        assertEquals(3e-6 + 2e-6, second.onCpuS(), 1e-12);
        assertEquals(1e-6 + 3e-6, second.readyS(), 1e-12, "new, then preempted");
        assertEquals(0, second.waitingS(), 1e-12);
        assertEquals(1, second.preemptions());
    }

    /** What the task clock counts beyond the time between the records of switches is for the counters. */
    @Test
    void loadingCountersIsKnownFromTheTaskClock() {
        Scheduling.TaskTimes second = Periods.of(twoTasks()).scheduling().orElseThrow().get(1);
        assertEquals(9e-6, second.clockS(), 1e-12);
        assertEquals(1, second.switches());
        assertEquals(9e-6 - 5e-6, second.counterLoadingS(), 1e-12);
        assertEquals(9e-6, second.onCpuS(), 1e-12);
        assertEquals(0, second.readyS(), 1e-12);
    }

    @Test
    void intervalsOfATaskNeitherOverlapNorLeaveGaps() {
        List<long[]> seen = new ArrayList<>();
        times((task, state, from, to) -> {
            if (task == 1) {
                seen.add(new long[]{from, to});
            }
        });
        assertEquals(3000, seen.get(0)[0]);
        for (int i = 1; i < seen.size(); i++) {
            assertEquals(seen.get(i - 1)[1], seen.get(i)[0]);
        }
        assertEquals(12000, seen.get(seen.size() - 1)[1]);
    }

    @Test
    void notRecordedIsNotZero() {
        Path file = folder.resolve("none.rec");
        try (RecordingWriter w = new RecordingWriter(file, 1, METADATA.formatted("false"))) {
            w.task(0, 100, 100, Kind.ALL_TASKS, 1000).sample(0, 0, 100, 0, 2000, 1000, 1000, 5).end("{}");
        }
        assertTrue(Periods.of(Recording.open(file)).scheduling().isEmpty());
    }
}
