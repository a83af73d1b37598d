package runbench.pas2p.synthetic;

import java.util.HashMap;
import java.util.Map;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * The agreement of found and planted phases, occurrence by occurrence. An occurrence is correct if it covers exactly
 * the ticks of a planted one, and if its phase is the one that most occurrences of that planted phase belong to.
 *
 * @param precision correct occurrences / found ones
 * @param recall correct occurrences / planted ones
 */
public record Recovery(double precision, double recall) {
    public static Recovery of(PlantedTrace.Truth truth, PhaseOccurrences found, int ticks) {
        Map<Integer, Integer> foundAt = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            foundAt.put(found.startTick(i), i);
        }
        Map<Long, Integer> votes = new HashMap<>();
        for (int i = 0; i < truth.phase().length; i++) {
            int match = exact(truth, found, foundAt, i, ticks);
            if (match >= 0) {
                votes.merge((long) truth.phase()[i] << 32 | found.phase(match), 1, Integer::sum);
            }
        }
        // One found phase represents one planted phase only; otherwise "everything is one phase" would score.
        Map<Integer, long[]> best = new HashMap<>();
        votes.forEach((pair, count) -> best.merge((int) (long) pair, new long[]{pair >> 32, count},
                (a, b) -> b[1] > a[1] ? b : a));
        Map<Integer, long[]> chosen = new HashMap<>();
        best.forEach((phase, planted) -> chosen.merge((int) planted[0], new long[]{phase, planted[1]},
                (a, b) -> b[1] > a[1] ? b : a));
        long right = chosen.values().stream().mapToLong(c -> c[1]).sum();
        return new Recovery(found.size() == 0 ? 0 : (double) right / found.size(),
                (double) right / truth.phase().length);
    }

    private static int exact(PlantedTrace.Truth truth, PhaseOccurrences found, Map<Integer, Integer> foundAt, int i,
            int ticks) {
        Integer match = foundAt.get(truth.startTick()[i]);
        if (match == null) {
            return -1;
        }
        int plantedEnd = i + 1 < truth.startTick().length ? truth.startTick()[i + 1] : truth.ticks();
        int foundEnd = match + 1 < found.size() ? found.startTick(match + 1) : ticks;
        return foundEnd == plantedEnd ? match : -1;
    }
}
