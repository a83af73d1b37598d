package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import runbench.pas2p.phase.Phase;

/**
 * A V-cycle of a multigrid solver: the messages of one passage of a loop become smaller level by level, and then larger
 * over the same levels. Collectives and the place where the passage begins do not matter.
 */
final class LevelCycle {
    /** Two sizes that alternate are usual without levels. */
    private static final int MIN_LEVELS = 3;
    /** Minimum ratio of the sizes of neighbouring levels: coarsening halves at least one side of a face. */
    private static final double MIN_LEVEL_RATIO = 1.5;
    private static final int MAX_PHASES = 4096;

    /** Phases that always follow each other: the exchanges of one level, axis by axis. */
    private record Visit(List<Phase> phases, long bytes) {}

    private final List<List<Phase>> levels = new ArrayList<>();
    private final List<Long> bytes = new ArrayList<>();

    private LevelCycle() {}

    /**
     * Finds the levels of a sequence.
     *
     * @param kinds kinds of its phases in order, each run once
     * @return empty: the sequence is no V-cycle
     */
    static Optional<LevelCycle> of(int[] kinds, PhaseKinds all) {
        int[] messages = Arrays.stream(kinds).filter(k -> Groups.largest(all.members(k)).maxMessageBytes() > 0).toArray();
        if (messages.length < 2 * (MIN_LEVELS - 1) || messages.length > MAX_PHASES) {
            return Optional.empty();
        }
        List<Visit> visits = visits(messages, all);
        LevelCycle cycle = new LevelCycle();
        return cycle.descendsAndAscends(visits) && cycle.keepsPartners() ? Optional.of(cycle) : Optional.empty();
    }

    private static List<Visit> visits(int[] kinds, PhaseKinds all) {
        int n = kinds.length;
        Map<Integer, Set<Integer>> next = new HashMap<>();
        Map<Integer, Set<Integer>> previous = new HashMap<>();
        for (int i = 0; i < n; i++) {
            int following = kinds[(i + 1) % n];
            next.computeIfAbsent(kinds[i], k -> new HashSet<>()).add(following);
            previous.computeIfAbsent(following, k -> new HashSet<>()).add(kinds[i]);
        }
        // The passage is a cycle: it begins where a visit begins.
        int first = 0;
        while (first < n && isChained(next, previous, kinds[(first + n - 1) % n], kinds[first])) {
            first++;
        }
        List<Visit> visits = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int kind = kinds[(first + i) % n];
            phases.add(Groups.largest(all.members(kind)));
            if (i == n - 1 || !isChained(next, previous, kind, kinds[(first + i + 1) % n])) {
                visits.add(new Visit(phases, phases.stream().mapToLong(Phase::maxMessageBytes).max().orElseThrow()));
                phases = new ArrayList<>();
            }
        }
        return visits;
    }

    private static boolean isChained(Map<Integer, Set<Integer>> next, Map<Integer, Set<Integer>> previous, int kind,
            int following) {
        return kind != following && next.get(kind).size() == 1 && previous.get(following).size() == 1;
    }

    private boolean descendsAndAscends(List<Visit> visits) {
        for (long size : new TreeSet<>(visits.stream().map(Visit::bytes).toList()).descendingSet()) {
            if (!bytes.isEmpty() && size * MIN_LEVEL_RATIO > bytes.get(bytes.size() - 1)) {
                return false;
            }
            bytes.add(size);
            levels.add(new ArrayList<>());
        }
        List<Integer> path = new ArrayList<>();
        for (Visit visit : visits) {
            int level = bytes.indexOf(visit.bytes);
            levels.get(level).addAll(visit.phases);
            if (path.isEmpty() || path.get(path.size() - 1) != level) {
                path.add(level);
            }
        }
        if (path.size() > 1 && path.get(0).equals(path.get(path.size() - 1))) {
            path.remove(path.size() - 1);
        }
        Collections.rotate(path, -path.indexOf(0));
        List<Integer> expected = new ArrayList<>();
        for (int level = 0; level < levels.size(); level++) {
            expected.add(level);
        }
        for (int level = levels.size() - 2; level > 0; level--) {
            expected.add(level);
        }
        return levels.size() >= MIN_LEVELS && path.equals(expected);
    }

    /**
     * Returns true if ranks have the same partners on the two finest levels: those of a butterfly (recursive halving
     * and doubling) change with each size.
     */
    private boolean keepsPartners() {
        return !Collections.disjoint(shapes(0), shapes(1));
    }

    private Set<String> shapes(int level) {
        return new LinkedHashSet<>(levels.get(level).stream().map(Phase::shape).toList());
    }

    /** Returns the levels in words: "V-cycle over 5 levels: halo exchange, 68.6 kB to 96 B". */
    String text() {
        Set<Phase> finest = new HashSet<>(levels.get(0));
        String text = "V-cycle over " + levels.size() + " levels: "
                + (finest.size() == 1 ? finest.iterator().next().pattern() : "halo exchange") + ", "
                + Phase.size(bytes.get(0)) + " to " + Phase.size(bytes.get(bytes.size() - 1));
        for (int level = 1; level < levels.size(); level++) {
            if (Collections.disjoint(shapes(level), shapes(0))) {
                return text + ", other partners from level " + (level + 1) + " on";
            }
        }
        return text;
    }
}
