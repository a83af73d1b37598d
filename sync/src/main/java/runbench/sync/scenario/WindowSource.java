package runbench.sync.scenario;

import java.util.Optional;
import java.util.random.RandomGenerator;
import runbench.sync.exchange.Exchanges;

/**
 * Where a scenario's windows come from: made from distributions, or recorded ones made worse. The truth is exact in
 * both.
 */
public interface WindowSource {
    /** Any whole second: reference time at which scenarios begin, ns. */
    long START_NANOS = 1_700_000_000_000_000_000L;

    /**
     * A window whose first probe leaves at reference time {@code startNanos}; the node's clock leads by
     * {@code wholeLeadNanos} and what {@code clock} says.
     */
    Exchanges window(Link link, long startNanos, long wholeLeadNanos, Oscillator clock, RandomGenerator random);

    /** Why this bed cannot show what happens on such a link; empty where it can. */
    Optional<String> lacks(Link link);

    /** Windows of this plan, drawn from the link's distributions. */
    static WindowSource generated(ScenarioPlan plan) {
        return new WindowSource() {
            @Override
            public Exchanges window(Link link, long start, long lead, Oscillator clock, RandomGenerator random) {
                return new Generator(link, plan, lead, clock).window(start, random);
            }

            @Override
            public Optional<String> lacks(Link link) {
                return Optional.empty();
            }
        };
    }
}
