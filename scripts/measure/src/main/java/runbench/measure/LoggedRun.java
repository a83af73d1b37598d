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

/** What a program logged while it was sampled: its log lies beside the recording. */
public final class LoggedRun {
    /** Where the library for applications writes to. */
    private static final String VARIABLE = "RB_EVENTLOG";

    private LoggedRun() {
    }

    /**
     * Of a program that is sampled into this recording. Where several runs are merged into one recording the logs of
     * each would have no place in it: then it is left as it is.
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

    /** Leaves out the files of programs that entered a time namespace: their events would be drawn at other times. */
    private static LogFolder ofOneClock(LogFolder log, Recording recording) {
        List<LogFile> files = new ArrayList<>();
        List<String> remarks = new ArrayList<>(log.remarks());
        for (LogFile file : log.files()) {
            long apart = file.events() == 0 ? 0 : recording.nanosApart(file.firstNanos(), file.lastNanos());
            if (apart > Recording.OTHER_CLOCK_NANOS) {
                remarks.add(String.format(Locale.ROOT,
                        "%s: its events are stamped %.1f s apart from the samples and are left out: its program entered a time"
                                + " namespace; start runbench in that namespace",
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
