package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Matching of the phases of two runs (thesis, section 6.6 and table 6.8: the same phases with other weights and times
 * under another workload). Phases of equal types and volumes match first. Phases of equal types match next, in order of
 * first occurrence, as another workload has other volumes.
 */
public final class PhasePairs {
    /**
     * A pair of matching phases.
     *
     * @param first null: only the second run has it
     * @param second null: only the first run has it
     * @param sameVolumes true: the volumes are equal
     */
    public record Pair(Phase first, Phase second, boolean sameVolumes) {}

    private PhasePairs() {
    }

    public static List<Pair> of(List<Phase> first, List<Phase> second) {
        Map<String, Phase> byName = new HashMap<>();
        second.forEach(p -> byName.put(p.name(), p));
        Set<Phase> free = new LinkedHashSet<>(second);
        Map<Phase, Pair> pairs = new HashMap<>();
        for (Phase p : first) {
            Phase same = byName.get(p.name());
            if (same != null) {
                free.remove(same);
                pairs.put(p, new Pair(p, same, true));
            }
        }
        Map<String, List<Phase>> byShape = new HashMap<>();
        free.forEach(p -> byShape.computeIfAbsent(p.shape(), s -> new ArrayList<>()).add(p));
        List<Pair> result = new ArrayList<>();
        for (Phase p : first) {
            Pair pair = pairs.get(p);
            if (pair == null) {
                List<Phase> candidates = byShape.getOrDefault(p.shape(), List.of());
                Phase other = candidates.isEmpty() ? null : candidates.remove(0);
                free.remove(other);
                pair = new Pair(p, other, other == null);
            }
            result.add(pair);
        }
        free.forEach(p -> result.add(new Pair(null, p, true)));
        return result;
    }
}
