package runbench.report.compare;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Direction;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.Pairing;
import runbench.parser.compare.PairsNeeded;
import runbench.parser.compare.RatioInterval;
import runbench.parser.compare.RatioVerdict;

/** Ratios in words and digits: as many as the interval allows. */
final class RatioText {
    private static final int MOST_DECIMALS = 5;

    private RatioText() {
    }

    /** The verdict on the primary quantity as a sentence: who won, by how much, and how sure. */
    static String headline(Comparison c) {
        MetricComparison m = c.primary();
        String what = m.what().title();
        RatioInterval up = m.ratio().ratio() >= 1 ? m.ratio() : m.ratio().inverse();
        String more = m.ratio().ratio() >= 1 ? "B" : "A";
        String less = more.equals("B") ? "A" : "B";
        return switch (m.verdict()) {
            case SAME -> "A and B are the same in " + what + " within " + percent(c.margin()) + ": B/A = "
                    + withInterval(m.ratio());
            case INCONCLUSIVE -> m.ratio().low() == null
                    ? "No verdict: " + (c.runs() == 1 ? "one run" : c.runs() + " runs")
                            + " of each tell nothing about chance; " + what + " B/A = " + withInterval(m.ratio())
                    : "No verdict yet on " + what + ": B/A = " + withInterval(m.ratio());
            case BETTER, WORSE, HIGHER, LOWER ->
                m.what().time() ? less + " is " + withInterval(up) + " x as fast as " + more + " in " + what
                        : more + " has " + withInterval(up) + " x as much " + what + " as " + less
                                + (m.what().direction() == Direction.NEITHER ? "" : ": B is " + m.verdict().label());
        };
    }

    /** "1.034 (1.032-1.037)". */
    static String withInterval(RatioInterval r) {
        if (r.low() == null) {
            return decimals(r.ratio(), 3);
        }
        int digits = Math.max(1, digits((r.high() - r.low()) / 2));
        return decimals(r.ratio(), digits) + " (" + decimals(r.low(), digits) + "-" + decimals(r.high(), digits) + ")";
    }

    /**
     * B/A - 1 in percent, without the sign of percent, for a terminal: "+3.41", and its interval: "+3.2..+3.7", empty
     * where there is none.
     */
    static String[] change(RatioInterval r) {
        double middle = 100 * (r.ratio() - 1);
        if (r.low() == null) {
            return new String[]{signed(middle, 1), ""};
        }
        int digits = Math.max(1, Math.min(digits(50 * (r.high() - r.low())), 3));
        return new String[]{signed(middle, digits),
                signed(100 * (r.low() - 1), digits) + ".." + signed(100 * (r.high() - 1), digits)};
    }

    /** The same for pages, with a true minus. */
    static String[] printedChange(RatioInterval r) {
        return Arrays.stream(change(r)).map(RatioText::printed).toArray(String[]::new);
    }

    /** A change of so many percent, for pages. */
    static String printedChange(double ratio, int decimals) {
        return printed(signed(100 * (ratio - 1), decimals));
    }

    /** Half of a margin on both sides, for charts and pages: "±1 %". */
    static String printedMargin(double share) {
        return percent(share).replace("+-", "±");
    }

    /** Numbers with signs before them and nothing else. */
    private static String printed(String numbers) {
        return numbers.replace('-', '−');
    }

    /** Decimals that show the first digit of half an interval. */
    private static int digits(double half) {
        return half <= 0 ? 1 : (int) Math.max(0, Math.min(MOST_DECIMALS, -Math.floor(Math.log10(half))));
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

    /** A p value; never 0. */
    static String p(Double p) {
        return p == null ? "-" : p < 0.001 ? "<.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /** What is missing for a verdict; empty text where there is one. */
    static String missing(Comparison c, MetricComparison m) {
        if (m.verdict() != RatioVerdict.INCONCLUSIVE || m.runsMore() == null) {
            return "";
        }
        String runs = c.pairing() == Pairing.INTERLEAVED ? "pairs" : "runs of each";
        return m.runsMore() >= PairsNeeded.MOST
                ? "more " + runs + " than anyone runs: the margin is too narrow for this noise"
                : "about " + m.runsMore() + " more " + runs;
    }
}
