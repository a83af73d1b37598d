package runbench.sync.estimate;

/** Least squares through one fit point per burst, here the middle of the burst's envelope. */
public final class JonesKoenig implements Estimator {
    @Override
    public String name() {
        return "jones-koenig";
    }

    @Override
    public String source() {
        return "Jones, Koenig: Clock synchronization in high-end computing environments: a strategy for minimizing"
                + " clock variance at runtime, Concurrency and Computation 25 (2013), section 3";
    }

    @Override
    public ClockLine fit(Probes p) {
        ClockLine line = TheilSenMinimum.throughQuickest(p);
        BurstEnvelope e = BurstEnvelope.beyond(line, p);
        return line.plus(Fits.leastSquares(e.x(), e.mid()));
    }
}
