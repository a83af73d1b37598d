package runbench.report.gallery;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import runbench.parser.claim.Characterization;
import runbench.parser.claim.ClaimDoubt;
import runbench.parser.claim.ClaimVerdict;
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
                .collect(Collectors.joining(", "));
    }

    private static String mark(ClaimDoubt doubt) {
        return Character.toString('a' + doubt.ordinal());
    }
}
