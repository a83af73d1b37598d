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
}
