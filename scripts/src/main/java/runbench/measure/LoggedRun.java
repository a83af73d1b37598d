package runbench.measure;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunLog;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogKind;
import runbench.sync.eventlog.LogSpan;
import runbench.sync.eventlog.LogSpans;

/** What a program logged while it was sampled: its log lies beside the recording. */
public final class LoggedRun {
    /** Where the library for applications writes to. */
    private static final String VARIABLE = "RB_EVENTLOG";

    private LoggedRun() {
    }

    /**
     * Of a program that is sampled into this recording. Where several runs are merged into one recording the logs of each would
     * have no place in it: then it is left as it is.
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
        LogFolder log = LogFolder.of(folder);
        if (log.isEmpty()) {
            return new RunLog(0, 0, 0, List.of(), log.remarks());
        }
        LogSpans spans = LogSpans.of(log);
        List<RunLog.Interval> intervals = spans.spans().stream().map(LoggedRun::interval).toList();
        return new RunLog(log.events(), spans.points(), log.files().size(), intervals, log.remarks());
    }

    private static RunLog.Interval interval(LogSpan s) {
        boolean state = s.type().kind() == LogKind.STATE;
        return new RunLog.Interval(s.type().name(), (state ? LogKind.STATE : LogKind.REGION).word(), state ? RunLog.Interval.ALL_THREADS : s.tid(),
                s.depth(), s.fromNanos(), s.toNanos(), s.ended());
    }
}
