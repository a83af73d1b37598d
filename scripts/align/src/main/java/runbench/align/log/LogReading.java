package runbench.align.log;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import runbench.align.run.ClusterRun;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment;
import runbench.align.traces.Alignment.RankClock;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogMerge.LogSource;

/**
 * The application logs of a file, a run, or a run on many nodes.
 *
 * @param sources logs with their timelines to the axis; a single machine's CLOCK_MONOTONIC is its own axis
 * @param axis clock of the axis; empty: every file has its own
 * @param remarks notes on damaged, dropped or unaligned events
 */
public record LogReading(List<LogSource> sources, String axis, List<String> remarks) {
    /**
     * Reads the logs of a file or folder.
     *
     * @throws RunbenchException (bad input) there is no log
     */
    public static LogReading of(Path place) {
        if (Files.isRegularFile(place)) {
            LogFile file = LogFile.open(place);
            return local(LogFolder.of(List.of(file), List.of()));
        }
        LogReading found;
        if (ClusterRun.isOne(place)) {
            found = of(ClusterRun.read(place));
        } else {
            LogFolder beside = LogFolder.of(place);
            found = local(beside.isEmpty() ? LogFolder.in(place) : beside);
        }
        if (found.sources().isEmpty()) {
            String reasons = found.remarks().isEmpty() ? "" : ": " + String.join("; ", found.remarks());
            throw RunbenchException.badInput(place + " holds no event log" + reasons)
                    .remedy("let the program log (native/eventlog/README.md) and run it again under runbench"
                            + " sample or runbench cluster");
        }
        return found;
    }

    /** Reads the logs of several places, see {@link #join}. */
    public static LogReading of(List<Path> places) {
        return join(places, LogReading::of);
    }

    /**
     * Joins the logs of several places.
     *
     * @param reading reads the logs of one place
     * @throws RunbenchException (bad input) the places have different axes
     */
    public static LogReading join(List<Path> places, Function<Path, LogReading> reading) {
        List<LogSource> sources = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        String axis = null;
        for (Path place : places) {
            LogReading one = reading.apply(place);
            if (axis != null && !axis.equals(one.axis())) {
                throw RunbenchException
                        .badInput(place + " is in the time of " + one.axis() + ", " + places.get(0) + " in that of "
                                + axis + ": there is no order between them")
                        .remedy("merge each by itself");
            }
            axis = one.axis();
            sources.addAll(one.sources());
            remarks.addAll(one.remarks());
        }
        return new LogReading(List.copyOf(sources), axis, List.copyOf(remarks));
    }

    private static LogReading local(LogFolder log) {
        List<LogSource> sources = log.files()
                .stream()
                .map(f -> new LogSource(f, Timeline.IDENTITY, f.host(), f.host()))
                .toList();
        List<String> hosts = log.files().stream().map(LogFile::host).distinct().toList();
        List<String> remarks = new ArrayList<>(log.remarks());
        if (hosts.size() > 1) {
            remarks.add("files of " + hosts.size()
                    + " hosts, whose clocks were not compared: the order of events between these hosts is meaningless");
        }
        return new LogReading(sources, hosts.isEmpty() ? "" : hosts.get(0), remarks);
    }

    /** Reads the logs of a run on many nodes. Logs of ranks whose clock is unknown are left out. */
    public static LogReading of(ClusterRun run) {
        List<LogSource> sources = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (RankClock clock : Alignment.of(run).clocks()) {
            LogFolder log = of(run, clock.rank());
            remarks.addAll(log.remarks());
            if (!log.isEmpty() && clock.timeline().isEmpty()) {
                remarks.add(clock.rank().title() + ": its " + log.events() + " events have no place on the axis: "
                        + clock.why());
            } else if (!log.isEmpty()) {
                sources.addAll(sources(log, clock, clock.timeline().get()));
            }
        }
        return new LogReading(sources, run.record().reference().host(), remarks);
    }

    /** Returns the logs of a rank's processes. */
    public static LogFolder of(ClusterRun run, RankRecord rank) {
        return rank.folder() == null ? LogFolder.EMPTY : LogFolder.of(run.folder().path().resolve(rank.folder()));
    }

    /**
     * Returns the sources of a log.
     *
     * @param timeline maps its stamps to the axis: the clock's timeline, or a substitute
     */
    public static List<LogSource> sources(LogFolder log, RankClock clock, Timeline timeline) {
        RankRecord rank = clock.rank();
        String id = rank.clockId() == null || rank.clockId().isEmpty() ? rank.host() : rank.clockId();
        return log.files().stream().map(f -> new LogSource(f, timeline, id, rank.fileName())).toList();
    }
}
