package runbench.align.log;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import runbench.align.run.ClusterRun;
import runbench.align.traces.Alignment;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogSpans;
import runbench.sync.eventlog.LogSpans.LogSpan;
import runbench.sync.eventlog.LogType.LogKind;

/**
 * The outermost logged regions of a rank's threads on a time axis.
 *
 * @param rank the rank
 * @param names names of the regions
 * @param startS start times in s, in the order of {@code names}
 * @param endS end times in s
 */
public record RankRegions(int rank, List<String> names, double[] startS, double[] endS) {
    /**
     * Returns the regions of the ranks that logged some and whose clocks are known. An unreadable log is left out; the
     * alignment reports it.
     *
     * @param seconds maps reference time to the axis
     */
    public static List<RankRegions> of(ClusterRun run, LongToDoubleFunction seconds) {
        List<RankRegions> all = new ArrayList<>();
        for (Alignment.RankClock clock : Alignment.of(run).clocks()) {
            LogFolder log = clock.timeline().isPresent() ? LogReading.of(run, clock.rank()) : LogFolder.EMPTY;
            if (!log.isEmpty()) {
                of(clock.rank().rank(), log, clock.timeline().get(), seconds, all);
            }
        }
        return all;
    }

    private static void of(int rank, LogFolder log, Timeline timeline, LongToDoubleFunction seconds,
            List<RankRegions> into) {
        try {
            List<LogSpan> spans = LogSpans.of(log)
                    .spans()
                    .stream()
                    .filter(s -> s.depth() == 0 && s.type().kind() != LogKind.STATE)
                    .toList();
            if (!spans.isEmpty()) {
                into.add(new RankRegions(rank, spans.stream().map(s -> s.type().name()).toList(),
                        spans.stream()
                                .mapToDouble(s -> seconds.applyAsDouble(timeline.refNanos(s.fromNanos())))
                                .toArray(),
                        spans.stream()
                                .mapToDouble(s -> seconds.applyAsDouble(timeline.refNanos(s.toNanos())))
                                .toArray()));
            }
        } catch (RunbenchException e) {
            // An unreadable log of one rank does not prevent the chart.
        }
    }
}
