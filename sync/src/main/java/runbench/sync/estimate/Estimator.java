package runbench.sync.estimate;

import runbench.sync.estimate.Resampling.Jackknife;

/** A method that estimates a node's lead over the reference from recorded exchanges; a pure function. */
public interface Estimator {
    /** Returns the method's name as the option {@code --method} takes it. */
    String name();

    /** Returns the method's publication: authors, title, section. */
    String source();

    /**
     * Returns the lead as a line.
     *
     * @param probes at least one exchange, without warm-up
     */
    ClockLine fit(Probes probes);

    /**
     * Returns the line and its statistical errors.
     *
     * @param probes at least one exchange, without warm-up
     * @param x moment at which the error of the lead holds, ns since the origin
     */
    default Fit fitWithErrors(Probes probes, double x) {
        Jackknife errors = Jackknife.of(probes, this, x);
        return new Fit(fit(probes), errors.lead(), errors.slope());
    }

    /**
     * A fitted line and its statistical errors.
     *
     * @param line the lead
     * @param lead standard error of the lead at the requested moment, ns; NaN if unknown
     * @param slope standard error of the slope, ns per ns; NaN if unknown
     */
    record Fit(ClockLine line, double lead, double slope) {}

    /**
     * A node's clock minus the reference's as a straight line {@code offset + slope * x}. {@link Probes} defines origin
     * and base.
     *
     * @param offset lead at x = 0, ns relative to the base
     * @param slope rate, ns per ns
     */
    record ClockLine(double offset, double slope) {
        public static final ClockLine ZERO = new ClockLine(0, 0);

        public double at(double x) {
            return offset + slope * x;
        }

        public ClockLine plus(ClockLine other) {
            return new ClockLine(offset + other.offset, slope + other.slope);
        }

        /** Returns the line through (x, y) with the given slope. */
        public static ClockLine through(double x, double y, double slope) {
            return new ClockLine(y - slope * x, slope);
        }

        /** Returns the line through two points; a level line through their mean if they have the same x. */
        public static ClockLine through(double xa, double ya, double xb, double yb) {
            return xa == xb ? new ClockLine((ya + yb) / 2, 0) : through(xa, ya, (yb - ya) / (xb - xa));
        }
    }
}
