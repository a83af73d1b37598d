package runbench.livelog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.align.log.LogReading;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.live.MergedLog;
import runbench.sync.model.ModelFile;

/**
 * The stored events of a live log: the nodes' files, each in the time of its own clock, and the clock models.
 */
public final class StoredLog {
    private final LogStore store;
    private final List<LogSource> sources = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private String reference = "an unknown reference";
    private boolean isMeasured = true;

    private StoredLog(LogStore store) {
        this.store = store;
    }

    /**
     * Reads the events of a live log, a run, or a file.
     *
     * @throws RunbenchException (bad input) there are no events
     */
    public static LogReading of(Path place) {
        return LogStore.isStore(place) ? of(new LogStore(place)) : LogReading.of(place);
    }

    /** Reads and joins the events of several places, see {@link LogReading#join}. */
    public static LogReading of(List<Path> places) {
        return LogReading.join(places, StoredLog::of);
    }

    /** Reads the events of a live log. Unreadable files are skipped and named in the remarks. */
    public static LogReading of(LogStore store) {
        StoredLog log = new StoredLog(store);
        log.read();
        if (log.sources.isEmpty()) {
            throw RunbenchException
                    .badInput(store.path() + ": no node's events can be read"
                            + (log.remarks.isEmpty() ? "" : ": " + String.join("; ", log.remarks)))
                    .remedy("runbench log run writes such a folder; the servers may have logged nothing yet");
        }
        return new LogReading(List.copyOf(log.sources), log.reference, List.copyOf(log.remarks));
    }

    /**
     * Writes {@link LogStore#merged}: all events in the order of the current clock models.
     *
     * @return empty if there are no events
     */
    public static Optional<MergeReport> merge(LogStore store, Progress progress) throws IOException {
        StoredLog log = new StoredLog(store);
        log.read();
        return log.sources.isEmpty() ? Optional.empty()
                : Optional.of(MergedLog.write(log.sources, store.merged(), progress));
    }

    private void read() {
        try {
            LogRecord record = store.read();
            reference = record.reference();
            isMeasured = record.request().isMeasured();
        } catch (RunbenchException e) {
            // Without the record, the existence of models decides whether clocks were measured.
            isMeasured = Files.isDirectory(store.clocks());
            remarks.add(e.getMessage());
        }
        for (String node : nodes()) {
            LogFolder log = LogFolder.in(store.node(node));
            log.remarks().forEach(r -> remarks.add(node + ": " + r));
            if (!log.isEmpty()) {
                timeline(node, log.events())
                        .ifPresent(t -> log.files().forEach(f -> sources.add(new LogSource(f, t, node, node))));
            }
        }
    }

    private List<String> nodes() {
        Path nodes = store.node("").toAbsolutePath();
        try (Stream<Path> all = Files.list(nodes)) {
            return all.filter(Files::isDirectory).map(p -> p.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw RunbenchException.badInput(nodes + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    private Optional<Timeline> timeline(String node, long events) {
        Path model = store.model(node);
        if (!isMeasured && !Files.exists(model)) {
            return Optional.of(Timeline.IDENTITY);
        }
        try {
            return Optional.of(ModelFile.read(model).timeline());
        } catch (RunbenchException e) {
            remarks.add(node + ": its " + events + " events cannot be ordered among those of other nodes: "
                    + e.getMessage());
            return Optional.empty();
        }
    }
}
