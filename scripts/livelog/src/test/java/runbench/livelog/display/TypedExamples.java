package runbench.livelog.display;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveEvent;

/** Events of two nodes over 0.3 s: counters, nested and overlapping spans, severities with fields, standard error. */
final class TypedExamples {
    private static final LogType DEPTH = new LogType("queue depth", LogKind.COUNTER, null);
    private static final LogType REQUEST = new LogType("request", LogKind.SPAN, null);
    private static final LogType QUERY = new LogType("query", LogKind.SPAN, null);
    private static final LogType NOTE = new LogType("note", LogKind.POINT, null);
    private static final LogType ERRORS = new LogType("stderr", LogKind.POINT, null);
    private static final long START = 36_849_243_096_474L;
    private static final long WALL = 1_795_347_445_740_617_689L;

    private final List<LiveEvent> all = new ArrayList<>();

    private TypedExamples() {
    }

    static List<LiveEvent> events() {
        TypedExamples examples = new TypedExamples();
        for (int ms = 0; ms < 300; ms++) {
            for (int node = 1; node <= 2; node++) {
                examples.add(node, ms);
            }
        }
        return examples.all;
    }

    private void add(int node, int ms) {
        int round = ms / 60;
        long id = 1000L * node + 10L * round;
        if (ms % 5 == 0) {
            event(node, 0, ms, DEPTH, LogWhat.VALUE, 0, "",
                    new LogDetails(null, 0, Math.floorDiv(ms, 5) % 10.0, Map.of(), false));
        }
        switch (ms % 60) {
            case 0 -> begin(node, 0, ms, REQUEST, id, 0, "request " + round);
            case 2 -> begin(node, 0, ms, REQUEST, id + 1, id, "parse " + round);
            case 12 -> end(node, 0, ms, REQUEST, id + 1, null);
            case 14 -> begin(node, 0, ms, QUERY, id + 2, id, "query " + 2 * round);
            case 20 -> begin(node, 0, ms, QUERY, id + 3, id, "query " + (2 * round + 1));
            case 36 -> end(node, 1, ms, QUERY, id + 2, null);
            case 44 -> end(node, 1, ms, QUERY, id + 3, LogSeverity.ERROR);
            case 46 -> note(node, ms, LogSeverity.ERROR, "query failed");
            case 48 -> note(node, ms, LogSeverity.WARNING, "retry");
            case 50 -> note(node, ms, LogSeverity.DEBUG, "state");
            case 52 -> event(node, 0, ms, ERRORS, LogWhat.POINT, 0, "connection refused", LogDetails.NONE);
            case 55 -> end(node, 0, ms, REQUEST, id, null);
            case 57 -> {
                if (round == 4) {
                    begin(node, 0, ms, REQUEST, id + 4, 0, "unfinished");
                }
            }
            default -> {
                // Nothing happens.
            }
        }
    }

    private void note(int node, int ms, LogSeverity severity, String comment) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("host", "db-7");
        fields.put("attempt", 3L);
        fields.put("large", Long.MAX_VALUE);
        fields.put("load", 0.25);
        event(node, 0, ms, NOTE, LogWhat.POINT, 0, comment, new LogDetails(severity, 0, null, fields, false));
    }

    private void begin(int node, int thread, int ms, LogType type, long id, long parent, String comment) {
        event(node, thread, ms, type, LogWhat.BEGIN, id, comment, new LogDetails(null, parent, null, Map.of(), false));
    }

    private void end(int node, int thread, int ms, LogType type, long id, LogSeverity severity) {
        event(node, thread, ms, type, LogWhat.END, id, "", new LogDetails(severity, 0, null, Map.of(), false));
    }

    private void event(int node, int thread, int ms, LogType type, LogWhat what, long id, String comment,
            LogDetails details) {
        long since = ms * 1_000_000L + node * 1000L;
        all.add(new LiveEvent(all.size() + 1L, "node" + node, 1000 + node, 1000 + node + thread, START + since,
                WALL + since, type, what, id, comment,
                new ReferenceTime(START + since, 800, -12_000, 14_000, ReferenceTime.How.PREDICTED), 0, false,
                details));
    }
}
