package runbench.cli.bench;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.cli.output.Terminal;
import runbench.measure.batch.BatchFolder;
import runbench.measure.batch.BatchItem;
import runbench.measure.batch.BatchLog;
import runbench.measure.batch.BatchObserver;
import runbench.measure.batch.Outcome;

/** Shows the current run of a batch and its elapsed time: as a bar on a terminal, otherwise as one line per run. */
final class NightWatch implements BatchObserver {
    private static final long TICK_MILLIS = 500;

    private final String script;
    private final Terminal terminal;
    private final Consumer<String> lines;
    private final Timer timer = new Timer("night-watch", true);
    private List<BatchItem> plan = List.of();
    private volatile boolean silent;

    /**
     * @param script name of the script
     * @param lines receives the lines of the log, and messages that no bar shows
     */
    NightWatch(String script, Terminal terminal, Consumer<String> lines) {
        this.script = script;
        this.terminal = terminal;
        this.lines = lines;
    }

    @Override
    public void begun(BatchFolder folder) {
        plan = folder.plan();
        print("batch of " + Units.counted(plan.size(), "run") + " in " + folder.path());
    }

    @Override
    public void logged(String line) {
        print(line);
    }

    @Override
    public void interrupted(BatchFolder folder) {
        print("interrupted; continue with: scripts/" + script + " --resume -o " + folder.path());
        silent = true;
    }

    private void print(String line) {
        if (!silent) {
            lines.accept(line);
        }
    }

    @Override
    public Outcome follow(BatchItem item, Double seconds, Work work) throws InterruptedException {
        String title = item + " (" + (plan.indexOf(item) + 1) + " of " + plan.size() + ")";
        if (!terminal.visible()) {
            print("%s: %s begins%s".formatted(LocalDateTime.now(ZoneId.systemDefault()).format(BatchLog.TIME), title,
                    seconds == null ? "" : ", about %.0f s".formatted(Math.max(1, seconds))));
            return work.run();
        }
        Progress progress = terminal.start(title, " s");
        long start = System.nanoTime();
        TimerTask tick = new TimerTask() {
            @Override
            public void run() {
                synchronized (terminal) {
                    progress.at(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                            seconds == null ? -1 : Math.round(seconds));
                }
            }
        };
        timer.schedule(tick, 0, TICK_MILLIS);
        try {
            return work.run();
        } finally {
            synchronized (terminal) { // prevents another tick from drawing the bar
                tick.cancel();
                terminal.close();
            }
        }
    }

    @Override
    public void close() {
        silent = true;
        timer.cancel();
        terminal.close();
    }
}
