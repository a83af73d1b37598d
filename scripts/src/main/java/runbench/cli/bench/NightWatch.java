package runbench.cli.bench;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import runbench.batch.BatchItem;
import runbench.batch.Outcome;
import runbench.cli.Terminal;
import runbench.base.progress.Progress;

/** Shows which run of a night is going on, and since when: as a bar on a terminal, else in a line when it begins. */
final class NightWatch implements AutoCloseable {
    private static final long TICK_MILLIS = 500;

    /** One run. */
    @FunctionalInterface
    interface Work {
        Outcome run() throws InterruptedException;
    }

    private final Terminal terminal;
    private final List<BatchItem> plan;
    private final Consumer<String> say;
    private final Timer timer = new Timer("night-watch", true);

    /** @param say told what begins where there is no terminal */
    NightWatch(Terminal terminal, List<BatchItem> plan, Consumer<String> say) {
        this.terminal = terminal;
        this.plan = plan;
        this.say = say;
    }

    /** @param seconds about how long it takes; null where unknown */
    Outcome run(BatchItem item, Double seconds, Work work) throws InterruptedException {
        String title = item + " (" + (plan.indexOf(item) + 1) + " of " + plan.size() + ")";
        if (!terminal.visible()) {
            say.accept("%s: %s begins%s".formatted(LocalTime.now().truncatedTo(ChronoUnit.SECONDS), title,
                    seconds == null ? "" : ", about %.0f s".formatted(Math.max(1, seconds))));
            return work.run();
        }
        Progress progress = terminal.start(title, " s");
        long start = System.nanoTime();
        TimerTask tick = new TimerTask() {
            @Override
            public void run() {
                synchronized (terminal) {
                    progress.at(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), seconds == null ? -1 : Math.round(seconds));
                }
            }
        };
        timer.schedule(tick, 0, TICK_MILLIS);
        try {
            return work.run();
        } finally {
            synchronized (terminal) { // no tick draws it again
                tick.cancel();
                terminal.close();
            }
        }
    }

    @Override
    public void close() {
        timer.cancel();
        terminal.close();
    }
}
