package runbench.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Units;
import runbench.parser.structure.Structure;

/** What was found in a run's counters, in sentences: one a line, what repeats first. */
public final class StructureText {
    private static final String ROW = "  %-22s %s%n";
    private static final int PHASES = 4;
    private static final int TRENDS = 3;

    private StructureText() {
    }

    /** @param structure null where it was not looked for: then nothing is printed */
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

    /** At least one: that nothing was found is a finding too. */
    public static List<String> sentences(Structure s) {
        List<String> out = new ArrayList<>();
        s.repetitions().forEach(r -> out.add(repetition(s, r)));
        if (s.phases().size() > 1) {
            out.addAll(phases(s));
        } else if (!s.changePoints().isEmpty()) {
            out.add(String.format(Locale.ROOT,
                    "rates change at %d point%s, but its parts are alike: no separate phases (structure.csv has the parts)",
                    s.changePoints().size(), s.changePoints().size() == 1 ? "" : "s"));
        }
        s.trends()
                .stream()
                .sorted(Comparator.comparing(Structure.Trend::whole)
                        .reversed()
                        .thenComparing(Comparator.comparingDouble(Structure.Trend::excess).reversed()))
                .limit(TRENDS)
                .forEach(t -> out.add(trend(s, t)));
        if (out.isEmpty()) {
            out.add(none(s));
        }
        return out;
    }

    private static String none(Structure s) {
        return switch (s.verdict()) {
            case TOO_SHORT -> String.format(Locale.ROOT,
                    "too short to look for any: %d sampling period%s in the run; sample more often (--period)",
                    s.resolution().fineBins(), s.resolution().fineBins() == 1 ? "" : "s");
            case NOTHING_VARIES -> "none to be found: no counted rate varies";
            case NONE, FOUND -> String.format(Locale.ROOT,
                    "no structure found at this resolution (%d bins of %s; nothing shorter than %s can be told)",
                    s.resolution().bins(), length(s, s.resolution().bin()),
                    length(s, s.resolution().shortestSegment()));
        };
    }

    private static String repetition(Structure s, Structure.Repetition r) {
        String every = r.drift() == null
                ? String.format(Locale.ROOT, "every %s [%s, %s]", length(s, r.period()), length(s, r.low()),
                        length(s, r.high()))
                : String.format(Locale.ROOT, "%s from %s to %s",
                        r.drift().last() > r.drift().first() ? "more slowly each time:" : "faster each time:",
                        length(s, r.drift().first()), length(s, r.drift().last()));
        String where = r.to() - r.from() > 0.95 * s.resolution().length() ? ""
                : String.format(Locale.ROOT, ", from %s to %s", length(s, r.from()), length(s, r.to()));
        String vary = r.variation() >= 0.005
                ? String.format(Locale.ROOT, "; lengths vary by %s", Units.percent(r.variation()))
                : "";
        return String.format(Locale.ROOT, "repeats %,d times, %s%s%s", r.count(), every, where, vary);
    }

    private static List<String> phases(Structure s) {
        List<Structure.RecurringPhase> byTime = s.phases()
                .stream()
                .sorted(Comparator.comparingDouble(Structure.RecurringPhase::share).reversed())
                .toList();
        List<String> out = new ArrayList<>();
        for (Structure.RecurringPhase p : byTime.stream().limit(PHASES).toList()) {
            out.add(String.format(Locale.ROOT, "phase %s: %s, %s of the %s%s", p.name(),
                    p.times() == 1 ? "once" : String.format(Locale.ROOT, "%,d times", p.times()),
                    Units.percent(p.share()), s.unit().equals("s") ? "time" : "instructions", distinct(s, p)));
        }
        if (byTime.size() > PHASES) {
            out.add(String.format(Locale.ROOT, "and %d phases more (summary.json, structure.csv)",
                    byTime.size() - PHASES));
        }
        return out;
    }

    /** The rate by which a phase differs most from the mean of the run. */
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
        return String.format(Locale.ROOT, "%s %s %s: %s to %s %s", column.event(),
                t.end() > t.start() ? "rises" : "falls", where, Units.si(t.start()), Units.si(t.end()), column.unit());
    }

    /** A length on the run's axis, with its unit. */
    public static String length(Structure s, double length) {
        return s.unit().equals("s") ? Units.seconds(length) : Units.si(length * 1e6) + " instructions";
    }
}
