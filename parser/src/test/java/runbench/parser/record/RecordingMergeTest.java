package runbench.parser.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;
import runbench.parser.stats.RunSummary;

class RecordingMergeTest {
    @TempDir
    private Path folder;

    /** A run of one task that counts its events 10 at a time, each ms. */
    private Recording run(String name, long start, int samples, boolean whole, String... events) {
        StringBuilder list = new StringBuilder();
        StringBuilder indices = new StringBuilder();
        for (int i = 0; i < events.length; i++) {
            list.append(i == 0 ? "" : ",")
                    .append(("{\"name\":\"%s\",\"unit\":\"hits\",\"source\":\"pmu\",\"type\":4,\"config\":1,"
                            + "\"group\":0,\"value\":%d,\"status\":\"counted\"}").formatted(events[i], i));
            indices.append(i == 0 ? "" : ",").append(i);
        }
        Path file = folder.resolve(name);
        try (RecordingWriter w = new RecordingWriter(file, events.length,
                ("{\"format\":\"runbench recording\",\"version\":1,\"mode\":\"kernel\",\"period_ns\":1000000,\"axis\":\"run_time\","
                        + "\"groups\":[{\"group\":0,\"events\":[%s]}],\"events\":[%s],\"command\":[\"x\"],"
                        + "\"run\":{\"benchmark\":\"b\",\"descriptions\":{\"%s\":\"d\"}}}")
                        .formatted(indices, list, events[0]))) {
            w.task(0, 100, 100, Kind.ALL_TASKS, start);
            long[] values = new long[events.length];
            for (int s = 1; s <= samples; s++) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = s * 10L * (i + 1);
                }
                w.sample(0, 0, 100, 0, start + s * 1_000_000L, s * 1_000_000L, s * 1_000_000L, values);
            }
            long end = samples * 1_000_000L;
            w.close(0, 0, 100, 0, start + end, end, end, values).total(0, start + end, end, values);
            if (whole) {
                w.end("{\"exit_status\":0,\"signal\":0,\"samples\":%d,\"lost\":1,\"wall_ns\":%d,\"totals\":[]}"
                        .formatted(samples, end));
            } else {
                w.seal();
            }
        }
        return Recording.open(file);
    }

    @Test
    void runsShareTheAxisOfRunningTimeAndKeepTheirCounts() {
        Path file = folder.resolve("merged.rec");
        RecordingMerge.write(List.of(run("1.rec", 5_000_000_000L, 700, true, "a", "b"),
                run("2.rec", 99_000_000_000L, 710, true, "c")), file, "two runs");
        Recording merged = Recording.open(file);
        assertTrue(merged.damage().isEmpty());
        assertEquals(List.of("a", "b", "c"), merged.metadata().events().stream().map(EventInfo::name).toList());
        Periods periods = Periods.of(merged);
        SeriesReport report = periods.forEach();
        assertEquals(List.of(7000L, 14000L, 7100L), report.finals());
        assertTrue(report.exact(), report.discrepancies()::toString);
        assertEquals(0, report.disordered());
        assertEquals(700_000_000L, report.runNanos());
        assertEquals(2, report.tasks().size());
        assertEquals(710_000_000L, report.wallNanos(), "both begin at the start of the first");
        RunSummary summary = RunSummary.of(periods);
        assertEquals(1410, summary.samples());
        assertEquals(2, summary.lost());
        assertTrue(summary.notes().contains("two runs"));
        assertEquals(10_000, summary.events().get(2).meanRate(), 0.01, "over its own run's time, not the first one's");
    }

    @Test
    void anIncompleteRunIsRefused() {
        List<Recording> runs = List.of(run("1.rec", 0, 10, true, "a"), run("2.rec", 0, 10, false, "b"));
        RunbenchException e = assertThrows(RunbenchException.class,
                () -> RecordingMerge.write(runs, folder.resolve("m.rec"), "x"));
        assertTrue(e.getMessage().contains("2.rec"), e.getMessage());
    }
}
