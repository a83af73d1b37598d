package runbench.pas2p.scaling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.pas2p.hierarchy.PartPairs;
import runbench.pas2p.hierarchy.PhaseGroup;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.scaling.ScalingPrediction.ApartPhase;

/**
 * The phases that all runs of a series have, by the matching of {@link PartPairs} with the run of the most ranks. A
 * phase is replaced by its parts if these match, too, and cover nearly all of its time in each run: parts follow
 * simpler laws. The phases do not overlap.
 */
final class CommonPhases {
    /** Share of a phase's time that its common parts cover at least, if they replace it. */
    private static final double PARTS_COVERAGE = 0.9;

    /** A phase at its place in a hierarchy. */
    private record Key(PhaseGroup group, int first) {
        static Key of(PhasePart part) {
            return new Key(part.group(), part.first());
        }
    }

    /** A phase of all runs: its part in each of them, in their order. */
    record Common(List<PhasePart> parts) {
        PhasePart last() {
            return parts.get(parts.size() - 1);
        }
    }

    private final List<ScaledRun> runs;
    /** For each run: its phase for each phase of the last run. */
    private final List<Map<Key, PhasePart>> equivalents = new ArrayList<>();
    private final List<Common> found = new ArrayList<>();
    private final List<ApartPhase> apart = new ArrayList<>();

    private CommonPhases(List<ScaledRun> runs) {
        this.runs = runs;
        ScaledRun last = runs.get(runs.size() - 1);
        for (ScaledRun run : runs) {
            Map<Key, PhasePart> map = new HashMap<>();
            PartPairs.of(run.hierarchy(), last.hierarchy())
                    .stream()
                    .filter(pair -> pair.first() != null && pair.second() != null)
                    .forEach(pair -> map.put(Key.of(pair.second()), pair.first()));
            equivalents.add(map);
        }
        List<List<PhasePart>> top = runs.stream().map(r -> r.hierarchy().top().phases()).toList();
        choose(top);
    }

    /**
     * Finds the phases.
     *
     * @param runs ascending by ranks
     */
    static CommonPhases of(List<ScaledRun> runs) {
        return new CommonPhases(runs);
    }

    /** Returns the run that shares the least time with the run of the most ranks, which is the last. */
    static ScaledRun leastAlike(List<ScaledRun> runs) {
        ScaledRun last = runs.get(runs.size() - 1);
        return runs.subList(0, runs.size() - 1)
                .stream()
                .min(Comparator.comparingDouble(r -> of(List.of(r, last)).found.stream()
                        .mapToDouble(c -> r.hierarchy().shareOf(c.parts.get(0).times()))
                        .sum()))
                .orElseThrow();
    }

    List<Common> found() {
        return found;
    }

    /** Returns the relevant phases that are not among {@link #found}. */
    List<ApartPhase> apart() {
        return apart;
    }

    /**
     * Chooses among siblings.
     *
     * @param siblings of each run
     */
    private void choose(List<List<PhasePart>> siblings) {
        List<Common> common = common(siblings.get(runs.size() - 1));
        for (Common phase : common) {
            List<List<PhasePart>> parts = phase.parts.stream().map(p -> p.group().parts()).toList();
            if (replaceable(phase, parts)) {
                choose(parts);
            } else {
                found.add(phase);
            }
        }
        for (int r = 0; r < runs.size(); r++) {
            int run = r;
            for (PhasePart p : siblings.get(r)) {
                boolean chosen = common.stream().anyMatch(c -> Key.of(c.parts.get(run)).equals(Key.of(p)));
                if (!chosen && runs.get(r).hierarchy().relevant(p.times())) {
                    apart.add(new ApartPhase(p.group().label(), p.group().activity(), runs.get(r).source(),
                            runs.get(r).hierarchy().shareOf(p.times())));
                }
            }
        }
    }

    /** Returns the phases of the last run that are relevant in all runs. */
    private List<Common> common(List<PhasePart> ofLast) {
        List<Common> common = new ArrayList<>();
        for (PhasePart p : ofLast) {
            List<PhasePart> parts = new ArrayList<>();
            for (int r = 0; r < runs.size(); r++) {
                PhasePart there = equivalents.get(r).get(Key.of(p));
                if (there != null && runs.get(r).hierarchy().relevant(there.times())) {
                    parts.add(there);
                }
            }
            if (parts.size() == runs.size()) {
                common.add(new Common(parts));
            }
        }
        return common;
    }

    private boolean replaceable(Common phase, List<List<PhasePart>> parts) {
        if (parts.stream().anyMatch(List::isEmpty)) {
            return false;
        }
        List<Common> common = common(parts.get(runs.size() - 1));
        for (int r = 0; r < runs.size(); r++) {
            int run = r;
            PhasePart whole = phase.parts.get(r);
            // The times of parts are those of all occurrences of the sequence, wherever they are.
            boolean elsewhere = whole.group().times().nanos() != whole.times().nanos();
            double covered = common.stream().mapToLong(c -> c.parts.get(run).times().nanos()).sum();
            if (elsewhere || covered < PARTS_COVERAGE * whole.times().nanos()
                    || !parts.get(run).containsAll(common.stream().map(c -> c.parts.get(run)).toList())) {
                return false;
            }
        }
        return true;
    }
}
