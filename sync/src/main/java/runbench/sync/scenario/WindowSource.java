package runbench.sync.scenario;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import runbench.base.error.RunbenchException;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator.ScenarioPlan;

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

    /**
     * A bed of recorded windows whose ends shared one clock. It shifts them to the requested time, adds the link's
     * delays and losses, and injects the scenario's clock on the node.
     */
    final class Replay implements WindowSource {
        private final List<Exchanges> windows;

        /**
         * Creates a bed.
         *
         * @param name origin of the windows, for messages
         * @param windows at least one
         * @param stamps kind of stamps for the check that the ends shared one clock
         * @throws RunbenchException if they did not
         */
        public Replay(String name, List<Exchanges> windows, Stamps stamps) {
            this.windows = windows;
            for (Exchanges window : windows) {
                Estimate e = Estimation.of(window, stamps, Estimators.DEFAULT, Estimation.ROUNDED_STAMPS_NANOS);
                if (!e.guarantees(0, 0)) {
                    throw RunbenchException
                            .badInput(String.format(Locale.ROOT,
                                    "%s: its ends did not share one clock (the node"
                                            + " led by %.3f us): no truth is known to plant another clock on",
                                    name, e.leadNanos() / 1e3))
                            .remedy("Record between two network namespaces of one machine: scripts/bench/sync-bed");
                }
            }
        }

        @Override
        public Exchanges window(Link link, long startNanos, long wholeLeadNanos, Oscillator clock,
                RandomGenerator random) {
            Exchanges e = windows.get(random.nextInt(windows.size()));
            Stamps first = e.stamp(Stamps.USER, 1, 0) == Exchanges.MISSING ? Stamps.KERNEL : Stamps.USER;
            long shift = startNanos - e.stamp(first, 1, 0);
            Exchanges.Builder out = Exchanges.builder();
            long[] row = new long[8];
            for (int i = 0; i < e.size(); i++) {
                boolean requestLost = random.nextDouble() < link.loss();
                boolean lost = requestLost || random.nextDouble() < link.loss();
                long there = (long) link.there().draw(random);
                long both = there + (long) link.back().draw(random);
                for (int k = 0; k < 8; k++) {
                    int position = k % 4 + 1;
                    long stamp = e.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, position, i);
                    long moved = stamp + shift + (position == 1 ? 0 : position == 4 ? both : there);
                    boolean remote = position == 2 || position == 3;
                    row[k] = stamp == Exchanges.MISSING ? stamp
                            : remote ? moved + wholeLeadNanos + Math.round(clock.lead(moved)) : moved;
                }
                if (!lost) {
                    out.add(e.burst(i), e.seq(i), row);
                }
            }
            return out.build();
        }

        @Override
        public Optional<String> lacks(Link link) {
            return link.quiet() ? Optional.empty()
                    : Optional.of(
                            "a recording's hosts were as busy as they were: record under load and look at kernel or "
                                    + "user");
        }
    }
}
