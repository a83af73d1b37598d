package runbench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.stats.RunSummary;

/**
 * The balance of CPU time between the threads of one process that have one name and ran side by side. A thread that
 * began much later than the others, or ended much earlier, is not compared: its time tells nothing about its work.
 *
 * @param longest thread with the most CPU time
 * @param others number of the other threads
 * @param meanS mean CPU time of the others, s
 */
record ThreadBalance(TaskInfo longest, int others, double meanS) {
    /** Minimum factor between the longest thread and the mean of the others. */
    private static final double MIN_FACTOR = 1.5;
    /** Minimum share of the run by which the longest thread exceeds the others. */
    private static final double MIN_SHARE_OF_RUN = 0.1;
    /** Minimum CPU time of the longest thread, s. */
    private static final double MIN_RUN_S = 0.1;
    /** Minimum share of the longest thread's life that threads have in common with it. */
    private static final double MIN_OVERLAP = 0.8;
    /** Share of the longest thread's time below which the first thread only starts threads and waits for them. */
    private static final double MAX_SHARE_OF_STARTER = 0.5;

    /** Returns the least balanced threads of a run; empty if threads are balanced or if their times are not known. */
    static Optional<ThreadBalance> of(RunSummary s) {
        if (s.tasks() == null || s.tasks().size() < s.taskCount()
                || s.tasks().stream().anyMatch(t -> t.runS() == null)) {
            return Optional.empty();
        }
        Map<List<Object>, List<TaskInfo>> teams = s.tasks()
                .stream()
                .filter(t -> t.pid() > 0 && t.startS() != null && t.endS() != null)
                .collect(Collectors.groupingBy(t -> List.of(t.pid(), t.name())));
        return teams.values()
                .stream()
                .flatMap(team -> of(team).stream())
                .filter(b -> b.excessS() >= MIN_SHARE_OF_RUN * s.wallS())
                .max(Comparator.comparingDouble(ThreadBalance::excessS));
    }

    private static Optional<ThreadBalance> of(List<TaskInfo> team) {
        TaskInfo longest = team.stream().max(Comparator.comparingDouble(TaskInfo::runS)).orElseThrow();
        List<TaskInfo> workers = team.stream()
                .filter(t -> t.task() != longest.task() && overlap(t, longest) >= MIN_OVERLAP)
                .filter(t -> t.tid() != t.pid() || t.runS() >= MAX_SHARE_OF_STARTER * longest.runS())
                .toList();
        double rest = workers.stream().mapToDouble(TaskInfo::runS).average().orElse(0);
        return !workers.isEmpty() && longest.runS() >= MIN_RUN_S && longest.runS() >= MIN_FACTOR * rest
                ? Optional.of(new ThreadBalance(longest, workers.size(), rest))
                : Optional.empty();
    }

    private static double overlap(TaskInfo t, TaskInfo with) {
        double common = Math.min(t.endS(), with.endS()) - Math.max(t.startS(), with.startS());
        return common / Math.max(1e-9, with.endS() - with.startS());
    }

    private double excessS() {
        return longest.runS() - meanS;
    }

    /** Returns the fact as a sentence. */
    String sentence() {
        return "Thread %d (%s) ran for %s, %s for %s: the work is not divided evenly.".formatted(longest.tid(),
                longest.name(), Units.seconds(longest.runS()),
                others == 1 ? "the other thread of its name" : "the other " + others + " threads of its name",
                Units.seconds(meanS) + (others == 1 ? "" : " on average"));
    }
}
