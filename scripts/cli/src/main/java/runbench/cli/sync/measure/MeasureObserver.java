package runbench.cli.sync.measure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.OptionalLong;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.cli.output.Terminal;
import runbench.report.text.JsonText;
import runbench.report.text.KeepText;
import runbench.report.text.MeasureText;
import runbench.report.text.TextTable;
import runbench.sync.session.MeasurementRun;
import runbench.sync.session.WindowJson;
import runbench.sync.session.WindowReport;

/**
 * Prints each finished window, and events between windows.
 *
 * @param toleranceNanos maximum predicted error, ns
 */
public record MeasureObserver(Terminal terminal, PrintWriter out, PrintWriter err, boolean json,
        long toleranceNanos) implements MeasurementRun.Observer {
    @Override
    public Progress windowBegins() {
        return terminal.start("measuring", "bursts");
    }

    @Override
    public void windowEnded(WindowReport report) {
        terminal.close();
        print(json ? JsonText.of(WindowJson.of(report)) : TextTable.text(MeasureText.rows(report)));
        MeasureText.notes(report).forEach(note -> err.println("note: " + note));
        MeasureText.failures(report).forEach(failure -> err.println("runbench: " + failure));
    }

    @Override
    public void windowFailed(RunbenchException why) {
        event("window failed", "the window failed: " + why.getMessage() + "; it is tried again", OptionalLong.empty(),
                OptionalLong.empty());
    }

    @Override
    public void late(long due, OptionalLong next) {
        event("late", KeepText.late(due, next, toleranceNanos), OptionalLong.of(due), next);
    }

    private void event(String name, String message, OptionalLong due, OptionalLong next) {
        if (!json) {
            print(message);
            return;
        }
        ObjectNode node = JsonText.object().put("event", name).put("message", message);
        due.ifPresent(nanos -> node.put("due_ns", nanos));
        next.ifPresent(nanos -> node.put("next_ns", nanos));
        print(JsonText.of(OutputFormat.SYNC_EVENT, node));
    }

    private void print(String text) {
        out.println(text);
        out.flush();
    }
}
