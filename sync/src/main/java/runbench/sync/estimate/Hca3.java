package runbench.sync.estimate;

/**
 * One hop of HCA3: the SKaMPI offset (middle of the tightest bounds) of each burst, least squares for the rate, and
 * an intercept recomputed from the last burst.
 */
public final class Hca3 implements Estimator {
    @Override
    public String name() {
        return "hca3";
    }

    @Override
    public String source() {
        return "Hunold, Carpen-Amarie: Hierarchical clock synchronization in MPI, CLUSTER 2018, section III"
                + " (SKaMPI-Offset, LEARN_CLOCK_MODEL, intercept recomputed)";
    }

    @Override
    public ClockLine fit(Probes p) {
        BurstEnvelope e = BurstEnvelope.beyond(ClockLine.ZERO, p);
        double slope = Fits.leastSquares(e.x(), e.mid()).slope();
        int last = e.x().length - 1;
        return ClockLine.through(e.x()[last], e.mid()[last], slope);
    }
}
