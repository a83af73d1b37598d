package runbench.parser.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * The search for a cycle of computing and waiting along wall time. Time in which the program was ready but had no CPU
 * is removed before, because other programs cause it: positions are in own time until the result. The stays in both
 * states are searched for tandem repeats on several scales: shorter stays belong to their neighbours. A repetition must
 * be more regular than renewal processes with the same numbers and mean lengths, in which the waits (or the stays
 * between them) have exponentially distributed lengths: a program that waits for random events repeats nothing.
 */
final class WaitingCycleSearch {
    /** Number of bins of wall time. */
    static final int BINS = 1 << 16;
    /** Shortest stays per scale, bins; the longest is less than 1 % of the run. */
    private static final int[] SHORTEST = {2, 8, 32, 128, 512};
    /** Part of the largest covered time with which a finer scale is preferred. */
    private static final double NEARLY_ALL = 0.9;
    /** Share of waiting time in a bin up to which the program computed in it, and the share above which it waited. */
    private static final double MAX_COMPUTING = 0.25;
    private static final double MIN_WAITING = 0.75;
    /** Maximum share of bins between both: above it cycles are not much longer than a bin or a sampling period. */
    private static final double MAX_MIXED = 0.25;
    /** Minimum share of computing and of waiting in a cycle. */
    private static final double MIN_SHARE = 0.01;
    private static final int SURROGATES = 199;
    /** Number of stays of a surrogate; it bounds the time. */
    private static final int MAX_STAYS = 200;
    /** Factor by which the lengths of cycles must vary less than those of any surrogate. */
    private static final double MIN_GAIN = 0.8;
    private static final String WAITING = "waiting";
    private static final String COMPUTING = "computing";

    private final double[] waiting;
    private final double[] ready;
    private final double width;
    /** Own time at the start of each bin, and at the end. */
    private final double[] own;
    private final double end;
    private final SplittableRandom random = new SplittableRandom(19530101);

    /**
     * @param waiting waiting time of the program in each bin, s
     * @param ready time in each bin in which it was ready but had no CPU, s
     * @param width width of a bin, s
     */
    WaitingCycleSearch(double[] waiting, double[] ready, double width) {
        this.waiting = waiting;
        this.ready = ready;
        this.width = width;
        own = new double[waiting.length + 1];
        for (int b = 0; b < waiting.length; b++) {
            own[b + 1] = own[b] + Math.max(0, width - ready[b]);
        }
        end = own[waiting.length];
    }

    /**
     * A repetition on one scale.
     *
     * @param stays all stays of that scale
     * @param shortest length of the shortest possible stay, s
     * @param covered time in the cycles, s
     */
    private record Candidate(List<Structure.Stay> stays, double shortest, Structure.Repetition repetition,
            double covered) {
        static Optional<Candidate> of(List<Structure.Stay> stays, double shortest, double grain) {
            double length = stays.get(stays.size() - 1).to();
            return NestedRepeats.of(stays, length, grain)
                    .stream()
                    .map(r -> new Candidate(stays, shortest, r, r.count() * r.period()))
                    .max(Comparator.comparingDouble(Candidate::covered));
        }

        double share() {
            return covered / stays.get(stays.size() - 1).to();
        }
    }

    /** Returns the cycle; empty if there is none or if noise has such cycles, too. */
    Optional<Structure.WaitingCycle> find() {
        List<Structure.Stay> finest = stays();
        Candidate best = null;
        for (int shortest : SHORTEST) {
            finest = merged(finest, shortest * width);
            if (finest.size() < 2 * NestedRepeats.MIN_CYCLES) {
                break;
            }
            Optional<Candidate> found = Candidate.of(finest, shortest * width, width);
            if (found.isPresent() && (best == null || best.covered < NEARLY_ALL * found.get().covered)) {
                best = found.get();
            }
        }
        return Optional.ofNullable(best).flatMap(this::cycle);
    }

    /** Returns the stays in both states by turns; no stays if too many bins have both. */
    private List<Structure.Stay> stays() {
        List<Structure.Stay> stays = new ArrayList<>();
        int mixed = 0;
        for (int b = 0; b < waiting.length; b++) {
            double length = own[b + 1] - own[b];
            if (length > 1e-3 * width) {
                double share = waiting[b] / length;
                mixed += share > MAX_COMPUTING && share < MIN_WAITING ? 1 : 0;
                add(stays, new Structure.Stay(2 * share > 1 ? WAITING : COMPUTING, own[b], own[b + 1]));
            }
        }
        return mixed > MAX_MIXED * waiting.length ? List.of() : stays;
    }

    private static void add(List<Structure.Stay> stays, Structure.Stay next) {
        Structure.Stay last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
        if (last != null && last.phase().equals(next.phase())) {
            stays.set(stays.size() - 1, new Structure.Stay(last.phase(), last.from(), next.to()));
        } else {
            stays.add(next);
        }
    }

    /** Returns stays of a minimum length. Shorter ones join their neighbours, the shortest first. */
    private List<Structure.Stay> merged(List<Structure.Stay> stays, double shortest) {
        List<Structure.Stay> all = stays;
        for (double limit = 1.5 * width; limit < shortest; limit *= 1.5) {
            all = withoutShort(all, Math.min(limit, shortest));
        }
        return withoutShort(all, shortest);
    }

    private List<Structure.Stay> withoutShort(List<Structure.Stay> stays, double shortest) {
        List<Structure.Stay> out = new ArrayList<>();
        for (Structure.Stay s : stays) {
            boolean isShort = s.to() - s.from() < shortest - 0.5 * width;
            String phase = !isShort ? s.phase() : out.isEmpty() ? other(s.phase()) : out.get(out.size() - 1).phase();
            add(out, new Structure.Stay(phase, s.from(), s.to()));
        }
        return out;
    }

    private static String other(String phase) {
        return phase.equals(WAITING) ? COMPUTING : WAITING;
    }

    private Optional<Structure.WaitingCycle> cycle(Candidate found) {
        Structure.Repetition r = found.repetition;
        double waited = waited(r) / r.starts().size();
        double share = waited / r.period();
        if (share < MIN_SHARE || share > 1 - MIN_SHARE || !isRegular(found)) {
            return Optional.empty();
        }
        double delay = sum(r, ready) / r.starts().size();
        return Optional.of(new Structure.WaitingCycle(r.count(), wall(r.from()), wall(r.to()), r.period() + delay,
                r.low() + delay, r.high() + delay, r.variation(), r.period() - waited, waited, delay));
    }

    /** Returns the wall time of a position in own time, s. */
    private double wall(double at) {
        int found = Arrays.binarySearch(own, Math.min(at, end));
        int bin = Math.max(0, Math.min(waiting.length - 1, found >= 0 ? found : -found - 2));
        double length = own[bin + 1] - own[bin];
        return (bin + (length > 0 ? Math.min(1, Math.max(0, at - own[bin]) / length) : 0)) * width;
    }

    private double waited(Structure.Repetition in) {
        return sum(in, waiting);
    }

    /** Returns the time of one state in all cycles, s. */
    private double sum(Structure.Repetition in, double[] time) {
        return in.starts().stream().mapToDouble(s -> sum(wall(s), wall(s + in.period()), time)).sum();
    }

    private double sum(double from, double to, double[] time) {
        double sum = 0;
        int last = (int) Math.min(time.length - 1.0, Math.floor(to / width));
        for (int b = (int) Math.max(0, Math.floor(from / width)); b <= last; b++) {
            double part = Math.min(to, (b + 1) * width) - Math.max(from, b * width);
            sum += time[b] * Math.max(0, part) / width;
        }
        return sum;
    }

    /** Returns whether the cycles are more regular than those of all surrogates. */
    private boolean isRegular(Candidate found) {
        double least = NEARLY_ALL * found.share();
        Predicate<Candidate> isAsRegular = s -> s.share() >= least
                && MIN_GAIN * s.repetition.variation() <= found.repetition.variation();
        if (any(found, WAITING, isAsRegular) || any(found, COMPUTING, isAsRegular)) {
            return false;
        }
        // Of stays of a few lengths in random order, some form a repetition by chance.
        return waited(found.repetition) >= NEARLY_ALL * Arrays.stream(waiting).sum()
                || !any(found, "", s -> s.share() >= least);
    }

    /**
     * Returns whether any surrogate has a repetition with a property.
     *
     * @param exponential state whose stays have exponentially distributed lengths, while the others keep theirs; empty:
     *     all stays keep their lengths, in random order
     */
    private boolean any(Candidate found, String exponential, Predicate<Candidate> property) {
        for (int s = 0; s < SURROGATES; s++) {
            List<Structure.Stay> stays = exponential.isEmpty() ? shuffled(found.stays) : renewed(found, exponential);
            if (Candidate.of(stays, found.shortest, width).filter(property).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private List<Structure.Stay> renewed(Candidate of, String exponential) {
        double mean = of.stays.stream()
                .filter(s -> s.phase().equals(exponential))
                .mapToDouble(s -> s.to() - s.from())
                .average()
                .orElse(0);
        return placed(of.stays.stream()
                .limit(MAX_STAYS)
                .map(s -> s.phase().equals(exponential)
                        ? new Structure.Stay(s.phase(), 0,
                                of.shortest - (mean - of.shortest) * Math.log(1 - random.nextDouble()))
                        : s)
                .toList());
    }

    /** Returns the stays of each state in random order; the first and the last stay of the run keep their places. */
    private List<Structure.Stay> shuffled(List<Structure.Stay> stays) {
        List<Structure.Stay> all = new ArrayList<>(stays);
        for (int i = all.size() - 2; i > 2; i--) { // stays of the two states take turns
            int other = i - 2 * random.nextInt((i + 1) / 2);
            all.set(i, all.set(other, all.get(i)));
        }
        return placed(all.subList(0, Math.min(MAX_STAYS, all.size())));
    }

    /** Returns stays one after the other from 0. */
    private static List<Structure.Stay> placed(List<Structure.Stay> stays) {
        List<Structure.Stay> out = new ArrayList<>();
        double at = 0;
        for (Structure.Stay s : stays) {
            double to = at + s.to() - s.from();
            out.add(new Structure.Stay(s.phase(), at, to));
            at = to;
        }
        return out;
    }
}
