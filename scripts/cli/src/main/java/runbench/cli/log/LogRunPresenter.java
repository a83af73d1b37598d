package runbench.cli.log;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.cli.output.Terminal;
import runbench.livelog.LogObserver;
import runbench.livelog.LogRun;
import runbench.livelog.ServerEnd;
/** Prints the messages of a live log's run on standard error, and its result as text or JSON. */
final class LogRunPresenter implements LogObserver {
    private final Terminal terminal;
    private final PrintWriter err;

    LogRunPresenter(Terminal terminal, PrintWriter err) {
        this.terminal = terminal;
        this.err = err;
    }

    @Override
    public synchronized Progress progress(String what, String unit) {
        Progress shown = terminal.start(what, unit);
        return (done, total) -> {
            synchronized (this) {
                shown.at(done, total);
            }
        };
    }

    @Override
    public synchronized void started() {
        terminal.close();
    }

    @Override
    public void ended(String node, ServerEnd end) {
        if (!end.isSuccess()) {
            problem(node, end.text());
        }
    }

    @Override
    public synchronized void problem(String node, String what) {
        terminal.close();
        err.println("runbench: " + (node == null ? "" : node + ": ") + what);
        err.flush();
    }

    /** Prints the result as text. */
    static void print(LogRun.Outcome outcome, PrintWriter out) {
        out.println(String.format(Locale.ROOT,
                "%s, %s, %,d late, %,d out of order, %,d moved behind their sends; kept in %s",
                Units.counted(outcome.events(), "event"), outcome.dropped().text(), outcome.order().late(),
                outcome.order().outOfOrder(), outcome.order().shifted(), outcome.store().path()));
        if (outcome.order().unmatched() > 0) {
            out.println(String.format(Locale.ROOT,
                    "  %,d receives have no send: it was not logged, or a node was killed before it was stored",
                    outcome.order().unmatched()));
        }
        if (!outcome.order().isExact()) {
            out.println("  displays showed late and out-of-order events at their arrival; runbench log replay "
                    + outcome.store().path() + " has the exact order");
        }
        outcome.stepped()
                .forEach(node -> out.println("  " + node
                        + ": its clock stepped; the times of its events around the step have wide intervals (how: "
                        + "stepped)"));
        outcome.ends().forEach((node, end) -> out.println("  " + node + ": " + end.text()));
    }

    /** @param behind number of displays that did not receive the last events */
    static Map<String, Object> json(LogRun.Outcome outcome, int behind) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("store", outcome.store().path().toString());
        of.put("exit_code", outcome.exitCode().code());
        of.put("events", outcome.events());
        of.put("dropped", outcome.dropped().events());
        of.put("dropped_at_least", outcome.dropped().atLeast());
        of.put("out_of_order", outcome.order().outOfOrder());
        of.put("late", outcome.order().late());
        of.put("unmatched", outcome.order().unmatched());
        of.put("shifted", outcome.order().shifted());
        of.put("largest_shift_ns", outcome.order().largestShiftNs());
        of.put("stepped", outcome.stepped().stream().sorted().toList());
        of.put("displays_behind", behind);
        of.put("refused_frames", outcome.refused());
        Map<String, Object> servers = new LinkedHashMap<>();
        outcome.ends().forEach((node, end) -> servers.put(node, end.members()));
        of.put("servers", servers);
        return of;
    }
}
