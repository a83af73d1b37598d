package runbench.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import runbench.base.quantity.Numbers;
import runbench.parser.series.RateBase;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable;

/** Formats numbers and headings in tables and cards of pages. */
final class PageNumbers {
    static final String UNKNOWN = "–";
    private static final String SHARE = "share";

    private PageNumbers() {
    }

    static String value(PageMetric.Kind kind, double value, int digits) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        return switch (kind) {
            case RATE -> Numbers.si(value, digits, "");
            case RATIO -> ratio(value, digits);
            case SHARE -> Numbers.percent(value);
        };
    }

    private static String ratio(double value, int digits) {
        double size = BigDecimal.valueOf(Math.abs(value)).round(new MathContext(digits)).doubleValue();
        return size >= 1000 ? Numbers.si(value, digits, "")
                : Numbers.fixed(value,
                        size == 0 ? 0 : Math.min(9, Math.max(0, digits - 1 - (int) Math.floor(Math.log10(size)))));
    }

    /** Returns the number format of a unit. */
    static PageMetric.Kind kind(String unit) {
        return unit.equals(SHARE) ? PageMetric.Kind.SHARE
                : RateBase.isRate(unit) || unit.contains("/10⁶") ? PageMetric.Kind.RATE : PageMetric.Kind.RATIO;
    }

    /** Returns the printed unit; a share has none, because it is a percentage. */
    static String unit(String unit) {
        return unit.equals(SHARE) ? "" : unit;
    }

    static String heading(String name, String unit) {
        return unit(unit).isEmpty() ? name : name + " (" + unit + ")";
    }

    static String percent(double share) {
        return !Double.isFinite(share) ? UNKNOWN
                : Numbers
                        .percent(share < 1 ? share : BigDecimal.valueOf(share).round(new MathContext(3)).doubleValue());
    }

    /** Returns a share for sentences: whole percents above ten. */
    static String roughly(double share) {
        return Numbers.percent(share > 0.1 ? Math.round(share * 100) / 100.0 : share);
    }

    static PageTable.Column text(String heading) {
        return new PageTable.Column(heading, false);
    }

    static PageTable.Column number(String heading) {
        return new PageTable.Column(heading, true);
    }
}
