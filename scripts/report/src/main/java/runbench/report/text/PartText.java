package runbench.report.text;

import java.io.PrintWriter;
import java.util.Locale;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.parser.window.PartSummary;

/** Prints statistics of a part of a run. */
public final class PartText {
    private PartText() {
    }

    public static void print(PartSummary p, PrintWriter out) {
        out.println(Printable.line(p.benchmark()));
        out.printf("  part of the run: %s, %s of its %s; totals of the run: omit --from, --to, --phase%n",
                p.window().words(p.axis()), Units.percent(p.share()), p.axis().label());
        out.printf(Locale.ROOT, "  %s, %,d samples%n",
                p.instructions() != null ? Units.si(p.instructions()) + " instructions"
                        : Units.seconds(p.lengthS()) + " long, " + Units.seconds(p.runS()) + " running",
                p.samples());
        for (PartSummary.PartEvent e : p.events()) {
            String rate = e.meanRate() == null ? "" : "   mean " + Units.si(e.meanRate()) + " " + e.rateUnit();
            String peak = e.peakRate() == null ? "" : ", peak " + Units.si(e.peakRate());
            String estimate = e.shareMeasured() < 0.99
                    ? " (scaled estimate: counted " + Units.percent(e.shareMeasured()) + " of the time)"
                    : "";
            out.printf(Locale.ROOT, "  %-22s %,.0f %s%s%s%s%n", Printable.line(e.name()), e.count(), e.unit(), estimate,
                    rate, peak);
        }
        for (PartSummary.PartMetric m : p.metrics()) {
            out.printf("  %-22s %s%n", m.name(),
                    m.unit().equals("share") ? Units.percent(m.value()) : Units.si(m.value()) + " " + m.unit());
        }
    }
}
