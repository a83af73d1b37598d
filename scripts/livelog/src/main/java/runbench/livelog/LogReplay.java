package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import runbench.base.error.RunbenchException;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.EventFilter;
import runbench.sync.live.FilterPass;
import runbench.sync.live.LiveEvent;
import runbench.sync.live.LiveLine;

/** A replay of a live log, in the order of the run or in the merged order. */
public final class LogReplay {
    private static final int READ_LINES = 1024;

    /** Receives events, one after the other. */
    @FunctionalInterface
    public interface Viewer {
        /**
         * Receives an event.
         *
         * @param line the event's line in the file
         * @return whether more events are wanted
         */
        boolean show(LiveEvent event, String line) throws IOException;
    }

    private final Path file;
    private final double speed;
    private final EventFilter filter;
    private long shown;
    private long refused;

    /** @param speed speed relative to the run; infinite: without pauses */
    public LogReplay(Path file, double speed, EventFilter filter) {
        this.file = file;
        this.speed = speed;
        this.filter = filter;
    }

    /**
     * Returns the file of a store to replay.
     *
     * @throws RunbenchException (bad input) the store has no such file
     */
    public static Path fileOf(Path place) {
        if (Files.isRegularFile(place)) {
            return place;
        }
        if (!LogStore.isStore(place)) {
            throw RunbenchException.badInput(place + ": is no live log")
                    .remedy("name the folder that runbench log run wrote, or a file of such events (*.ndjson)");
        }
        LogStore store = new LogStore(place);
        Path file = Files.exists(store.merged()) ? store.merged() : store.emitted();
        if (!Files.exists(file)) {
            throw RunbenchException.badInput(place + ": holds no " + file.getFileName() + ": no event has come yet")
                    .remedy("runbench log show " + place + " shows what the nodes' files hold");
        }
        return file;
    }

    /**
     * Replays all events that pass the filter.
     *
     * @throws InterruptedException during a pause before an event
     */
    public void run(Viewer viewer) throws IOException, InterruptedException {
        long began = System.nanoTime();
        boolean started = false;
        long first = 0;
        List<Selected> selected = new ArrayList<>();
        try (EmittedLog log = EmittedLog.read(file)) {
            FilterPass<Selected> selection = new FilterPass<>(filter, OptionalLong::empty);
            for (long from = 1; from <= log.last(); from += READ_LINES) {
                for (String line : log.lines(from, READ_LINES)) {
                    LiveEvent e = parse(line);
                    if (e != null) {
                        selection.add(e, new Selected(e, line), selected::add);
                    }
                    for (Selected s : selected) {
                        first = started ? first : s.event().shownNanos();
                        started = true;
                        await(began, s.event().shownNanos() - first);
                        shown++;
                        if (!viewer.show(s.event(), s.line())) {
                            return;
                        }
                    }
                    selected.clear();
                }
            }
        }
    }

    private record Selected(LiveEvent event, String line) {}

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

    /** Returns the number of replayed events. */
    public long shown() {
        return shown;
    }

    /** Returns the number of malformed lines. */
    public long refused() {
        return refused;
    }
}
