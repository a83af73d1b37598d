package runbench.sync.scenario;

import java.util.Optional;
import java.util.random.RandomGenerator;
import runbench.sync.exchange.Exchanges;

/**
 * The source of a scenario's windows: generated from distributions, or recorded and degraded. The truth is exact in
 * both.
 */
public interface WindowSource {
    /** Reference time at which scenarios begin, ns: any whole second. */
    long START_NANOS = 1_700_000_000_000_000_000L;

    /**
     * Returns a window.
     *
     * @param link delays and losses
     * @param startNanos reference time of the first probe, ns
     * @param wholeLeadNanos whole part of the node's lead, ns
     * @param clock rest of the lead
     * @param random random numbers
     */
    Exchanges window(Link link, long startNanos, long wholeLeadNanos, Oscillator clock, RandomGenerator random);

    /** Returns the reason why this bed cannot represent a link; empty if it can. */
    Optional<String> lacks(Link link);

    /** Returns windows of this plan, drawn from the link's distributions. */
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
