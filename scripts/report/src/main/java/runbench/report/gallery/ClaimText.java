package runbench.report.gallery;

import java.util.Locale;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.claim.Characterization;
import runbench.parser.claim.Claim;
import runbench.parser.claim.ClaimDoubt;
import runbench.parser.claim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.structure.Structure;
import runbench.report.text.StructureText;

/** Claims, and what stands against them, in words. */
final class ClaimText {
    private ClaimText() {
    }

    /** What is said. */
    static String said(Claim c) {
        return switch (c.kind()) {
            case REPEATS ->
                "repeats " + times(c) + (c.periodS() == null ? "" : ", every " + Numbers.si(c.periodS(), 3, "s"));
            case STAGES -> number(c) + " parts";
            case ALTERNATES -> "a high and a low rate take turns";
            case SHORT_HIGH -> "short high zones between longer low ones";
            case LENGTHENS -> "a pattern takes longer each time";
            case RISES -> "rises to the end";
            case SETTLES -> "the same from some time on";
        };
    }

    private static String number(Claim c) {
        return c.least() == c.most() ? String.valueOf(c.least()) : c.least() + " to " + c.most();
    }

    private static String times(Claim c) {
        return c.most() == 1 ? "once" : number(c) + " times";
    }

    /** What was found. @param structure of the run; null where there is none */
    static String found(JudgedClaim judged, Structure structure) {
        JudgedClaim.Found f = judged.found();
        boolean looked = f != null || judged.verdict() != ClaimVerdict.CANNOT_BE_COMPARED
                || judged.doubts().contains(ClaimDoubt.OTHER_EVENTS_SILENT);
        if (structure == null || !looked) {
            return "–";
        }
        return switch (judged.claim().kind()) {
            case REPEATS -> f == null ? "no repetition"
                    : String.format(Locale.ROOT, "%,d times, every %s", f.number(),
                            StructureText.length(structure, f.first()));
            case STAGES -> f == null ? "no parts"
                    : f.number() == 1 ? "one part" : String.format(Locale.ROOT, "%,d parts", f.number());
            case ALTERNATES,
                    SHORT_HIGH ->
                f == null ? "no turns"
                        : String.format(Locale.ROOT, "%,d turn%s: high %s, low %s", f.number(),
                                f.number() == 1 ? "" : "s", StructureText.length(structure, f.first()),
                                StructureText.length(structure, f.last()));
            case LENGTHENS -> f == null ? "no repetition"
                    : String.format(Locale.ROOT, "%,d times, from %s to %s", f.number(),
                            StructureText.length(structure, f.first()), StructureText.length(structure, f.last()));
            case RISES -> f == null ? "no trend" : "from " + Units.si(f.first()) + " to " + Units.si(f.last());
            case SETTLES -> f == null ? "no parts"
                    : String.format(Locale.ROOT, "%,d parts, the last from %s", f.number(),
                            StructureText.length(structure, f.first()));
        };
    }

    /** Of one doubt. */
    static String why(ClaimDoubt doubt, Characterization text) {
        return switch (doubt) {
            case NOT_RUN -> "nothing runs here in its place";
            case NOT_ENDED -> "its run has not come to its end";
            case RUN_FAILED -> "its run failed";
            case NOT_ANALYSED -> "its folder holds no summary that tells of structure: runbench parse makes one";
            case TOO_SHORT -> "too few samples to look for it";
            case NOTHING_VARIES -> "no rate that was counted varies";
            case OTHER_PROGRAM -> "another program";
            case OTHER_INPUT -> "another input";
            case EVENT_NOT_COUNTED -> text.event() + " was not counted, and only that could tell";
            case OTHER_EVENTS_SILENT -> text.event() + " was not counted, and other events do not show it";
            case OTHER_EVENTS -> text.event() + " was not counted; other events show it";
            case RATES_ALIKE -> "what takes turns has rates less than 10 % apart";
            case TOO_FEW_TIMES -> "a pattern that comes fewer than " + Structure.LEAST_REPETITIONS
                    + " times cannot be told from chance: it is not looked for";
            case NO_TIME -> "along instructions, which are no times";
        };
    }

    /** Of all of them, with what ran. */
    static String why(ShownGallery.Row row) {
        ShownGallery.Exhibit e = row.exhibit();
        return row.doubts().stream().map(d -> switch (d) {
            case NOT_RUN -> e.absence() == null ? why(d, e.text()) : e.absence();
            case RUN_FAILED -> "its run failed: " + row.run().reason();
            case OTHER_PROGRAM ->
                e.text().relative().isEmpty() ? why(d, e.text()) : "in its place: " + e.text().relative();
            default -> why(d, e.text());
        }).collect(Collectors.joining("; "));
    }
}
