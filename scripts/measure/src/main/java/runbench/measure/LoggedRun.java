package runbench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunLog;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogSpans;
import runbench.sync.eventlog.LogSpans.LogSpan;
import runbench.sync.eventlog.LogType.LogKind;

/** The application log of a sampled program; it is stored next to the recording. */
public final class LoggedRun {
    /** Environment variable with the path for the application log library. */
    private static final String VARIABLE = "RB_EVENTLOG";

    private LoggedRun() {
    }

    /**
     * Returns the environment of a program that is sampled into a recording. It is unchanged if several runs are merged
     * into one recording, because their logs cannot be merged.
     */
    static Map<String, String> environment(Map<String, String> environment, Path recording) {
        Path folder = recording.toAbsolutePath().getParent();
        if (!new RunFolder(folder).recording().equals(recording.toAbsolutePath())) {
            return environment;
        }
        Map<String, String> with = new HashMap<>(environment);
        with.put(VARIABLE, folder.resolve(LogFolder.NAME).toString());
        return with;
    }

    public static RunLog beside(Recording recording) {
        Path folder = recording.path().toAbsolutePath().getParent();
        LogFolder log = ofOneClock(LogFolder.of(folder), recording);
        if (log.isEmpty()) {
            return new RunLog(0, 0, 0, List.of(), log.remarks());
        }
        LogSpans spans = LogSpans.of(log);
        List<RunLog.Interval> intervals = spans.spans().stream().map(LoggedRun::interval).toList();
        return new RunLog(log.events(), spans.points(), log.files().size(), intervals, log.remarks());
    }

    /** Removes the files of programs that entered a time namespace: their events would be drawn at wrong times. */
    private static LogFolder ofOneClock(LogFolder log, Recording recording) {
        List<LogFile> files = new ArrayList<>();
        List<String> remarks = new ArrayList<>(log.remarks());
        for (LogFile file : log.files()) {
            long apart = file.events() == 0 ? 0 : recording.nanosApart(file.firstNanos(), file.lastNanos());
            if (apart > Recording.OTHER_CLOCK_NANOS) {
                remarks.add(String.format(Locale.ROOT,
                        "%s: its events are stamped %.1f s apart from the samples and are left out: its program"
                                + " entered a time namespace; start runbench in that namespace",
                        file.path().getFileName(), apart / 1e9));
            } else {
                files.add(file);
            }
        }
        return remarks.size() == log.remarks().size() ? log : LogFolder.of(files, remarks);
    }

    private static RunLog.Interval interval(LogSpan s) {
        boolean state = s.type().kind() == LogKind.STATE;
        return new RunLog.Interval(s.type().name(), (state ? LogKind.STATE : LogKind.REGION).word(),
                state ? RunLog.Interval.ALL_THREADS : s.tid(), s.depth(), s.fromNanos(), s.toNanos(), s.ended());
    }
}
