package runbench.sync.estimate;

/** A way to find a node's lead over the reference from recorded exchanges: a pure function. */
public interface Estimator {
    /** What a person types after {@code --method}. */
    String name();

    /** Where the method was published: authors, title, section. */
    String source();

    /** The lead as a line; {@code probes} holds at least one exchange and no warm-up. */
    ClockLine fit(Probes probes);

    /**
     * The line and its statistical errors.
     *
     * @param x moment for which the error of the lead is asked, ns since the origin
     */
    default Fit fitWithErrors(Probes probes, double x) {
        Jackknife errors = Jackknife.of(probes, this, x);
        return new Fit(fit(probes), errors.lead(), errors.slope());
    }
}
