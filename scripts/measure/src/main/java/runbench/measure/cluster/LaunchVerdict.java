package runbench.measure.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.RunbenchException;
import runbench.base.process.ExitStatus;
import runbench.pas2p.trace.MpiTrace;

/**
 * The final state of a run.
 *
 * @param state the state
 * @param reason reason for the user; null: none
 */
record LaunchVerdict(ClusterState state, String reason) {
    /**
     * Determines the final state.
     *
     * @param status exit status of the launcher; null: it was not started
     * @param left ranks that exited with status 0 without MPI_Finalize
     * @param connected false: the traces do not belong to one MPI_COMM_WORLD of all ranks
     */
    static LaunchVerdict of(boolean interrupted, Integer status, List<RankRecord> ranks, Set<Integer> left,
            List<ClusterRecord.Window> windows, boolean connected) {
        boolean failed = status == null || status != 0;
        // A launcher that returns success has accepted the exit statuses of its ranks.
        String missing = missing(failed ? RankEnds.failed(ranks, left) : RankEnds.killed(ranks, left), ranks, windows,
                connected);
        if (interrupted) {
            return new LaunchVerdict(ClusterState.INTERRUPTED, "interrupted");
        }
        if (ranks.isEmpty()) {
            return new LaunchVerdict(ClusterState.FAILED,
                    MissingRanks.WORDS + (failed ? "; the launcher ended with " + ending(status) : ""));
        }
        if (failed) {
            return new LaunchVerdict(ClusterState.FAILED,
                    "the launcher ended with " + ending(status) + (missing.isEmpty() ? "" : "; " + missing));
        }
        return missing.isEmpty() ? new LaunchVerdict(ClusterState.FINISHED, null)
                : new LaunchVerdict(ClusterState.INCOMPLETE, missing);
    }

    private static String ending(Integer status) {
        return "status " + status
                + (status != null && ExitStatus.signal(status).isPresent()
                        ? " (signal " + ExitStatus.signal(status).getAsInt() + ")"
                        : "");
    }

    /** Returns the reasons why a run is incomplete; empty if it is complete. */
    private static String missing(List<String> ends, List<RankRecord> ranks, List<ClusterRecord.Window> windows,
            boolean connected) {
        List<String> all = new ArrayList<>(ends);
        if (!connected) {
            all.add("the processes are not one MPI program");
        }
        for (RankState state : List.of(RankState.CUT_OFF, RankState.NOT_MEASURED, RankState.MISSING)) {
            List<String> of = ranks.stream()
                    .filter(r -> r.state() == state)
                    .map(r -> Integer.toString(r.rank()))
                    .toList();
            if (!of.isEmpty()) {
                all.add((of.size() == 1 ? "rank " : "ranks ") + String.join(", ", of) + " " + state.word());
            }
        }
        for (ClusterRecord.Window window : windows) {
            window.failed()
                    .forEach(f -> all
                            .add("clock of " + f.host() + " not measured " + window.when().word() + " the run"));
        }
        return String.join("; ", all);
    }

    /** Describes how ranks failed. The first one to end is the cause; the launcher ended the others. */
    static final class RankEnds {
        private static final int MAX_NAMED = 4;
        /** KILL and TERM, which launchers send to the remaining ranks. */
        private static final Set<Integer> ENDED_BY_LAUNCHERS = Set.of(9, 15);
        /** Time between an end and its stamp on a busy machine, ns. */
        private static final long STAMP_DELAY_NANOS = 250_000_000;
        private static final Map<Integer, String> SIGNALS = Map.ofEntries(Map.entry(1, "HUP"), Map.entry(2, "INT"),
                Map.entry(3, "QUIT"), Map.entry(4, "ILL"), Map.entry(6, "ABRT"), Map.entry(7, "BUS"),
                Map.entry(8, "FPE"), Map.entry(9, "KILL"), Map.entry(11, "SEGV"), Map.entry(13, "PIPE"),
                Map.entry(15, "TERM"), Map.entry(24, "XCPU"), Map.entry(31, "SYS"));

        private RankEnds() {
        }

        /** Returns number and name of a signal. */
        static String signal(int number) {
            return "signal " + number + (SIGNALS.containsKey(number) ? " (" + SIGNALS.get(number) + ")" : "");
        }

        /** Describes the ranks ended by a signal; empty if no end is recorded. */
        static List<String> killed(List<RankRecord> ranks, Set<Integer> left) {
            return words(ranks.stream().filter(r -> r.signal() != null || left.contains(r.rank())).toList(), left);
        }

        /**
         * Describes the failed ranks: ended by a signal, non-zero exit status, or exited without MPI_Finalize. A
         * launcher ends the other ranks after such a failure. If no rank failed that way, also names the rank that
         * exited before the launcher ended the others.
         *
         * @param left ranks that exited with status 0 without MPI_Finalize
         */
        static List<String> failed(List<RankRecord> ranks, Set<Integer> left) {
            List<RankRecord> bad = ranks.stream()
                    .filter(r -> r.signal() != null || r.exitStatus() != null && r.exitStatus() != 0
                            || left.contains(r.rank()))
                    .toList();
            List<String> words = new ArrayList<>(words(bad, left));
            if (isOrdered(ranks) && !bad.isEmpty() && bad.stream().allMatch(RankEnds::isEndedByLauncher)) {
                long first = bad.stream().mapToLong(RankRecord::endedMonotonicNs).min().orElseThrow();
                ranks.stream()
                        .filter(r -> r.signal() == null && r.exitStatus() != null && r.endedMonotonicNs() < first)
                        .min(Comparator.comparing(RankRecord::endedMonotonicNs))
                        .ifPresent(r -> words
                                .add("rank " + r.rank() + " on " + r.host() + " had exited with status 0 before"));
            }
            return words;
        }

        private static boolean isEndedByLauncher(RankRecord rank) {
            return rank.signal() != null && ENDED_BY_LAUNCHERS.contains(rank.signal());
        }

        /**
         * Returns the end of a rank for its order among failed ranks, ns. No launcher makes a rank exit with status 0:
         * if only ranks that launchers end were stamped shortly before such an exit, its own stamp was late.
         */
        private static long end(RankRecord rank, List<RankRecord> bad, Set<Integer> left) {
            long end = rank.endedMonotonicNs();
            long earliest = end - STAMP_DELAY_NANOS;
            boolean late = left.contains(rank.rank()) && bad.stream()
                    .filter(o -> o.endedMonotonicNs() >= earliest && o.endedMonotonicNs() < end)
                    .allMatch(o -> isEndedByLauncher(o) || left.contains(o.rank()));
            return late ? earliest : end;
        }

        /** Returns whether the ends can be ordered: stamps of different clocks cannot. */
        private static boolean isOrdered(List<RankRecord> ranks) {
            return ranks.size() > 1 && ranks.stream().map(RankRecord::clockId).distinct().count() == 1
                    && ranks.stream().allMatch(r -> r.endedMonotonicNs() != null);
        }

        /** Returns one phrase per rank, ordered by end. */
        private static List<String> words(List<RankRecord> bad, Set<Integer> left) {
            boolean ordered = isOrdered(bad);
            List<RankRecord> all = ordered
                    ? bad.stream().sorted(Comparator.comparingLong(r -> end(r, bad, left))).toList()
                    : bad;
            List<String> words = new ArrayList<>();
            for (RankRecord rank : all.subList(0, Math.min(MAX_NAMED, all.size()))) {
                words.add("rank " + rank.rank() + " on " + rank.host()
                        + (rank.signal() != null ? " was killed by " + signal(rank.signal())
                                : " exited with status " + rank.exitStatus()
                                        + (rank.exitStatus() == 0 ? " without MPI_Finalize" : ""))
                        + (ordered && words.isEmpty() ? ", first" : ""));
            }
            if (all.size() > MAX_NAMED) {
                words.add((all.size() - MAX_NAMED) + " more ranks did not end well");
            }
            return words;
        }
    }

    /** Returns the ranks that exited with status 0 and whose trace lacks MPI_Finalize; empty if nothing failed. */
    static Set<Integer> withoutFinalize(ClusterFolder folder, Integer status, List<RankRecord> ranks) {
        if (Integer.valueOf(0).equals(status) && ranks.stream().allMatch(r -> r.signal() == null)) {
            return Set.of();
        }
        List<Integer> exited = ranks.stream()
                .filter(r -> Integer.valueOf(0).equals(r.exitStatus()))
                .map(RankRecord::rank)
                .toList();
        if (exited.isEmpty()) {
            return Set.of();
        }
        try {
            MpiTrace trace = MpiTrace.open(folder.trace());
            return exited.stream()
                    .filter(r -> r < trace.ranks() && trace.present(r) && !trace.finalised(r))
                    .collect(Collectors.toSet());
        } catch (RunbenchException e) {
            return Set.of(); // an unreadable trace gives no information
        }
    }
}
