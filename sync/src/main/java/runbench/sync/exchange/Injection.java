package runbench.sync.exchange;

import java.math.BigDecimal;
import java.math.RoundingMode;
import runbench.base.error.RunbenchException;

/**
 * A known clock planted into a recording whose two ends shared one clock: what the node would have stamped had its
 * clock been ahead by {@code offsetNanos + ppm * 1e-6 * (t - epochNanos)} at reference time t.
 *
 * @param offsetNanos ns that the node is ahead at the epoch
 * @param ppm parts per million by which the node's clock is fast
 * @param epochNanos reference time at which the offset holds
 */
public record Injection(long offsetNanos, double ppm, long epochNanos) {
    /** What the guaranteed interval allows for. */
    private static final double MOST_PPM = 1000;
    /** Digits before the point of any long; a larger exponent would first be written out. */
    private static final int LONGEST = 19;

    public Injection {
        if (!(Math.abs(ppm) <= MOST_PPM)) {
            throw RunbenchException
                    .badInput("a clock fast by " + ppm + " ppm: no computer's is off by more than " + (int) MOST_PPM
                            + " ppm")
                    .remedy("For a node 2.5 ms ahead and 40 ppm fast: --inject 2500000,40");
        }
    }

    /** Reads {@code OFFSET_NS,PPM}, the epoch being the first stamp of {@code e}. */
    public static Injection parse(String text, Exchanges e, Stamps stamps) {
        String[] part = text.split(",", -1);
        try {
            if (part.length != 2) {
                throw new NumberFormatException("expected two numbers");
            }
            BigDecimal written = new BigDecimal(part[0].trim());
            if (written.precision() - (long) written.scale() > LONGEST) {
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

    /** True offset of the node at reference time {@code nanos}, beyond {@link #offsetNanos}, ns. */
    public double drifted(long nanos) {
        return ppm * 1e-6 * (nanos - epochNanos);
    }

    /** What the node's clock shows at reference time {@code nanos}. */
    public long apply(long nanos) {
        long planted;
        try {
            planted = Math.addExact(Math.addExact(nanos, offsetNanos), Math.round(drifted(nanos)));
        } catch (ArithmeticException tooFar) {
            planted = Long.MAX_VALUE;
        }
        if (Math.abs(planted) > Row.LARGEST_STAMP) {
            throw RunbenchException
                    .badInput("a clock " + offsetNanos + " ns ahead would show a time more than 126 years from zero")
                    .remedy("Plant a smaller offset: --inject 2500000,40");
        }
        return planted;
    }

    /** The recording with this clock on the node's side. */
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
