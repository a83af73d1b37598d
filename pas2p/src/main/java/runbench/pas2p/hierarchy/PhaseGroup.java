package runbench.pas2p.hierarchy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import runbench.pas2p.phase.Phase;

/**
 * A phase of the hierarchy: a sequence that repeats, or phases of the trace that are one to a person. Times are wall
 * time by the frontier rule, in nanoseconds; those of all occurrences of a level tile the run.
 */
public final class PhaseGroup {
    private static final String SEPARATOR = "; ";

    private final int id;
    private final String label;
    private final String name;
    private final String shape;
    private final String description;
    private final Times times;
    private final long oddOnes;
    private final List<Phase> phases;
    private final List<PhasePart> parts;

    PhaseGroup(int id, String label, String name, String shape, String description, Times times, long oddOnes,
            List<Phase> phases, List<PhasePart> parts) {
        this.id = id;
        this.label = label;
        this.name = name;
        this.shape = shape;
        this.description = description;
        this.times = times;
        this.oddOnes = oddOnes;
        this.phases = phases;
        this.parts = parts;
    }

    /** Its place in {@link PhaseHierarchy#groups}. */
    public int id() {
        return id;
    }

    /**
     * Its number for people: "H1" is the sequence with most time; "P5" a phase of the trace, "P5+3" one with three
     * others.
     */
    public String label() {
        return label;
    }

    /** Out of types and volumes: the same in another run of this program and input. */
    public String name() {
        return name;
    }

    /** The part of the name that does not depend on volumes. */
    public String shape() {
        return shape;
    }

    /** What ranks do in it, in words. */
    public String description() {
        return description;
    }

    /** What ranks do in it without volumes; of a sequence, the patterns of its parts, each once, in order of names. */
    public String pattern() {
        return isSequence() ? ofParts(PhaseGroup::pattern) : Groups.largest(phases).pattern();
    }

    /** Messages and the names of collectives: what does not depend on the number of ranks. */
    public String kind() {
        return isSequence() ? ofParts(PhaseGroup::kind) : Groups.largest(phases).kind();
    }

    private String ofParts(Function<PhaseGroup, String> words) {
        return parts.stream()
                .map(PhasePart::group)
                .distinct()
                .flatMap(g -> Arrays.stream(words.apply(g).split(SEPARATOR)))
                .distinct()
                .sorted()
                .collect(Collectors.joining(SEPARATOR));
    }

    /** All of its occurrences, wherever in the hierarchy. */
    public Times times() {
        return times;
    }

    public long weight() {
        return times.count();
    }

    /** Occurrences that differ from the others: something more, or something left out. */
    public long oddOnes() {
        return oddOnes;
    }

    /** Occurrences that are all alike: those that {@link #parts} counts. */
    public long plainOnes() {
        return times.count() - oddOnes;
    }

    /** Whether it is made of parts; otherwise it is {@link #phases} of the trace. */
    public boolean isSequence() {
        return !parts.isEmpty();
    }

    /** Phases of the trace that it stands for, in order of first occurrence; of a sequence, none. */
    public List<Phase> phases() {
        return phases;
    }

    /** What a sequence is made of, one level down, in order of first occurrence. */
    public List<PhasePart> parts() {
        return parts;
    }
}
