package runbench.sync.eventlog;

import static runbench.sync.eventlog.LogFormat.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.ContainerReader.RecordInspector;
import runbench.base.container.Intact;
import runbench.base.container.RecordWindows.ReadRecords;
import runbench.base.error.RunbenchException;

/**
 * One file of an event log, checked from end to end. It holds the events of a process' threads in the order of time.
 */
public final class LogFile implements RecordInspector {
    private static final int WINDOW_RECORDS = 4096;

    private final ContainerHeader header;
    private Intact found;
    private final Count all = new Count();
    private final Count sealed = new Count();
    private boolean follows = true;

    /** Counters over the records read so far. */
    private static final class Count {
        private long events;
        private long first;
        private long last;
        private int number;
        private boolean full;

        void set(Count other) {
            events = other.events;
            first = other.first;
            last = other.last;
            number = other.number;
            full = other.full;
        }
    }

    private LogFile(ContainerHeader header) {
        this.header = header;
    }

    /**
     * Opens and checks a file.
     *
     * @throws RunbenchException (bad input) without a readable header
     */
    public static LogFile open(Path path) {
        try (FileChannel channel = FileChannel.open(path)) {
            LogFile file = new LogFile(ContainerReader.header(channel, path, CONTAINER));
            long count = file.header.recordsIn(channel.size());
            try (ReadRecords windows = file.records(count)) {
                file.found = ContainerReader.check(channel, file.header, windows, file);
            }
            return file;
        } catch (IOException | UncheckedIOException e) {
            throw RunbenchException.badInput(path + ": cannot be read: " + e.getMessage())
                    .causedBy(e)
                    .remedy("name an event log (*" + SUFFIX + "), or the folder of a run that has some");
        }
    }

    private ReadRecords records(long count) {
        return new ReadRecords(header.file(), header.headerBytes(), RECORD_BYTES, count,
                (int) Math.max(1, Math.min(count, WINDOW_RECORDS)), true);
    }

    /** Returns a cursor over the events before any damage. */
    public LogCursor cursor() {
        return new LogCursor(records(found.used()));
    }

    public Path path() {
        return header.file();
    }

    /** Returns the name of the host as it appears in file names. */
    public String host() {
        return header.metadata().path("host").asText("");
    }

    /** Returns the name of the program without its folder; empty if unknown. */
    public String program() {
        String path = header.metadata().path("program").path(0).asText("");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public int pid() {
        return header.fields().getInt(HEADER_PID);
    }

    /** Returns the number of the file within its process, from 1. */
    public int number() {
        return header.fields().getInt(HEADER_FILE);
    }

    /** Returns the rank in its parallel program; -1 if there is none. */
    public int rank() {
        return header.metadata().path("rank").asInt(-1);
    }

    /** Returns CLOCK_REALTIME - CLOCK_MONOTONIC at the creation of the file, ns. */
    public long realtimeMinusClockNanos() {
        return header.metadata().path("realtime_minus_clock_ns").asLong();
    }

    public long events() {
        return all.events;
    }

    /** Returns the stamp of the first event; defined only if {@link #events} is positive. */
    public long firstNanos() {
        return all.first;
    }

    public long lastNanos() {
        return all.last;
    }

    /** Returns whether the process closed the file. */
    public boolean complete() {
        return found.complete();
    }

    /**
     * Returns the number of events dropped for lack of space; -1 if unknown, because the process was killed after the
     * file was full.
     */
    public long dropped() {
        JsonNode trailer = found.trailer();
        return trailer != null ? trailer.path("dropped").asLong() : all.full ? -1 : 0;
    }

    /** Returns a remark on damage, dropped events or a missing end; empty for a whole file. */
    public Optional<String> remark() {
        String name = header.file().getFileName().toString();
        if (found.damage() != null) {
            return Optional.of(name + ": at offset " + found.damage().offset() + ": " + found.damage().reason()
                    + "; the " + all.events + " events before the damage are used");
        }
        long dropped = dropped();
        if (dropped != 0) {
            return Optional.of(name + ": " + (dropped < 0 ? "an unknown number of" : String.format("%,d", dropped))
                    + " events were dropped"
                    + (all.full ? ": the disk was full, or the file had reached RB_EVENTLOG_LIMIT"
                            : ": logged by signal handlers within others"));
        }
        return found.complete() ? Optional.empty()
                : Optional.of(
                        name + ": has no end: its process was killed, left by _exit, or still runs; all that it had "
                                + "logged is there");
    }

    @Override
    public boolean record(ByteBuffer window, int at, int kind) {
        if (!LogCursor.plausible(window, at, kind)) {
            return false;
        }
        int number = window.getInt(at + AT_NUMBER);
        follows &= number == all.number + 1;
        all.number = number;
        if (kind == TEXT) {
            return true;
        }
        long time = window.getLong(at + AT_TIME);
        follows &= all.events == 0 || time >= all.last;
        all.full |= kind == FULL;
        if (kind == EVENT) {
            all.first = all.events == 0 ? time : all.first;
            all.last = time;
            all.events++;
        }
        return true;
    }

    @Override
    public void sealed() {
        sealed.set(all);
        follows = true;
    }

    @Override
    public void rollBack() {
        all.set(sealed);
    }

    @Override
    public boolean followed() {
        return follows;
    }
}
