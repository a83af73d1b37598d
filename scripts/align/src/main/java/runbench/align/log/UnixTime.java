package runbench.align.log;

import java.util.Comparator;
import java.util.List;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogFile;
import runbench.sync.eventlog.LogMerge.LogSource;

/** The time of day of a log's axis, by the wall clock of one host. */
final class UnixTime {
    private UnixTime() {
    }

    /**
     * Returns the time since 1970 minus the axis' time, ns. The wall clock is that of the reference if it has logged,
     * otherwise that of the first host; it was read when the host's first file was made.
     */
    static long minusReference(List<LogSource> sources) {
        return sources.stream()
                .filter(s -> s.file().events() > 0)
                .min(Comparator.comparing((LogSource s) -> s.timeline() != Timeline.IDENTITY)
                        .thenComparingLong(s -> s.file().firstNanos()))
                .map(s -> {
                    LogFile file = s.file();
                    return file.realtimeMinusClockNanos() + file.firstNanos()
                            - s.timeline().refNanos(file.firstNanos());
                })
                .orElse(0L);
    }
}
