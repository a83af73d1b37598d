package runbench.cli.schedule;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Printable;
import runbench.cli.output.Terminal;
import runbench.measure.schedule.LiveObserver;

/** The current quantum: one line on a terminal, rewritten in each quantum. */
final class QuantumLine implements LiveObserver, AutoCloseable {
    private static final int COLUMNS = 78;
    private static final String CLEAR = "\r\033[K";

    private final PrintStream screen;
    private final PrintWriter notices;
    private String prefix = "";

    /**
     * @param quiet no line even on a terminal
     * @param notices receives warnings
     */
    QuantumLine(boolean quiet, PrintWriter notices) {
        screen = Terminal.of(quiet).visible() ? System.err : null;
        this.notices = notices;
    }

    @Override
    public void step(String words) {
        prefix = words.isEmpty() ? "" : words + ": ";
    }

    @Override
    public void quantum(long number, double seconds, List<String> running, int left) {
        if (screen != null) {
            String line = String.format(Locale.ROOT, "%squantum %d, %.1f s, %d left, %s", prefix, number, seconds, left,
                    running.isEmpty() ? "idle" : "runs: " + String.join(" ", running));
            screen.print(
                    CLEAR + Printable.line(line.length() > COLUMNS ? line.substring(0, COLUMNS - 3) + "..." : line));
            screen.flush();
        }
    }

    @Override
    public void notice(String words) {
        close();
        notices.println("runbench: " + words);
        notices.flush();
    }

    @Override
    public void close() {
        if (screen != null) {
            screen.print(CLEAR);
            screen.flush();
        }
    }
}
