package runbench.cli.output;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.quantity.Printable;

/** The terminal: shows progress on standard error if that is a terminal. */
public final class Terminal implements ProgressDisplay {
    private static final String PROPERTY = "runbench.terminal";
    private static final String SCREEN = "runbench.screen";
    public static final int DEFAULT_COLUMNS = 80;
    private static final int MIN_HELP_COLUMNS = 60;

    private final int columns;
    private ProgressBar bar;
    /** Number of all units as reported last: the library replaces an unknown one by the number of finished units. */
    private volatile long total;

    private Terminal(int columns) {
        this.columns = columns;
    }

    /** @param quiet no progress even on a terminal */
    public static Terminal of(boolean quiet) {
        // Set by the launcher: Java cannot determine whether standard error is a terminal, nor its width.
        String columns = System.getProperty(PROPERTY);
        return new Terminal(quiet || columns == null ? 0 : parse(columns));
    }

    /** Returns the width of standard output: $COLUMNS, else that of the terminal; 0: it is no terminal. */
    public static int outputColumns() {
        return outputColumns(System.getenv("COLUMNS"), System.getProperty(SCREEN));
    }

    /** Returns the width of standard error: $COLUMNS, else that of the terminal; 0: it is no terminal. */
    public static int messageColumns() {
        return outputColumns(System.getenv("COLUMNS"), System.getProperty(PROPERTY));
    }

    /**
     * Returns the width of standard output; 0: it is no terminal.
     *
     * @param chosen value of $COLUMNS; null: not set
     * @param screen width of the terminal; null: it is no terminal
     */
    static int outputColumns(String chosen, String screen) {
        return screen == null ? 0 : parse(isColumns(chosen) ? chosen : screen);
    }

    /** Returns the number of columns. Some terminals have no size, or report 0. */
    private static int parse(String columns) {
        return isColumns(columns) ? Integer.parseInt(columns) : DEFAULT_COLUMNS;
    }

    private static boolean isColumns(String text) {
        return text != null && text.matches("[1-9][0-9]{0,3}");
    }

    /** Returns the width of help: $COLUMNS, else that of the terminal. */
    public static int helpColumns() {
        return helpColumns(System.getenv("COLUMNS"), System.getProperty(SCREEN));
    }

    /**
     * Returns the width of help.
     *
     * @param chosen value of $COLUMNS; null: not set
     * @param screen width of the terminal of standard output; null: it is no terminal
     */
    static int helpColumns(String chosen, String screen) {
        String columns = isColumns(chosen) ? chosen : screen;
        return columns == null ? DEFAULT_COLUMNS : Math.max(MIN_HELP_COLUMNS, parse(columns));
    }

    public boolean visible() {
        return columns > 0;
    }

    @Override
    public Progress start(String what, String unit) {
        close();
        return visible() ? (done, total) -> update(what, unit, done, total) : Progress.NONE;
    }

    private void update(String what, String unit, long done, long max) {
        total = max;
        if (bar == null) {
            bar = new ProgressBarBuilder().setTaskName(Printable.line(what))
                    .setRenderer((state, width) -> line(state, unit.strip(), width))
                    .setInitialMax(max)
                    .setUpdateIntervalMillis(200)
                    .clearDisplayOnFinish()
                    // With an explicit width: to find the width, the library would open the terminal and take SIGINT
                    // from the JVM, and Ctrl-C would end Java before the run is written.
                    .setConsumer(new ConsoleProgressBarConsumer(System.err, columns - 1))
                    .build();
        }
        bar.maxHint(max);
        bar.stepTo(done);
    }

    /** Returns the line of a step, filled with blanks, which erase the rest of a longer line before it. */
    private String line(ProgressState state, String unit, int width) {
        String text = line(state.getTaskName(), unit, state.getCurrent(), total, state.getElapsedAfterStart().toNanos(),
                width);
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /**
     * Returns the line of a step. An estimate of the rest appears when there is a base for it.
     *
     * @param done number of finished units
     * @param total number of all units; 0 or less: unknown
     * @param nanos time since the begin, ns
     */
    static String line(String what, String unit, long done, long total, long nanos, int width) {
        String text = total <= 0 ? String.format(Locale.ROOT, "%s: %,d %s", what, done, unit)
                : String.format(Locale.ROOT, "%s: %3d %%, %,d of %,d %s", what, Math.min(100, 100 * done / total), done,
                        total, unit);
        if (total > 0 && done > 0 && done < total) {
            text += ", " + Math.max(1, Math.round(nanos / 1e9 / done * (total - done))) + " s left";
        }
        return text.length() > width ? text.substring(0, Math.max(0, width)) : text;
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
