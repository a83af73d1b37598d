package runbench.report.gallery;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.Claim;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.structure.Structure;
import runbench.report.text.StructureText;
import runbench.report.text.TextTable;

/** Prints the claims of a gallery as a table. */
public final class GalleryText {
    private GalleryText() {
    }

    /** Prints the table. Letters after a verdict refer to the reservations listed below it. */
    public static void print(ShownGallery gallery, PrintWriter out) {
        List<ShownGallery.Row> all = gallery.rows().toList();
        if (all.isEmpty()) {
            out.println("there are no claims about the benchmarks of " + gallery.folder());
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("benchmark", "run", "claim", "found", "verdict"));
        for (ShownGallery.Row r : all) {
            String marks = r.doubts().stream().map(GalleryText::mark).sorted().collect(Collectors.joining(","));
            rows.add(TextTable.row(r.exhibit().benchmark(), r.run().period().isEmpty() ? "–" : r.run().period(),
                    ClaimText.claim(r.judged().claim()), ClaimText.found(r.judged(), r.run().structure()),
                    r.judged().verdict().label() + (marks.isEmpty() ? "" : " (" + marks + ")")));
        }
        out.println(TextTable.text(rows));
        out.println();
        Characterization any = all.get(0).exhibit().text();
        Arrays.stream(ClaimDoubt.values())
                .filter(d -> all.stream().anyMatch(r -> r.doubts().contains(d)))
                .forEach(d -> out.println("  " + mark(d) + "  " + ClaimText.why(d, any)));
        out.println(totals(gallery));
    }

    static String totals(ShownGallery gallery) {
        return Arrays.stream(ClaimVerdict.values())
                .map(v -> gallery.count(v) + " " + v.label())
                .collect(Collectors.joining(", "))
                + (gallery.notInBatch() == 0 ? "" : "; " + gallery.notInBatch() + " not in this batch");
    }

    private static String mark(ClaimDoubt doubt) {
        return Character.toString('a' + doubt.ordinal());
    }

    /** Formats claims about benchmarks, findings and reservations. */
    static final class ClaimText {
        private ClaimText() {
        }

        /** Returns the claim. */
        static String claim(Claim c) {
            return switch (c.kind()) {
                case REPEATS ->
                    "repeats " + times(c) + (c.periodS() == null ? "" : ", every " + Numbers.si(c.periodS(), 3, "s"));
                case STAGES -> number(c) + " parts";
                case ALTERNATES -> "alternates between a high and a low rate";
                case SHORT_HIGH -> "short high zones between longer low ones";
                case LENGTHENS -> "a repeated pattern becomes longer";
                case RISES -> "rises until the end";
                case SETTLES -> "constant from some time on";
            };
        }

        private static String number(Claim c) {
            return c.least() == c.most() ? String.valueOf(c.least()) : c.least() + " to " + c.most();
        }

        private static String times(Claim c) {
            return c.most() == 1 ? "once" : number(c) + " times";
        }

        /**
         * Returns the finding.
         *
         * @param judged the claim with its verdict
         * @param structure structure of the run; null if there is none
         */
        static String found(JudgedClaim judged, Structure structure) {
            JudgedClaim.Found f = judged.found();
            boolean analysed = f != null || judged.verdict() != ClaimVerdict.CANNOT_BE_COMPARED
                    || judged.doubts().contains(ClaimDoubt.OTHER_EVENTS_SILENT);
            if (structure == null || !analysed) {
                return "–";
            }
            return switch (judged.claim().kind()) {
                case REPEATS -> f == null ? "no repetition"
                        : String.format(Locale.ROOT, "%,d times, every %s", f.number(),
                                StructureText.length(structure, f.first()));
                case STAGES -> f == null ? "no parts"
                        : f.number() == 1 ? "one part" : String.format(Locale.ROOT, "%,d parts", f.number());
                case ALTERNATES, SHORT_HIGH -> f == null ? "no alternation"
                        : String.format(Locale.ROOT, "%s: high %s, low %s", Units.counted(f.number(), "alternation"),
                                StructureText.length(structure, f.first()), StructureText.length(structure, f.last()));
                case LENGTHENS -> f == null ? "no repetition"
                        : String.format(Locale.ROOT, "%,d times, from %s to %s", f.number(),
                                StructureText.length(structure, f.first()), StructureText.length(structure, f.last()));
                case RISES -> f == null ? "no trend" : "from " + Units.si(f.first()) + " to " + Units.si(f.last());
                case SETTLES -> f == null ? "no parts"
                        : String.format(Locale.ROOT, "%,d parts, the last from %s", f.number(),
                                StructureText.length(structure, f.first()));
            };
        }

        /** Returns one reservation. */
        static String why(ClaimDoubt doubt, Characterization text) {
            return switch (doubt) {
                case NOT_RUN -> "no program runs in its place on this machine";
                case NOT_IN_BATCH -> "not in this batch, although it can run here";
                case NOT_ENDED -> "its run has not ended";
                case RUN_FAILED -> "its run failed";
                case NOT_ANALYSED -> "its folder contains no summary with structure: create one with runbench parse";
                case TOO_SHORT -> "too few samples for the analysis";
                case NOTHING_VARIES -> "no counted rate varies";
                case OTHER_PROGRAM -> "another program";
                case OTHER_INPUT -> "another input";
                case EVENT_NOT_COUNTED -> text.event() + " was not counted, and no other event shows it";
                case OTHER_EVENTS_SILENT -> text.event() + " was not counted, and other events do not show it";
                case OTHER_EVENTS -> text.event() + " was not counted; other events show it";
                case RATES_ALIKE -> "the alternating rates differ by less than 10 %";
                case TOO_FEW_TIMES -> "a pattern with fewer than " + Structure.MIN_REPETITIONS
                        + " occurrences is not distinguishable from chance, so the analysis ignores it";
                case NO_TIME -> "over instructions, which are not time";
            };
        }

        /** Returns all reservations of a row, with the program that ran. */
        static String why(ShownGallery.Row row) {
            ShownGallery.Exhibit e = row.exhibit();
            return row.doubts().stream().map(d -> switch (d) {
                case NOT_RUN, NOT_IN_BATCH -> e.absence() == null ? why(d, e.text()) : e.absence();
                case RUN_FAILED -> "its run failed: " + row.run().reason();
                case OTHER_PROGRAM ->
                    e.text().relative().isEmpty() ? why(d, e.text()) : "substitute: " + e.text().relative();
                default -> why(d, e.text());
            }).collect(Collectors.joining("; "));
        }
    }
}
