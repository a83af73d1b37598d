package runbench.pas2p.hierarchy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import runbench.pas2p.phase.Phase;

/**
 * A phase of the hierarchy: a sequence that repeats, or a group of similar phases of the trace. Times are wall time by
 * the frontier rule, in nanoseconds; the occurrences of a level cover the run.
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

    /** Returns the index in {@link PhaseHierarchy#groups}. */
    public int id() {
        return id;
    }

    /**
     * Returns the displayed number: "H1" is the sequence with the greatest time; "P5" is a phase of the trace, "P5+3" a
     * group of it and three others.
     */
    public String label() {
        return label;
    }

    /** Returns the name, derived from types and volumes; equal in another run of this program and input. */
    public String name() {
        return name;
    }

    /** Returns the part of the name that does not depend on volumes. */
    public String shape() {
        return shape;
    }

    /** Returns the actions of the ranks, in words. */
    public String description() {
        return description;
    }

    /**
     * Returns the call sites of a phase, if they are known, and the actions of the ranks, in at most 100 characters.
     */
    public String activity() {
        return Phase.activity(isSequence() ? "" : Groups.largest(phases).calledFrom(), description);
    }

    /**
     * Returns the actions of the ranks without volumes; of a sequence, the distinct patterns of its parts, in order of
     * names.
     */
    public String pattern() {
        return isSequence() ? ofParts(PhaseGroup::pattern) : Groups.largest(phases).pattern();
    }

    /** Returns messages and the names of collectives, which do not depend on the number of ranks. */
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

    /** Returns the times of all occurrences, at any place in the hierarchy. */
    public Times times() {
        return times;
    }

    public long weight() {
        return times.count();
    }

    /** Returns the number of odd occurrences: with additional parts, or without some parts. */
    public long oddOnes() {
        return oddOnes;
    }

    /** Returns the number of regular occurrences, which {@link #parts} counts. */
    public long plainOnes() {
        return times.count() - oddOnes;
    }

    /** Returns true if it is made of parts; otherwise it is made of {@link #phases} of the trace. */
    public boolean isSequence() {
        return !parts.isEmpty();
    }

    /** Returns its phases of the trace in order of first occurrence; empty for a sequence. */
    public List<Phase> phases() {
        return phases;
    }

    /** Returns the parts of a sequence, one level down, in order of first occurrence. */
    public List<PhasePart> parts() {
        return parts;
    }

    /**
     * A phase as part of another one, or of the run.
     *
     * @param times times of its occurrences there
     * @param first index of its first occurrence in the string of phase occurrences
     */
    public record PhasePart(PhaseGroup group, Times times, int first) {
        /** Returns the number of occurrences within all occurrences of its parent. */
        public long count() {
            return times.count();
        }
    }

    /** The sum of the durations of occurrences, nanoseconds. */
    public static final class Times {
        private long count;
        private long nanos;
        private double squares;
        private long least = Long.MAX_VALUE;
        private long most;

        void add(long duration) {
            count++;
            nanos += duration;
            squares += (double) duration * duration;
            least = Math.min(least, duration);
            most = Math.max(most, duration);
        }

        public long count() {
            return count;
        }

        public long nanos() {
            return nanos;
        }

        public double meanNanos() {
            return count == 0 ? 0 : (double) nanos / count;
        }

        /** Returns the standard deviation; 0 for a single occurrence. */
        public double deviationNanos() {
            double mean = meanNanos();
            return count < 2 ? 0 : Math.sqrt(Math.max(0, (squares - count * mean * mean) / (count - 1)));
        }

        public long leastNanos() {
            return count == 0 ? 0 : least;
        }

        public long maxNanos() {
            return most;
        }
    }
}
