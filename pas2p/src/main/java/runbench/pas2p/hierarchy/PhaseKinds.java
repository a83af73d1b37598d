package runbench.pas2p.hierarchy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.phase.Phase;

/**
 * Groups of similar phases: equal types of communication, and volumes close to each other. The volumes of a particle
 * code drift from occurrence to occurrence; those of the levels of a multigrid solver are far apart.
 */
final class PhaseKinds {
    /** Ratio of neighbouring volumes within a group; greater ratios separate groups. */
    private static final double MAX_VOLUME_RATIO = 1.25;

    private final List<List<Phase>> members = new ArrayList<>();
    private final int[] kindOf;

    PhaseKinds(List<Phase> phases) {
        Map<String, List<Phase>> byShape = new LinkedHashMap<>();
        phases.forEach(p -> byShape.computeIfAbsent(p.shape(), s -> new ArrayList<>()).add(p));
        for (List<Phase> alike : byShape.values()) {
            List<Phase> sorted = alike.stream().sorted(Comparator.comparingLong(Phase::bytes)).toList();
            long before = -1;
            for (Phase phase : sorted) {
                if (before < 0 || phase.bytes() > MAX_VOLUME_RATIO * before) {
                    members.add(new ArrayList<>());
                }
                members.get(members.size() - 1).add(phase);
                before = phase.bytes();
            }
        }
        members.forEach(m -> m.sort(Comparator.comparingInt(Phase::id)));
        members.sort(Comparator.comparingInt(m -> m.get(0).id()));
        kindOf = new int[phases.size()];
        for (int k = 0; k < members.size(); k++) {
            for (Phase phase : members.get(k)) {
                kindOf[phase.id()] = k;
            }
        }
    }

    int count() {
        return members.size();
    }

    int kindOf(int phase) {
        return kindOf[phase];
    }

    /** Returns the phases of a group in order of first occurrence. */
    List<Phase> members(int kind) {
        return members.get(kind);
    }
}
