package runbench.cli.output;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
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

    private Terminal(int columns) {
        this.columns = columns;
    }

    /** @param quiet no progress even on a terminal */
    public static Terminal of(boolean quiet) {
        // Set by the launcher: Java cannot determine whether standard error is a terminal, nor its width.
        String columns = System.getProperty(PROPERTY);
        return new Terminal(quiet || columns == null ? 0 : parse(columns));
    }

    /** Returns the width of standard output; 0: it is no terminal. */
    public static int outputColumns() {
        String columns = System.getProperty(SCREEN);
        return columns == null ? 0 : parse(columns);
    }

    /** Returns the number of columns. Some terminals have no size, or report 0. */
    private static int parse(String columns) {
        return columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : DEFAULT_COLUMNS;
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
        String columns = chosen != null && chosen.matches("[1-9][0-9]{0,3}") ? chosen : screen;
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

    private void update(String what, String unit, long done, long total) {
        if (bar == null) {
            bar = new ProgressBarBuilder().setTaskName(Printable.line(what))
                    .setUnit(" " + unit.strip(), 1)
                    .setInitialMax(total)
                    .setUpdateIntervalMillis(200)
                    .setStyle(ascii() ? ProgressBarStyle.ASCII : ProgressBarStyle.COLORFUL_UNICODE_BAR)
                    .clearDisplayOnFinish()
                    // With an explicit width: to find the width, the library would open the terminal and take SIGINT
                    // from the JVM, and Ctrl-C would end Java before the run is written.
                    .setConsumer(new ConsoleProgressBarConsumer(System.err, columns - 1))
                    .build();
        }
        bar.maxHint(total);
        bar.stepTo(done);
    }

    private static boolean ascii() {
        String locale = System.getenv()
                .getOrDefault("LC_ALL",
                        System.getenv().getOrDefault("LC_CTYPE", System.getenv().getOrDefault("LANG", "")));
        return !locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8");
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
