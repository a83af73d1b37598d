package runbench.report.gallery;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.claim.Claim;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim.ClaimVerdict;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.series.Axis;
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
                    ClaimText.claim(r.judged().claim()), ClaimText.found(r.judged(), r.run().axis()),
                    r.judged().verdict().label() + (marks.isEmpty() ? "" : " (" + marks + ")")));
        }
        out.println(TextTable.text(rows));
        out.println();
        Arrays.stream(ClaimDoubt.values())
                .filter(d -> all.stream().anyMatch(r -> r.doubts().contains(d)))
                .forEach(d -> out.println("  " + mark(d) + "  " + ClaimText.why(d)));
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
            return (c.event() == null ? "" : c.event() + ": ") + statement(c)
                    + (c.samplingS() == null ? "" : " (every " + Numbers.si(c.samplingS(), 3, "s") + ")");
        }

        private static String statement(Claim c) {
            return switch (c.kind()) {
                case REPEATS ->
                    "repeats " + times(c) + (c.periodS() == null ? "" : ", every " + Numbers.si(c.periodS(), 3, "s"));
                case STAGES -> number(c) + " parts";
                case ALTERNATES -> "alternates between a high and a low rate";
                case SHORT_HIGH -> "short high zones between longer low ones";
                case ROUGH_HIGH -> "high zones fluctuate more than low ones";
                case LENGTHENS -> "a repeated pattern becomes longer";
                case RISES -> "rises until the end";
                case SHRINKS -> "fluctuations become smaller";
                case SETTLES -> "constant from some time on";
                case BOUNDED -> "most rates within a factor of " + Numbers.si(c.factor(), 3, "");
                case INITIAL_PEAK -> "a peak at the beginning";
                case BEGINS_HIGH -> "the first part is higher than the rest";
                case ROUGHEST -> "part " + number(c) + " fluctuates most";
                case HIGHEST -> "part " + number(c) + " is the highest";
                case PEAKS -> Units.counted(c.most(), "peak") + " in the first half, above the second";
                case LASTS -> "lasts at least " + Numbers.si(c.least(), 3, "s");
            };
        }

        private static String number(Claim c) {
            return c.least() == c.most() ? String.valueOf(c.least()) : c.least() + " to " + c.most();
        }

        private static String times(Claim c) {
            return c.most() == 1 ? "once" : number(c) + " times";
        }

        /** Returns the finding; a dash without one. */
        static String found(JudgedClaim judged, Axis axis) {
            JudgedClaim.Found f = judged.found();
            if (judged.verdict() == ClaimVerdict.CANNOT_BE_COMPARED) {
                return "–";
            }
            return switch (judged.claim().kind()) {
                case REPEATS -> f == null ? "no repetition"
                        : String.format(Locale.ROOT, "%,d times, every %s", f.number(), length(axis, f.first()));
                case STAGES -> f == null ? "no parts" : Units.counted(f.number(), "part");
                case ALTERNATES,
                        SHORT_HIGH ->
                    f == null ? "no alternation"
                            : String.format(Locale.ROOT, "%s: high %s, low %s",
                                    Units.counted(f.number(), "alternation"), length(axis, f.first()),
                                    length(axis, f.last()));
                case ROUGH_HIGH -> f == null ? "no alternation"
                        : "by " + Units.si(f.first()) + " in high, " + Units.si(f.last()) + " in low zones";
                case LENGTHENS -> f == null ? "no repetition"
                        : String.format(Locale.ROOT, "%,d times, from %s to %s", f.number(), length(axis, f.first()),
                                length(axis, f.last()));
                case RISES, SHRINKS ->
                    f == null ? "no trend" : "from " + Units.si(f.first()) + " to " + Units.si(f.last());
                case SETTLES -> f == null ? "no such beginning" : "from " + length(axis, f.first());
                case BOUNDED -> "90 % from " + Units.si(f.first()) + " to " + Units.si(f.last());
                case INITIAL_PEAK -> "first up to " + Units.si(f.first()) + ", then " + Units.si(f.last());
                case BEGINS_HIGH -> f == null ? "one part" : Units.si(f.first()) + ", then " + Units.si(f.last());
                case ROUGHEST -> f == null ? "one part"
                        : "part " + f.number() + ": by " + Units.si(f.first()) + ", others " + Units.si(f.last());
                case HIGHEST -> f == null ? "one part" : "part " + f.number() + ": " + Units.si(f.first());
                case PEAKS -> f == null ? "no peak" : Units.counted(f.number(), "peak");
                case LASTS -> length(axis, f.first());
            };
        }

        private static String length(Axis axis, double length) {
            return StructureText.length(axis, length);
        }

        /** Returns one reservation. */
        static String why(ClaimDoubt doubt) {
            return switch (doubt) {
                case NOT_RUN -> "no program runs in its place on this machine";
                case NOT_IN_BATCH -> "not in this batch, although it can run here";
                case NOT_ENDED -> "its run has not ended";
                case RUN_FAILED -> "its run failed";
                case NOT_ANALYSED -> "its recording is missing or damaged";
                case TOO_SHORT -> "too few samples for the analysis";
                case NOTHING_VARIES -> "no counted rate varies";
                case OTHER_PROGRAM -> "another program";
                case OTHER_INPUT -> "another input";
                case EVENT_NOT_COUNTED -> "its event was not counted";
                case NO_TIME -> "over instructions, which are not time";
            };
        }

        /** Returns all reservations of a row, with the program that ran. */
        static String why(ShownGallery.Row row) {
            ShownGallery.Exhibit e = row.exhibit();
            return row.doubts().stream().map(d -> switch (d) {
                case NOT_RUN, NOT_IN_BATCH -> e.absence() == null ? why(d) : e.absence();
                case RUN_FAILED -> "its run failed: " + row.run().reason();
                case EVENT_NOT_COUNTED -> {
                    String event = row.judged().claim().event();
                    yield (event == null ? e.text().event() : event) + " was not counted";
                }
                default -> why(d);
            }).collect(Collectors.joining("; "));
        }
    }
}
