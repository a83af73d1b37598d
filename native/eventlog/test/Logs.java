import runbench.eventlog.EventLog;

/** Three regions with a message in each. */
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
        System.out.println(EventLog.isOn() ? "on" : "off");
    }
}
