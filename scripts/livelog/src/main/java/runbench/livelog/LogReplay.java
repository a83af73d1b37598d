package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;

/** A live log once more, in the order in which it was, or is now after the merge. */
public final class LogReplay {
    private static final int READ_AT_ONCE = 1024;

    /** Is shown events, one after the other. */
    @FunctionalInterface
    public interface Viewer {
        /**
         * @param line as it stands in the file
         * @return false: enough
         */
        boolean show(LiveEvent event, String line) throws IOException;
    }

    private final Path file;
    private final double speed;
    private final EventFilter filter;
    private long shown;
    private long refused;

    /** @param speed times as fast as it was; infinite: as fast as can be */
    public LogReplay(Path file, double speed, EventFilter filter) {
        this.file = file;
        this.speed = speed;
        this.filter = filter;
    }

    /**
     * The file of a store to replay.
     *
     * @param emitted as it was shown while it ran, also where it was merged since
     * @throws RunbenchException (bad input) nothing was emitted
     */
    public static Path fileOf(Path place, boolean emitted) {
        if (Files.isRegularFile(place)) {
            return place;
        }
        if (!LogStore.isOne(place)) {
            throw RunbenchException.badInput(place + ": is no live log")
                    .remedy("name the folder that runbench log run wrote, or a file of such events (*.ndjson)");
        }
        LogStore store = new LogStore(place);
        Path file = !emitted && Files.exists(store.merged()) ? store.merged() : store.emitted();
        if (!Files.exists(file)) {
            throw RunbenchException.badInput(place + ": holds no " + file.getFileName() + ": no event has come yet")
                    .remedy("runbench log show " + place + " shows what the nodes' files hold");
        }
        return file;
    }

    /** @throws InterruptedException while it waited for an event's time */
    public void run(Viewer viewer) throws IOException, InterruptedException {
        long began = System.nanoTime();
        boolean started = false;
        long first = 0;
        try (EmittedLog log = EmittedLog.read(file)) {
            for (long from = 1; from <= log.last(); from += READ_AT_ONCE) {
                List<String> lines = log.lines(from, READ_AT_ONCE);
                for (String line : lines) {
                    LiveEvent e = parse(line);
                    if (e == null || !filter.matches(e)) {
                        continue;
                    }
                    first = started ? first : e.shownNanos();
                    started = true;
                    await(began, e.shownNanos() - first);
                    shown++;
                    if (!viewer.show(e, line)) {
                        return;
                    }
                }
            }
        }
    }

    private LiveEvent parse(String line) {
        try {
            return LiveLine.parse(line);
        } catch (IOException e) {
            refused++;
            return null;
        }
    }

    private void await(long began, long sinceFirst) throws InterruptedException {
        if (Double.isFinite(speed)) {
            long left = began + (long) (sinceFirst / speed) - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
    }

    public long shown() {
        return shown;
    }

    /** Lines that are no events. */
    public long refused() {
        return refused;
    }
}
