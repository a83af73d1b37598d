package runbench.cli;

import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import runbench.parser.Progress;

/** What a person who watches sees: progress on standard error, only when that is a terminal and they want it. */
public final class Terminal implements AutoCloseable {
    private final boolean visible;
    private ProgressBar bar;

    private Terminal(boolean visible) {
        this.visible = visible;
    }

    /** @param quiet no progress even on a terminal */
    public static Terminal of(boolean quiet) {
        // The launcher knows: Java cannot ask whether standard error alone is a terminal.
        return new Terminal(!quiet && Boolean.getBoolean("runbench.terminal"));
    }

    public boolean visible() {
        return visible;
    }

    /** Progress of one piece of work, replacing the one shown before. */
    public Progress start(String what, String unit) {
        close();
        return visible ? (done, total) -> update(what, unit, done, total) : Progress.NONE;
    }

    private void update(String what, String unit, long done, long total) {
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setUnit(unit, 1)
                    .setInitialMax(total)
                    .setUpdateIntervalMillis(200)
                    .setStyle(ascii() ? ProgressBarStyle.ASCII : ProgressBarStyle.COLORFUL_UNICODE_BAR)
                    .clearDisplayOnFinish()
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build();
        }
        bar.maxHint(total);
        bar.stepTo(done);
    }

    private static boolean ascii() {
        String locale = System.getenv().getOrDefault("LC_ALL",
                System.getenv().getOrDefault("LC_CTYPE", System.getenv().getOrDefault("LANG", "")));
        return !locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8");
    }

    /** Removes what is shown. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
