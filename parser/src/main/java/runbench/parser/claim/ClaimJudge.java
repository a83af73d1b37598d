package runbench.parser.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim.Found;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.RecurringPhase;
import runbench.parser.structure.Structure.Repetition;
import runbench.parser.structure.Structure.Stay;
import runbench.parser.structure.Structure.Trend;

/**
 * Compares the claims of a text with the structure of a run's counters. If the text's event was not counted, there is
 * no verdict. Page faults may show changes of the program, but context switches also show other activity of the
 * machine. The findings are reported in any case.
 */
public final class ClaimJudge {
    /** Minimum ratio of a high rate to a low rate. */
    private static final double MIN_RATE_RATIO = 1.1;
    /** Maximum distance to the end of the run, as a share of the run, that counts as reaching the end. */
    private static final double MAX_END_DISTANCE = 0.05;
    private static final double MIN_MAJORITY_SHARE = 0.5;

    private final Structure structure;
    /** Index of the text's event among the events of the structure. */
    private final OptionalInt column;

    /**
     * The evidence for or against a claim.
     *
     * @param holds whether the claim holds
     * @param found property of the run; null if there is none
     * @param alike whether the alternating intervals have nearly equal rates
     */
    private record Evidence(boolean holds, Found found, boolean alike) {
        Evidence(boolean holds, Found found) {
            this(holds, found, false);
        }
    }

    private ClaimJudge(Structure structure, String event) {
        this.structure = structure;
        column = IntStream.range(0, structure.columns().size())
                .filter(c -> structure.columns().get(c).event().equals(event))
                .findFirst();
    }

    /**
     * Compares all claims of a text with a run.
     *
     * @param text statements of the text
     * @param structure structure of a run of the program, or of the program that runs in its place
     */
    public static List<JudgedClaim> judge(Characterization text, Structure structure) {
        ClaimJudge judge = new ClaimJudge(structure, text.event());
        return text.claims().stream().map(judge::judge).toList();
    }

    /** Returns all claims of a text without a comparison, for the given reason. */
    public static List<JudgedClaim> unjudged(Characterization text, ClaimDoubt why) {
        return text.claims().stream().map(c -> without(c, why)).toList();
    }

    private static JudgedClaim without(Claim claim, ClaimDoubt why) {
        return new JudgedClaim(claim, ClaimVerdict.CANNOT_BE_COMPARED, null, List.of(why));
    }

    private JudgedClaim judge(Claim claim) {
        if (structure.verdict() == Structure.Verdict.TOO_SHORT) {
            return without(claim, ClaimDoubt.TOO_SHORT);
        }
        if (structure.verdict() == Structure.Verdict.NOTHING_VARIES) {
            return without(claim, ClaimDoubt.NOTHING_VARIES);
        }
        if (claim.kind().needsEvent() && column.isEmpty()) {
            return without(claim, ClaimDoubt.EVENT_NOT_COUNTED);
        }
        if (claim.kind() == Claim.Kind.REPEATS && claim.most() < Structure.MIN_REPETITIONS
                && structure.repetitions().isEmpty()) {
            return without(claim, ClaimDoubt.TOO_FEW_TIMES);
        }
        Evidence evidence = switch (claim.kind()) {
            case REPEATS -> repeats(claim);
            case STAGES -> stages(claim);
            case ALTERNATES -> alternates(false);
            case SHORT_HIGH -> alternates(true);
            case LENGTHENS -> lengthens();
            case RISES -> rises();
            case SETTLES -> settles();
        };
        List<ClaimDoubt> doubts = new ArrayList<>();
        if (column.isEmpty()) {
            doubts.add(evidence.holds() ? ClaimDoubt.OTHER_EVENTS : ClaimDoubt.OTHER_EVENTS_SILENT);
        }
        if (evidence.alike()) {
            doubts.add(ClaimDoubt.RATES_ALIKE);
        }
        if (claim.periodS() != null && structure.axis() == Axis.INSTRUCTIONS && evidence.found() != null) {
            doubts.add(ClaimDoubt.NO_TIME);
        }
        ClaimVerdict verdict = column.isEmpty() ? ClaimVerdict.CANNOT_BE_COMPARED
                : evidence.holds() ? ClaimVerdict.HOLDS : ClaimVerdict.DOES_NOT_HOLD;
        return new JudgedClaim(claim, verdict, evidence.found(), doubts);
    }

    /** Compares the claim with the repetition of the nearest number. Repetitions may be nested. */
    private Evidence repeats(Claim claim) {
        Optional<Repetition> nearest = structure.repetitions()
                .stream()
                .min(Comparator.comparingInt(r -> claim.allows(r.count()) ? 0
                        : Math.min(Math.abs(r.count() - claim.least()), Math.abs(r.count() - claim.most()))));
        return nearest.map(r -> new Evidence(claim.allows(r.count()), new Found(r.count(), r.period(), null)))
                .orElse(new Evidence(false, null));
    }

    private Evidence stages(Claim claim) {
        int number = structure.visibleStays().size();
        return new Evidence(claim.allows(number), number == 0 ? null : new Found(number, null, null));
    }

    /** Compares the two phases with most of the time; each must occur at least twice. */
    private Evidence alternates(boolean shortHigh) {
        List<Stay> seen = structure.visibleStays();
        List<RecurringPhase> two = structure.phases()
                .stream()
                .filter(p -> Objects.nonNull(rate(p)))
                .sorted(Comparator.comparingDouble(RecurringPhase::share).reversed())
                .limit(2)
                .sorted(Comparator.comparingDouble(this::rate).reversed())
                .toList();
        if (two.size() < 2) {
            return new Evidence(false, null);
        }
        List<Stay> high = of(seen, two.get(0));
        List<Stay> low = of(seen, two.get(1));
        int turns = Math.min(high.size(), low.size());
        Found found = new Found(turns, mean(high), mean(low));
        boolean apart = rate(two.get(0)) >= MIN_RATE_RATIO * rate(two.get(1));
        return new Evidence(apart && turns >= 2 && (!shortHigh || found.first() < found.last()),
                turns == 0 ? null : found, turns > 0 && !apart);
    }

    private Double rate(RecurringPhase phase) {
        return phase.rates().get(column.getAsInt());
    }

    private static List<Stay> of(List<Stay> seen, RecurringPhase phase) {
        return seen.stream().filter(s -> s.phase().equals(phase.name())).toList();
    }

    private static double mean(List<Stay> stays) {
        return stays.stream().mapToDouble(s -> s.to() - s.from()).average().orElse(0);
    }

    private Evidence lengthens() {
        Predicate<Repetition> longer = r -> r.drift() != null && r.drift().last() > r.drift().first();
        return structure.repetitions()
                .stream()
                .min(Comparator.comparing(longer::test, Comparator.reverseOrder()))
                .map(r -> new Evidence(longer.test(r),
                        r.drift() == null ? new Found(r.count(), r.period(), r.period())
                                : new Found(r.count(), r.drift().first(), r.drift().last())))
                .orElse(new Evidence(false, null));
    }

    private double end() {
        return structure.stays().isEmpty() ? structure.resolution().length()
                : structure.stays().get(structure.stays().size() - 1).to();
    }

    /** Returns the trend that covers most of the run and reaches its end. */
    private Evidence rises() {
        double length = structure.resolution().length();
        return structure.trends()
                .stream()
                .filter(t -> t.column() == column.getAsInt()
                        && (t.whole() || t.to() >= end() - MAX_END_DISTANCE * length
                                && t.to() - t.from() >= MIN_MAJORITY_SHARE * length))
                .max(Comparator.comparingDouble(Trend::excess))
                .map(t -> new Evidence(t.end() > t.start(), new Found(null, t.start(), t.end())))
                .orElse(new Evidence(false, null));
    }

    /**
     * Checks whether the last visible stay is most of the run and without a trend. The check uses the text's event, or
     * all events if that one was not counted.
     */
    private Evidence settles() {
        List<Stay> seen = structure.visibleStays();
        if (seen.size() < 2) {
            return new Evidence(false, null);
        }
        Stay rest = seen.get(seen.size() - 1);
        boolean most = rest.to() - rest.from() >= MIN_MAJORITY_SHARE * structure.resolution().length();
        boolean even = structure.trends()
                .stream()
                .noneMatch(t -> (column.isEmpty() || t.column() == column.getAsInt()) && !t.whole()
                        && t.from() < rest.to() && t.to() > rest.from());
        return new Evidence(most && even, new Found(seen.size(), rest.from(), null));
    }
}
