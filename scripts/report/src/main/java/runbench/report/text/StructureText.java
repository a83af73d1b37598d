package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.quantity.Units;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;
import runbench.report.RunCaption;

/** Describes the structure of a run in sentences, one per line, repetitions first. */
public final class StructureText {
    private static final int MAX_PHASES = 4;
    private static final int MAX_TRENDS = 3;
    /** Minimum stated ready time of a cycle, as a share of it. */
    private static final double MIN_READY = 0.02;
    /** Minimum stated variation of the lengths of cycles. */
    private static final double MIN_VARIATION = 0.005;
    /** Minimum factor between the rate of the only visible phase and that of the run, which nearly is that phase. */
    private static final double MIN_DIFFERENCE = 1.1;
    /** Mean number of samples of a burst, and its factor between its rate and that of the run. */
    private static final int MIN_SAMPLES_OF_BURST = 5;
    private static final double MIN_FACTOR_OF_BURST = 2;

    private StructureText() {
    }

    /**
     * Prints the sentences.
     *
     * @param structure structure of the run; null without an analysis, then nothing is printed
     */
    public static void print(Structure structure, PrintWriter out) {
        if (structure == null) {
            return;
        }
        String head = "structure";
        for (String sentence : sentences(structure)) {
            out.printf(Locale.ROOT, "  %-22s %s%n", head, sentence);
            head = "";
        }
    }

    /** Returns at least one sentence; the absence of structure is also a finding. */
    public static List<String> sentences(Structure s) {
        List<String> out = new ArrayList<>();
        waitingCycle(s).ifPresent(out::add);
        s.repetitions().stream().filter(r -> !isWaitingCycle(s, r)).forEach(r -> out.add(repetition(s, r)));
        if (s.phases().size() > 1) {
            out.addAll(phases(s));
        } else if (!s.changePoints().isEmpty()) {
            out.add(String.format(Locale.ROOT,
                    "rates change at %s, but the parts are similar: no separate phases (parts: structure.csv)",
                    Units.counted(s.changePoints().size(), "point")));
        }
        s.trends()
                .stream()
                .sorted(Comparator.comparing(Structure.Trend::whole)
                        .reversed()
                        .thenComparing(Comparator.comparingDouble(Structure.Trend::excess).reversed()))
                .limit(MAX_TRENDS)
                .forEach(t -> out.add(trend(s, t)));
        if (out.isEmpty()) {
            out.add(noStructure(s));
        }
        return out;
    }

    private static String noStructure(Structure s) {
        return switch (s.verdict()) {
            case TOO_SHORT -> String.format(Locale.ROOT, "run too short to find structure: %s; use a shorter --period",
                    Units.counted(s.resolution().fineBins(), "sampling period"));
            case NOTHING_VARIES -> "no structure: no counted rate varies";
            case NONE,
                    FOUND ->
                String.format(Locale.ROOT,
                        "no phases, repetitions or trends found; parts shorter than %s may be missed",
                        length(s, s.resolution().shortestSegment()));
        };
    }

    /** Returns the cycle of computing and waiting as a predicate of the run; empty if there is none. */
    public static Optional<String> waitingCycle(Structure s) {
        return Optional.ofNullable(s.waitingCycle())
                .map(c -> String.format(Locale.ROOT, "repeats every %s: computes %s, waits %s%s; %,d times%s%s",
                        Units.seconds(c.period()), Units.seconds(c.computing()), Units.seconds(c.waiting()),
                        c.ready() < MIN_READY * c.period() ? ""
                                : ", is ready without a CPU for " + Units.seconds(c.ready()),
                        c.count(),
                        s.axis() == Axis.WALL_TIME && c.to() - c.from() > 0.95 * s.resolution().length() ? ""
                                : " from %s to %s of wall time".formatted(Units.seconds(c.from()),
                                        Units.seconds(c.to())),
                        c.variation() < MIN_VARIATION ? "" : ", lengths vary by " + Units.percent(c.variation())));
    }

    /** Returns whether a repetition of rates along wall time is the cycle of computing and waiting. */
    private static boolean isWaitingCycle(Structure s, Structure.Repetition r) {
        Structure.WaitingCycle c = s.waitingCycle();
        return c != null && s.axis() == Axis.WALL_TIME
                && Math.abs(r.period() / c.period() - 1) <= Math.max(0.03, c.variation());
    }

    private static String repetition(Structure s, Structure.Repetition r) {
        String every = r.drift() == null
                ? String.format(Locale.ROOT, "every %s [%s, %s]", period(s, r.period()), period(s, r.low()),
                        period(s, r.high()))
                : String.format(Locale.ROOT, "%s from %s to %s",
                        r.drift().last() > r.drift().first() ? "increasing intervals," : "decreasing intervals,",
                        period(s, r.drift().first()), period(s, r.drift().last()));
        String where = r.to() - r.from() > 0.95 * s.resolution().length() ? ""
                : String.format(Locale.ROOT, ", from %s to %s", length(s, r.from()), length(s, r.to()));
        String vary = r.variation() >= MIN_VARIATION
                ? String.format(Locale.ROOT, "; lengths vary by %s", Units.percent(r.variation()))
                : "";
        String groups = r.groups() == 1 ? "" : String.format(Locale.ROOT, ", in %,d groups", r.groups());
        return String.format(Locale.ROOT, "repeats %,d times, %s%s%s%s", r.count(), every, groups, where, vary);
    }

    private static List<String> phases(Structure s) {
        List<Structure.RecurringPhase> visible = s.visiblePhases();
        List<Structure.RecurringPhase> shown = Stream
                .concat(visible.stream(), visible.size() == 1 ? bursts(s) : Stream.empty())
                .limit(MAX_PHASES)
                .toList();
        List<String> out = new ArrayList<>();
        for (Structure.RecurringPhase p : shown) {
            String rate = p.isWaiting() ? "" : rate(s, p, shown.size() > 1 ? 1 : MIN_DIFFERENCE);
            out.add(String.format(Locale.ROOT, "%s: %s, %s of the %s%s", p.isWaiting() ? p.name() : "phase " + p.name(),
                    Units.times(p.times()), Units.percent(p.share()), total(s), rate.isEmpty() ? "" : "; " + rate));
        }
        int others = s.phases().size() - shown.size();
        if (others > 0) {
            double share = 1 - shown.stream().mapToDouble(Structure.RecurringPhase::share).sum();
            out.add(String.format(Locale.ROOT, "%s: %s%s of the %s (structure.csv)",
                    Units.counted(others, "other phase"), others == 1 ? "" : "together ",
                    Units.percent(Math.max(0, share)), total(s)));
        }
        return out;
    }

    /**
     * Returns the phases without a visible share of the run whose stays have several samples of very different rates.
     */
    private static Stream<Structure.RecurringPhase> bursts(Structure s) {
        double minLength = MIN_SAMPLES_OF_BURST * s.resolution().fineBin();
        return s.phases()
                .stream()
                .filter(p -> !p.isVisible() && p.length() >= minLength * p.times()
                        && !rate(s, p, MIN_FACTOR_OF_BURST).isEmpty())
                .sorted(Comparator.comparingDouble(Structure.RecurringPhase::share).reversed());
    }

    /**
     * Returns a sentence about the phase of computing that takes most of a run, with the function in which it spends
     * most of its running time; empty if the run has no phases.
     *
     * @param functions functions of the phases; null if they are unknown
     */
    public static Optional<String> dominantPhase(Structure s, RunningFunctions functions) {
        Optional<Structure.RecurringPhase> longest = s.visiblePhases().stream().filter(p -> !p.isWaiting()).findFirst();
        if (s.phases().size() < 2 || longest.isEmpty()) {
            return Optional.empty();
        }
        Structure.RecurringPhase phase = longest.get();
        Optional<String> function = functions == null ? Optional.empty()
                : functions.phases()
                        .stream()
                        .filter(p -> p.phase().equals(phase.name()) && !p.functions().isEmpty())
                        .findFirst()
                        .flatMap(p -> RunCaption.function(p.functions().get(0), " of its samples in "));
        String details = Stream.of(rate(s, phase, MIN_DIFFERENCE), function.orElse(""))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
        return Optional.of("Phase " + phase.name() + " takes " + Units.percent(phase.share()) + " of the " + total(s)
                + (details.isEmpty() ? "" : ": " + details) + ".");
    }

    /** Returns the quantity of which a phase has a share: the axis of the search. */
    private static String total(Structure s) {
        return switch (s.axis()) {
            case RUN_TIME -> "running time";
            case WALL_TIME -> "wall time";
            case INSTRUCTIONS -> "instructions";
        };
    }

    /**
     * Returns the rate by which a phase differs most from the mean of the run, of the events that the search used:
     * rates of the environment depend on other programs.
     *
     * @param minFactor minimum factor between the two
     * @return empty text if no rate differs that much
     */
    private static String rate(Structure s, Structure.RecurringPhase p, double minFactor) {
        String most = "";
        double furthest = Math.log(minFactor);
        for (int c = 0; c < s.columns().size(); c++) {
            Double mean = s.columns().get(c).mean();
            Double own = p.rates().get(c);
            if (s.columns().get(c).ignored() || own == null || mean == null || mean <= 0) {
                continue;
            }
            double distance = own == 0 ? Double.MAX_VALUE : Math.abs(Math.log(own / mean)); // A rate of 0 is clearest.
            if (distance >= furthest) {
                furthest = distance;
                most = String.format(Locale.ROOT, "%s %s %s (run: %s)", s.columns().get(c).event(), Units.si(own),
                        s.columns().get(c).unit(), Units.si(mean));
            }
        }
        return most;
    }

    private static String trend(Structure s, Structure.Trend t) {
        String where = t.whole() ? "over the whole run"
                : String.format(Locale.ROOT, "from %s to %s", length(s, t.from()), length(s, t.to()));
        Structure.Column column = s.columns().get(t.column());
        return String.format(Locale.ROOT, "%s %s %s: %s to %s %s, by a factor of %.3g [%.3g, %.3g]", column.event(),
                t.end() > t.start() ? "rises" : "falls", where, Units.si(t.start()), Units.si(t.end()), column.unit(),
                t.end() / t.start(), t.low(), t.high());
    }

    /** Returns a length of which small differences matter. */
    private static String period(Structure s, double length) {
        return s.unit().equals("s") && length >= 0.1 && length < 1 ? String.format(Locale.ROOT, "%.0f ms", length * 1e3)
                : length(s, length);
    }

    /** Returns a length on the run's axis, with its unit. */
    public static String length(Structure s, double length) {
        return length(s.axis(), length);
    }

    /** Returns a length on an axis, with its unit. */
    public static String length(Axis axis, double length) {
        return axis.unit().equals("s") ? Units.seconds(length) : Units.si(length * 1e6) + " instructions";
    }
}
