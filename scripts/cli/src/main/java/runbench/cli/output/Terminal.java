package runbench.cli.output;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import runbench.base.progress.Progress;
import runbench.base.progress.ProgressDisplay;
import runbench.base.quantity.Printable;

/** What a person who watches sees: progress on standard error, only when that is a terminal and they want it. */
public final class Terminal implements ProgressDisplay {
    private static final String TOLD = "runbench.terminal";
    private static final int USUAL_COLUMNS = 80;
    private static final int NARROWEST_HELP = 60;
    private static final int WIDEST_HELP = 100;

    private final int columns;
    private ProgressBar bar;

    private Terminal(int columns) {
        this.columns = columns;
    }

    /** @param quiet no progress even on a terminal */
    public static Terminal of(boolean quiet) {
        // The launcher knows: Java cannot ask whether standard error alone is a terminal, nor how wide it is.
        String told = System.getProperty(TOLD);
        return new Terminal(quiet || told == null ? 0 : columns(told));
    }

    /** Width of the terminal that standard output is; 0: it is none. */
    public static int outputColumns() {
        String told = System.getProperty("runbench.screen");
        return told == null ? 0 : columns(told);
    }

    /** Some terminals do not know their size, or say 0. */
    private static int columns(String told) {
        return told.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(told) : USUAL_COLUMNS;
    }

    /** Columns for help: the terminal's, within reason. */
    public static int helpColumns() {
        String told = System.getProperty(TOLD);
        return told == null ? WIDEST_HELP : Math.max(NARROWEST_HELP, Math.min(WIDEST_HELP, columns(told)));
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
                    // Asked for the width, the library opens the terminal, and with it takes SIGINT and others from the
                    // JVM:
                    // Ctrl-C would end Java before the run is written down.
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
