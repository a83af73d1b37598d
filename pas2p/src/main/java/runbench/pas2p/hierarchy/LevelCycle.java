package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import runbench.pas2p.phase.Phase;

/**
 * A V-cycle of a multigrid solver: in one passage of a loop, the messages that each rank exchanges become smaller level
 * by level, and then larger over the same levels. Other communication and the place where the passage begins do not
 * matter. Ranks may have no part in the coarse levels.
 */
final class LevelCycle {
    /** Two sizes that alternate are usual without levels. */
    private static final int MIN_LEVELS = 3;
    /** Minimum ratio of the sizes of neighbouring levels: coarsening halves at least one side of a face. */
    private static final double MIN_LEVEL_RATIO = 1.5;
    private static final int MAX_SENDS = 2_000_000;

    private record Send(int from, int to, long bytes) {
        Send reversed() {
            return new Send(to, from, bytes);
        }
    }

    /**
     * One level of a rank.
     *
     * @param bytes its largest message
     */
    private record Level(long bytes, Set<Integer> partners) {}

    private final Map<Integer, List<Level>> levelsOfRank = new TreeMap<>();

    private LevelCycle() {
    }

    /**
     * Finds the levels of a sequence.
     *
     * @param phases its phases in order; runs may be shorter
     * @return empty: the sequence is no V-cycle
     */
    static Optional<LevelCycle> of(List<Phase> phases) {
        if (phases.stream().mapToLong(Phase::events).sum() > MAX_SENDS) {
            return Optional.empty();
        }
        List<Send> sends = new ArrayList<>();
        phases.forEach(p -> p.forEachSend((from, to, bytes) -> sends.add(new Send(from, to, bytes))));
        Set<Send> known = new HashSet<>(sends);
        Map<Integer, List<Send>> exchanges = new TreeMap<>();
        for (Send send : sends) {
            List<Send> ofRank = exchanges.computeIfAbsent(send.from, r -> new ArrayList<>());
            if (known.contains(send.reversed()) && (ofRank.isEmpty() || !ofRank.get(ofRank.size() - 1).equals(send))) {
                ofRank.add(send);
            }
        }
        LevelCycle cycle = new LevelCycle();
        for (Map.Entry<Integer, List<Send>> rank : exchanges.entrySet()) {
            if (!rank.getValue().isEmpty() && !cycle.add(rank.getKey(), rank.getValue())) {
                return Optional.empty();
            }
        }
        return cycle.deepest().size() >= MIN_LEVELS ? Optional.of(cycle) : Optional.empty();
    }

    /** Adds a rank; false: its messages are not those of a V-cycle. */
    private boolean add(int rank, List<Send> sends) {
        List<Level> visits = visits(sends);
        Map<Long, Set<Integer>> partners = new HashMap<>();
        visits.forEach(v -> partners.computeIfAbsent(v.bytes, b -> new HashSet<>()).addAll(v.partners));
        List<Level> levels = new ArrayList<>();
        for (long bytes : new TreeSet<>(partners.keySet()).descendingSet()) {
            if (!levels.isEmpty() && bytes * MIN_LEVEL_RATIO > levels.get(levels.size() - 1).bytes) {
                return false;
            }
            levels.add(new Level(bytes, partners.get(bytes)));
        }
        // Partners change with each size in a butterfly (recursive halving and doubling), which has no grid.
        if (levels.size() > 1 && Collections.disjoint(levels.get(0).partners, levels.get(1).partners)) {
            return false;
        }
        levelsOfRank.put(rank, levels);
        return path(visits).equals(downAndUp(levels));
    }

    /**
     * Returns the visits of levels in a passage, which is a cycle. Sends that always follow each other are one visit:
     * the messages of a level differ by axis.
     */
    private static List<Level> visits(List<Send> sends) {
        int n = sends.size();
        Map<Send, Set<Send>> next = new HashMap<>();
        Map<Send, Set<Send>> previous = new HashMap<>();
        for (int i = 0; i < n; i++) {
            Send following = sends.get((i + 1) % n);
            next.computeIfAbsent(sends.get(i), k -> new HashSet<>()).add(following);
            previous.computeIfAbsent(following, k -> new HashSet<>()).add(sends.get(i));
        }
        boolean[] begins = new boolean[n];
        int first = 0;
        for (int i = n - 1; i >= 0; i--) {
            Send before = sends.get((i + n - 1) % n);
            begins[i] = next.get(before).size() > 1 || previous.get(sends.get(i)).size() > 1;
            first = begins[i] ? i : first;
        }
        List<Level> visits = new ArrayList<>();
        for (int i = 0; i < n;) {
            long bytes = 0;
            Set<Integer> partners = new HashSet<>();
            do {
                Send send = sends.get((first + i) % n);
                bytes = Math.max(bytes, send.bytes);
                partners.add(send.to);
                i++;
            } while (i < n && !begins[(first + i) % n]);
            visits.add(new Level(bytes, partners));
        }
        return visits;
    }

    /** Returns the sizes of successive levels from the greatest on, around the cycle. */
    private static List<Long> path(List<Level> visits) {
        List<Long> path = new ArrayList<>();
        for (Level visit : visits) {
            if (path.isEmpty() || path.get(path.size() - 1) != visit.bytes) {
                path.add(visit.bytes);
            }
        }
        if (path.size() > 1 && path.get(0).equals(path.get(path.size() - 1))) {
            path.remove(path.size() - 1);
        }
        Collections.rotate(path, -path.indexOf(Collections.max(path)));
        return path;
    }

    private static List<Long> downAndUp(List<Level> levels) {
        List<Long> path = new ArrayList<>(levels.stream().map(Level::bytes).toList());
        for (int level = levels.size() - 2; level > 0; level--) {
            path.add(levels.get(level).bytes);
        }
        return path;
    }

    private List<Level> deepest() {
        List<Level> deepest = List.of();
        for (List<Level> levels : levelsOfRank.values()) {
            deepest = levels.size() > deepest.size() ? levels : deepest;
        }
        return deepest;
    }

    /** Returns the levels in words: "V-cycle over 5 levels: halo exchange with 2 neighbours, 68.6 kB to 96 B". */
    String text() {
        long most = 0;
        long least = Long.MAX_VALUE;
        int fewestNeighbours = Integer.MAX_VALUE;
        int mostNeighbours = 0;
        for (Map.Entry<Integer, List<Level>> rank : levelsOfRank.entrySet()) {
            List<Level> levels = rank.getValue();
            most = Math.max(most, levels.get(0).bytes);
            least = Math.min(least, levels.get(levels.size() - 1).bytes);
            int neighbours = (int) levels.get(0).partners.stream().filter(p -> !p.equals(rank.getKey())).count();
            fewestNeighbours = Math.min(fewestNeighbours, neighbours);
            mostNeighbours = Math.max(mostNeighbours, neighbours);
        }
        List<Level> deepest = deepest();
        int other = 1;
        while (other < deepest.size() && deepest.get(0).partners.equals(deepest.get(other).partners)) {
            other++;
        }
        return "V-cycle over " + deepest.size() + " levels: halo exchange with "
                + (fewestNeighbours == mostNeighbours ? "" : fewestNeighbours + "-") + mostNeighbours
                + (mostNeighbours == 1 ? " neighbour, " : " neighbours, ") + Phase.size(most) + " to "
                + Phase.size(least) + (other == deepest.size() ? "" : ", others from level " + (other + 1) + " on");
    }
}
