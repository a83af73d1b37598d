package runbench.report.compare;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.MetricComparison.RatioInterval;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.PairsNeeded;
import runbench.parser.compare.RatioVerdict;

/** Formats ratios in words and digits, with the precision that the interval supports. */
final class RatioText {
    private static final int MAX_DECIMALS = 5;

    private RatioText() {
    }

    /** Returns the verdict on the primary quantity as a sentence: direction, ratio and interval. */
    static String headline(Comparison c) {
        MetricComparison m = c.primary();
        String what = m.what().title();
        RatioInterval atLeastOne = m.ratio().ratio() >= 1 ? m.ratio() : m.ratio().inverse();
        String nameA = c.a().name();
        String nameB = c.b().name();
        String larger = m.ratio().ratio() >= 1 ? nameB : nameA;
        String smaller = m.ratio().ratio() >= 1 ? nameA : nameB;
        String quotient = nameB + "/" + nameA;
        return switch (m.verdict()) {
            case SAME -> nameA + " and " + nameB + " are the same in " + what + " within " + percent(c.margin()) + ": "
                    + quotient + " = " + withInterval(m.ratio());
            case INCONCLUSIVE ->
                m.ratio().low() == null ? "No verdict: " + (c.runs() == 1 ? "one run" : c.runs() + " runs")
                        + " per side cannot exclude chance; " + what + " " + quotient + " = " + withInterval(m.ratio())
                        : "No verdict yet on " + what + ": " + quotient + " = " + withInterval(m.ratio());
            case BETTER, WORSE, HIGHER,
                    LOWER ->
                m.what().time()
                        ? smaller + " is " + withInterval(atLeastOne) + " x as fast as " + larger + " in " + what
                        : larger + " has " + withInterval(atLeastOne) + " x as much " + what + " as " + smaller
                                + (m.what().direction() == Direction.NEITHER ? ""
                                        : ": " + nameB + " is " + m.verdict().label());
        };
    }

    /**
     * Returns the verdict on one of several programs as a sentence. It states the ratio of the table, also if the
     * program is better.
     */
    static String verdict(Comparison c) {
        MetricComparison m = c.primary();
        return m.verdict().different() && m.what().time() ? c.b().name() + " takes " + withInterval(m.ratio())
                + " x as long as " + c.a().name() + " in " + m.what().title() : headline(c);
    }

    /** Returns the word for the n-th runs of all programs: "pairs" of two, "rounds" of several. */
    static String rounds(Comparison c) {
        return c.simultaneous() == 1 ? "pairs" : "rounds";
    }

    /**
     * Returns a ratio with its interval, for example "1.034 (1.032-1.037)"; with all decimals and without an interval
     * if all runs have the same ratio.
     */
    static String withInterval(RatioInterval r) {
        if (r.low() == null) {
            return decimals(r.ratio(), 3);
        }
        if (r.low().equals(r.high())) {
            return decimals(r.ratio(), MAX_DECIMALS);
        }
        int digits = Math.max(1, digits((r.high() - r.low()) / 2));
        return decimals(r.ratio(), digits) + " (" + decimals(r.low(), digits) + "-" + decimals(r.high(), digits) + ")";
    }

    /**
     * Returns B/A - 1 in percent without the percent sign, for a terminal, for example "+3.41", and its interval, for
     * example "+3.2..+3.7" (empty without an interval, "all runs" if all have the same ratio).
     */
    static String[] change(RatioInterval r) {
        double middle = 100 * (r.ratio() - 1);
        if (r.low() == null) {
            return new String[]{signed(middle, 1), ""};
        }
        if (r.low().equals(r.high())) {
            return new String[]{signed(middle, middle == 0 ? 1 : 3), "all runs"};
        }
        int digits = Math.max(1, Math.min(digits(50 * (r.high() - r.low())), 3));
        return new String[]{signed(middle, digits),
                signed(100 * (r.low() - 1), digits) + ".." + signed(100 * (r.high() - 1), digits)};
    }

    /** Returns {@link #change} for pages, with a true minus sign. */
    static String[] printedChange(RatioInterval r) {
        return Arrays.stream(change(r)).map(RatioText::printed).toArray(String[]::new);
    }

    /** Returns a change in percent, for pages. */
    static String printedChange(double ratio, int decimals) {
        return printed(signed(100 * (ratio - 1), decimals));
    }

    /** Returns a symmetric margin for charts and pages, for example "±1 %". */
    static String printedMargin(double share) {
        return percent(share).replace("+-", "±");
    }

    /** Replaces hyphens by minus signs; the text must contain only signed numbers. */
    private static String printed(String numbers) {
        return numbers.replace('-', '−');
    }

    /** Returns the number of decimals that shows the first digit of half an interval. */
    private static int digits(double half) {
        return half <= 0 ? 1 : (int) Math.max(0, Math.min(MAX_DECIMALS, -Math.floor(Math.log10(half))));
    }

    private static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String signed(double value, int digits) {
        return String.format(Locale.ROOT, "%+." + digits + "f", value);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "+-%s %%",
                new BigDecimal(Double.toString(share)).movePointRight(2).stripTrailingZeros().toPlainString());
    }

    /** Returns a p-value; never 0. */
    static String p(Double p) {
        return p == null ? "-" : p < 0.001 ? "<.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /** Returns what a verdict still requires; empty if there is a verdict. */
    static String missing(Comparison c, MetricComparison m) {
        if (m.verdict() != RatioVerdict.INCONCLUSIVE || m.runsMore() == null) {
            return "";
        }
        String runs = c.pairing() == Pairing.INTERLEAVED ? rounds(c) : "runs of each";
        return tooNoisy(c, m) ? "too noisy here to decide about " + percent(c.margin())
                : "about " + m.runsMore() + " more " + runs + " needed for a verdict";
    }

    /** Returns whether no practical number of pairs decides. */
    static boolean tooNoisy(Comparison c, MetricComparison m) {
        return m.runsMore() != null && c.runs() + m.runsMore() > PairsNeeded.MAX_PAIRS;
    }

    /** Returns the uncertainty that the runs leave, for example "10 pairs resolve +-4.2 %". */
    static String resolved(Comparison c, MetricComparison m) {
        double half = Math.sqrt(m.ratio().high() / m.ratio().low()) - 1;
        return c.runs() + (c.pairing() == Pairing.INTERLEAVED ? " " + rounds(c) : " runs") + " resolve +-"
                + decimals(100 * half, digits(100 * half)) + " %";
    }
}
