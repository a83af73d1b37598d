package runbench.sync.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

class EmittedLogTest {
    @TempDir
    private Path folder;

    private static LiveEvent event(long number, String comment) {
        return new LiveEvent(number, "nodo-é", 4711, 4712, 100 + number, 1_700_000_000_000_000_000L + number,
                new LogType("token", LogKind.MESSAGE, 0x0072b2), LogWhat.SEND, -1L, comment,
                new ReferenceTime(90 + number, 12.5, -100, 120, ReferenceTime.How.PREDICTED), 3, true);
    }

    @Test
    void lineContainsTheWholeEvent() throws IOException {
        LiveEvent full = event(7, "a \"comment\"\nof two lines");
        assertEquals(full, LiveLine.parse(LiveLine.of(full)));
        LiveEvent bare = new LiveEvent(
                8, "n", 1, 1, -5, 0, new LogType("x", null, null), LogWhat.POINT, 0, "", new ReferenceTime(-9,
                        Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, ReferenceTime.How.EXPIRED),
                0, false);
        assertEquals(bare, LiveLine.parse(LiveLine.of(bare)));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("z", Long.MIN_VALUE);
        fields.put("a", 2.0);
        fields.put("s \"é\"", "text");
        for (LogDetails details : List.of(new LogDetails(LogSeverity.ERROR, -2L, null, fields, true),
                new LogDetails(null, 0, Double.NaN, Map.of(), false), new LogDetails(null, 0, null, Map.of(), true))) {
            LiveEvent typed = new LiveEvent(9, "n", 1, 1, 5, 0, bare.type(), LogWhat.VALUE, 3, "", full.at(), 0, false,
                    details);
            LiveEvent parsed = LiveLine.parse(LiveLine.of(typed));
            assertEquals(typed, parsed);
            assertEquals(List.copyOf(details.fields().keySet()), List.copyOf(parsed.details().fields().keySet()));
        }
        assertThrows(IOException.class, () -> LiveLine.parse("{\"number\":1}"));
        assertThrows(IOException.class, () -> LiveLine.parse("{\"number\":"));
    }

    @Test
    void readsFromAnyPositionAlsoAfterAKilledReceiver() throws Exception {
        Path file = folder.resolve(EmittedLog.NAME);
        int all = 5000;
        try (EmittedLog log = EmittedLog.append(file)) {
            for (int n = 1; n <= all; n += 100) {
                List<LiveEvent> batch = new ArrayList<>();
                for (int i = n; i < n + 100; i++) {
                    batch.add(event(i, "x".repeat(i % 300)));
                }
                log.add(batch);
            }
            assertTrue(log.await(all, 0));
            assertFalse(log.await(all + 1, 1));
        }
        Files.writeString(file, "{\"number\":5001,\"no", StandardOpenOption.APPEND);
        try (EmittedLog log = EmittedLog.append(file); EmittedLog reader = EmittedLog.read(file)) {
            assertEquals(all, log.last());
            assertEquals(all, reader.last());
            log.add(List.of(event(all + 1, "again")));
            reader.refresh();
            for (long from : new long[]{1, 2, 1024, 1025, 1026, 4999, all + 1}) {
                List<String> lines = reader.lines(from, 10);
                assertEquals(Math.min(10, all + 2 - from), lines.size());
                for (int i = 0; i < lines.size(); i++) {
                    assertEquals(from + i, LiveLine.parse(lines.get(i)).number());
                }
            }
            assertEquals(List.of(), reader.lines(all + 2, 10));
        }
    }
}
