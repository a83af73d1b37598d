package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;

import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * The true lead of a node's virtual clock, and the assertions that hold for it however a busy machine delays programs
 * and packets.
 *
 * @param offsetNanos lead at the epoch, ns
 * @param rate rate of the lead, ns per ns
 * @param epochNanos reference time at which the rate begins to count, ns
 */
record KnownClock(long offsetNanos, double rate, long epochNanos) {
    /** Errors of both stamps of a message and of their conversion between clocks, ns. */
    private static final double STAMPS_NANOS = 2;

    /** Returns the true lead at a reference time relative to the offset, ns. */
    double rest(long referenceNanos) {
        return rate * (referenceNanos - epochNanos);
    }

    double errorOf(Estimate e) {
        return e.errorAgainst(offsetNanos, rest(e.x0Nanos()));
    }

    /**
     * Asserts that no message arrived before it was sent, and that the guaranteed interval, which rests on every burst,
     * contains the true lead and rate.
     *
     * @return the estimate
     */
    Estimate assertBoundedBy(ExchangeRecording r, Stamps stamps) {
        Exchanges all = r.exchanges();
        double slack = r.meta().json().path("slack_ns").asDouble();
        double latest = slack + STAMPS_NANOS;
        for (int i = 0; i < all.size(); i++) {
            if (all.has(stamps, i)) {
                long sent = all.stamp(stamps, 1, i);
                long received = all.stamp(stamps, 4, i);
                assertThat(all.stamp(stamps, 2, i) - sent - offsetNanos - rest(sent))
                        .as("%s: delay of probe %d by true clocks, ns", stamps, i)
                        .isGreaterThanOrEqualTo(-latest);
                assertThat(received - all.stamp(stamps, 3, i) + offsetNanos + rest(received))
                        .as("%s: delay of reply %d by true clocks, ns", stamps, i)
                        .isGreaterThanOrEqualTo(-latest);
            }
        }
        Estimate e = Estimation.of(all, stamps, Estimators.DEFAULT, slack);
        assertThat(e.bounds().bursts()).as("%s: bursts that one straight clock fits", stamps)
                .isEqualTo((int) java.util.stream.IntStream.range(0, all.size())
                        .filter(i -> all.has(stamps, i))
                        .map(all::burst)
                        .distinct()
                        .count());
        assertThat(e.guarantees(offsetNanos, rest(e.x0Nanos())))
                .as("%s: the truth is within [%.0f, %.0f] ns of the estimate, whose error is %.0f ns", stamps,
                        e.loNanos(), e.hiNanos(), errorOf(e))
                .isTrue();
        assertThat(rate).as("%s: the true rate", stamps).isBetween(e.bounds().slopeLo(), e.bounds().slopeHi());
        return e;
    }
}
