package runbench.cli.log;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import runbench.livelog.LogOutcome;

/** How a live log ended, in words and as JSON. */
final class LogRunText {
    private LogRunText() {
    }

    static void print(LogOutcome outcome, PrintWriter out) {
        out.println(String.format(Locale.ROOT, "%,d events, %,d late, %,d moved behind their sends; kept in %s", outcome.events(),
                outcome.order().late(), outcome.order().shifted(), outcome.store().path()));
        outcome.ends().forEach((node, end) -> out.println("  " + node + ": " + end.text()));
    }

    static Map<String, Object> json(LogOutcome outcome) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("store", outcome.store().path().toString());
        of.put("exit_code", outcome.exitCode().code());
        of.put("events", outcome.events());
        of.put("late", outcome.order().late());
        of.put("shifted", outcome.order().shifted());
        of.put("largest_shift_ns", outcome.order().largestShiftNs());
        of.put("refused_frames", outcome.refused());
        Map<String, Object> servers = new LinkedHashMap<>();
        outcome.ends().forEach((node, end) -> servers.put(node, end.members()));
        of.put("servers", servers);
        return of;
    }
}
