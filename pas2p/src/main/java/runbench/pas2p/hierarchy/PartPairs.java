package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;

/**
 * Matching of the phases of two runs, which may have different numbers of ranks; no phase then has the same messages.
 * The two iterations match each other. Their parts are compared with each other, and so on inwards. Among equally
 * described phases, the n-th matches the n-th in program order.
 */
public final class PartPairs {
    private static final int MAX_DEPTH = 3;

    /** The criteria by which two phases match. */
    public enum Same {
        /** Equal types and volumes. */
        NAME("name"),
        /** Equal types of communication; different volumes. */
        SHAPE("shape"),
        /** Both are the iteration of their run. */
        ITERATION("iteration"),
        /** Equal actions of the ranks; volumes are ignored. */
        PATTERN("pattern"),
        /** Messages, or the same collectives. */
        KIND("kind"),
        /** The phase exists in one run only. */
        NOTHING("nothing");

        private final String word;

        Same(String word) {
            this.word = word;
        }

        /** Returns the word for tables and JSON. */
        public String word() {
            return word;
        }
    }

    /**
     * A phase of both runs, or of one.
     *
     * @param first null: only the second run has it
     * @param second null: only the first run has it
     * @param same criterion of the match
     * @param depth 0 for phases of the hierarchy's top, 1 for their parts, and so on
     */
    public record Pair(PhasePart first, PhasePart second, Same same, int depth) {}

    private final PhaseHierarchy inFirst;
    private final PhaseHierarchy inSecond;
    private final Set<PhaseGroup> compared = new HashSet<>();
    private final List<Pair> pairs = new ArrayList<>();

    private PartPairs(PhaseHierarchy inFirst, PhaseHierarchy inSecond) {
        this.inFirst = inFirst;
        this.inSecond = inSecond;
    }

    /** Returns the phases of the top by descending time, each followed by its parts. */
    public static List<Pair> of(PhaseHierarchy first, PhaseHierarchy second) {
        PartPairs made = new PartPairs(first, second);
        made.pair(first.top().phases(), second.top().phases(), 0);
        return made.pairs;
    }

    private void pair(List<PhasePart> first, List<PhasePart> second, int depth) {
        List<Pair> found = new ArrayList<>();
        Set<PhasePart> freeFirst = inOrder(first);
        Set<PhasePart> freeSecond = inOrder(second);
        match(freeFirst, freeSecond, found, depth, Same.NAME, (a, b) -> a.name().equals(b.name()));
        match(freeFirst, freeSecond, found, depth, Same.SHAPE, (a, b) -> a.shape().equals(b.shape()));
        match(freeFirst, freeSecond, found, depth, Same.ITERATION,
                (a, b) -> a == inFirst.iteration() && b == inSecond.iteration());
        match(freeFirst, freeSecond, found, depth, Same.PATTERN,
                (a, b) -> a.isSequence() == b.isSequence() && a.pattern().equals(b.pattern()));
        match(freeFirst, freeSecond, found, depth, Same.KIND,
                (a, b) -> a.isSequence() == b.isSequence() && a.kind().equals(b.kind()));
        freeFirst.forEach(p -> found.add(new Pair(p, null, Same.NOTHING, depth)));
        freeSecond.forEach(p -> found.add(new Pair(null, p, Same.NOTHING, depth)));
        if (depth == 0) {
            found.sort(Comparator
                    .comparingDouble((Pair p) -> -Math.max(share(inFirst, p.first), share(inSecond, p.second))));
        } else {
            found.sort(Comparator.comparingInt(p -> p.first == null ? p.second.first() : p.first.first()));
        }
        for (Pair p : found) {
            pairs.add(p);
            if (p.first != null && p.second != null && p.first.group().isSequence() && p.second.group().isSequence()
                    && depth < MAX_DEPTH && compared.add(p.first.group())) {
                pair(p.first.group().parts(), p.second.group().parts(), depth + 1);
            }
        }
    }

    private static Set<PhasePart> inOrder(List<PhasePart> parts) {
        return new LinkedHashSet<>(parts.stream().sorted(Comparator.comparingInt(PhasePart::first)).toList());
    }

    private static double share(PhaseHierarchy hierarchy, PhasePart part) {
        return part == null ? 0 : hierarchy.shareOf(part.times());
    }

    private static void match(Set<PhasePart> first, Set<PhasePart> second, List<Pair> found, int depth, Same same,
            BiPredicate<PhaseGroup, PhaseGroup> alike) {
        for (PhasePart a : List.copyOf(first)) {
            second.stream().filter(b -> alike.test(a.group(), b.group())).findFirst().ifPresent(b -> {
                found.add(new Pair(a, b, same, depth));
                first.remove(a);
                second.remove(b);
            });
        }
    }
}
