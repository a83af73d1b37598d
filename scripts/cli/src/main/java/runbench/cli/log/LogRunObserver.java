package runbench.cli.log;

import java.io.PrintWriter;
import runbench.base.progress.Progress;
import runbench.cli.output.Terminal;
import runbench.livelog.LogObserver;
import runbench.livelog.ServerEnd;

/** Prints the events of a live log's run on standard error. */
final class LogRunObserver implements LogObserver {
    private final Terminal terminal;
    private final PrintWriter err;

    LogRunObserver(Terminal terminal, PrintWriter err) {
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
}
