package runbench.sync.exchange;

import java.math.BigDecimal;
import java.math.RoundingMode;
import runbench.base.error.RunbenchException;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.XchgFile.Row;

/**
 * A known clock injected into a recording whose two ends shared one clock. At reference time t the node's clock leads
 * by {@code offsetNanos + ppm * 1e-6 * (t - epochNanos)}.
 *
 * @param offsetNanos lead of the node at the epoch, ns
 * @param ppm rate of the node's clock, parts per million; positive if it is fast
 * @param epochNanos reference time at which the offset holds, ns
 */
public record Injection(long offsetNanos, double ppm, long epochNanos) {
    /** Largest rate that the guaranteed interval allows, ppm. */
    private static final double MAX_PPM = 1000;
    /** Number of digits of any long. A larger exponent is rejected before it is written out. */
    private static final int MAX_DIGITS = 19;

    public Injection {
        if (!(Math.abs(ppm) <= MAX_PPM)) {
            throw RunbenchException
                    .badInput("a clock fast by " + ppm + " ppm: no computer's is off by more than " + (int) MAX_PPM
                            + " ppm")
                    .remedy("For a node 2.5 ms ahead and 40 ppm fast: --inject 2500000,40");
        }
    }

    /**
     * Parses {@code OFFSET_NS,PPM}; the epoch is the first stamp of {@code e}.
     *
     * @throws RunbenchException if the text has another form
     */
    public static Injection parse(String text, Exchanges e, Stamps stamps) {
        String[] part = text.split(",", -1);
        try {
            if (part.length != 2) {
                throw new NumberFormatException("expected two numbers");
            }
            BigDecimal written = new BigDecimal(part[0].trim());
            if (written.precision() - (long) written.scale() > MAX_DIGITS) {
                throw new NumberFormatException("too large");
            }
            long offset = written.setScale(0, RoundingMode.HALF_EVEN).longValueExact();
            double ppm = Double.parseDouble(part[1].trim());
            return new Injection(offset, ppm, e.size() == 0 ? 0 : e.sent(stamps, 0));
        } catch (ArithmeticException | NumberFormatException bad) {
            throw RunbenchException.badInput("--inject " + text + ": not OFFSET_NS,PPM (" + bad.getMessage() + ")")
                    .remedy("For a node 2.5 ms ahead and 40 ppm fast: --inject 2500000,40")
                    .causedBy(bad);
        }
    }

    /** Returns the node's true offset at reference time {@code nanos}, relative to {@link #offsetNanos}, ns. */
    public double drifted(long nanos) {
        return ppm * 1e-6 * (nanos - epochNanos);
    }

    /**
     * Returns the node's clock at reference time {@code nanos}, ns.
     *
     * @throws RunbenchException if the result is more than 126 years from zero
     */
    public long apply(long nanos) {
        long planted;
        try {
            planted = Math.addExact(Math.addExact(nanos, offsetNanos), Math.round(drifted(nanos)));
        } catch (ArithmeticException tooFar) {
            planted = Long.MAX_VALUE;
        }
        if (Math.abs(planted) > Row.MAX_STAMP_NANOS) {
            throw RunbenchException
                    .badInput("a clock " + offsetNanos + " ns ahead would show a time more than 126 years from zero")
                    .remedy("Plant a smaller offset: --inject 2500000,40");
        }
        return planted;
    }

    /** Returns the recording with this clock on the node's side. */
    public Exchanges apply(Exchanges e) {
        Exchanges.Builder out = Exchanges.builder();
        long[] row = new long[8];
        for (int i = 0; i < e.size(); i++) {
            for (Stamps stamps : Stamps.values()) {
                for (int position = 1; position <= 4; position++) {
                    long stamp = e.stamp(stamps, position, i);
                    boolean remote = position == 2 || position == 3;
                    row[Exchanges.column(stamps, position)] = remote && stamp != Exchanges.MISSING ? apply(stamp)
                            : stamp;
                }
            }
            out.add(e.burst(i), e.seq(i), row);
        }
        return out.build();
    }
}
