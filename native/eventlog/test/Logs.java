import runbench.eventlog.EventLog;

/** Logs three regions with a message in each, and texts with characters that need several bytes or surrogates. */
public final class Logs {
    private Logs() {
    }

    public static void main(String[] args) {
        EventLog.Type solve = EventLog.declare("solve", EventLog.Kind.REGION, 0x0072b2);
        EventLog.Type token = EventLog.declare("token", EventLog.Kind.MESSAGE, -1);
        for (int i = 1; i <= 3; i++) {
            try (EventLog.Open region = solve.enter()) {
                token.send(i, "caf\u00e9");
                token.receive(i, null);
            }
        }
        for (String text : new String[] {"beyond the BMP: \ud83d\ude00.", "half a pair: \ud83d.", "a zero: \0."}) {
            token.send(0, text);
        }
        EventLog.declare("depth", EventLog.Kind.COUNTER, -1).counter(-0.5);
        EventLog.Type query = EventLog.declare("query", EventLog.Kind.SPAN, -1);
        long id = query.beginSpan(0, "select", "table", "caf\u00e9", "rows", 7);
        query.endSpan(id, EventLog.Severity.ERROR, "load", 0.25f, "none", null);
        token.event(EventLog.Severity.WARNING, null, "long", Long.MIN_VALUE, "text", "x".repeat(5000), "left out", 1);
        System.out.println(EventLog.isOn() ? "on" : "off");
    }
}
