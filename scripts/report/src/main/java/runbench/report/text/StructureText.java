package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.parser.structure.Structure;

/** Describes the structure of a run in sentences, one per line, repetitions first. */
public final class StructureText {
    private static final String ROW = "  %-22s %s%n";
    private static final int MAX_PHASES = 4;
    private static final int MAX_TRENDS = 3;

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
            out.printf(Locale.ROOT, ROW, head, sentence);
            head = "";
        }
    }

    /** Returns at least one sentence; the absence of structure is also a finding. */
    public static List<String> sentences(Structure s) {
        List<String> out = new ArrayList<>();
        s.repetitions().forEach(r -> out.add(repetition(s, r)));
        if (s.phases().size() > 1) {
            out.addAll(phases(s));
        } else if (!s.changePoints().isEmpty()) {
            out.add(String.format(Locale.ROOT,
                    "rates change at %d point%s, but the parts are similar: no separate phases (parts: structure.csv)",
                    s.changePoints().size(), s.changePoints().size() == 1 ? "" : "s"));
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
            case TOO_SHORT -> String.format(Locale.ROOT,
                    "run too short to find structure: %d sampling period%s; use a shorter --period",
                    s.resolution().fineBins(), s.resolution().fineBins() == 1 ? "" : "s");
            case NOTHING_VARIES -> "no structure: no counted rate varies";
            case NONE,
                    FOUND ->
                String.format(Locale.ROOT,
                        "no structure found at this resolution (%d bins of %s; shortest detectable length %s)",
                        s.resolution().bins(), length(s, s.resolution().bin()),
                        length(s, s.resolution().shortestSegment()));
        };
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
        String vary = r.variation() >= 0.005
                ? String.format(Locale.ROOT, "; lengths vary by %s", Units.percent(r.variation()))
                : "";
        String groups = r.groups() == 1 ? "" : String.format(Locale.ROOT, ", in %,d groups", r.groups());
        return String.format(Locale.ROOT, "repeats %,d times, %s%s%s%s", r.count(), every, groups, where, vary);
    }

    private static List<String> phases(Structure s) {
        List<Structure.RecurringPhase> shown = s.visiblePhases().stream().limit(MAX_PHASES).toList();
        String unit = s.unit().equals("s") ? "time" : "instructions";
        List<String> out = new ArrayList<>();
        for (Structure.RecurringPhase p : shown) {
            out.add(String.format(Locale.ROOT, "phase %s: %s, %s of the %s%s", p.name(),
                    p.times() == 1 ? "once" : String.format(Locale.ROOT, "%,d times", p.times()),
                    Units.percent(p.share()), unit, distinct(s, p)));
        }
        int others = s.phases().size() - shown.size();
        if (others > 0) {
            double share = 1 - shown.stream().mapToDouble(Structure.RecurringPhase::share).sum();
            out.add(String.format(Locale.ROOT, "%d other phase%s: together %s of the %s (structure.csv)", others,
                    others == 1 ? "" : "s", Units.percent(Math.max(0, share)), unit));
        }
        return out;
    }

    /** Returns the rate by which a phase differs most from the mean of the run. */
    private static String distinct(Structure s, Structure.RecurringPhase p) {
        String most = "";
        double furthest = Math.log(1.1);
        for (int c = 0; c < s.columns().size(); c++) {
            double mean = 0;
            for (Structure.RecurringPhase other : s.phases()) {
                mean += other.rates().get(c) == null ? 0 : other.rates().get(c) * other.share();
            }
            Double own = p.rates().get(c);
            if (own != null && own > 0 && mean > 0 && Math.abs(Math.log(own / mean)) > furthest) {
                furthest = Math.abs(Math.log(own / mean));
                most = String.format(Locale.ROOT, "; %s %s %s (run: %s)", s.columns().get(c).event(), Units.si(own),
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
        return s.unit().equals("s") ? Units.seconds(length) : Units.si(length * 1e6) + " instructions";
    }
}
