package runbench.sync.scenario;

import java.util.random.RandomGenerator;
import runbench.sync.exchange.Exchanges;

/** Generates windows of exchanges over a {@link Link} with a known lead of the node. */
public final class Generator {
    private static final long TIMEOUT_NANOS = 20_000_000;

    private final Link link;
    private final ScenarioPlan plan;
    private final long wholeLeadNanos;
    private final Oscillator oscillator;

    /**
     * Creates a generator.
     *
     * @param link delays and losses
     * @param plan times of the probes
     * @param wholeLeadNanos constant part of the node's lead, ns
     * @param oscillator rest of the lead
     */
    public Generator(Link link, ScenarioPlan plan, long wholeLeadNanos, Oscillator oscillator) {
        this.link = link;
        this.plan = plan;
        this.wholeLeadNanos = wholeLeadNanos;
        this.oscillator = oscillator;
    }

    public long wholeLeadNanos() {
        return wholeLeadNanos;
    }

    /** Returns the true lead at reference time {@code nanos} relative to {@link #wholeLeadNanos}, ns. */
    public double lead(long nanos) {
        return oscillator.lead(nanos);
    }

    /**
     * Returns one window whose first probe leaves at true time {@code startNanos}, which equals the reference's clock.
     */
    public Exchanges window(long startNanos, RandomGenerator random) {
        Exchanges.Builder rows = Exchanges.builder();
        long now = startNanos;
        for (int burst = 0; burst < plan.bursts(); burst++) {
            now = Math.max(now, startNanos + plan.burstBegins(burst));
            for (int seq = 0; seq < plan.exchanges(); seq++) {
                now = exchange(rows, burst, seq, now, random) + plan.spacingNanos();
            }
        }
        return rows.build();
    }

    /**
     * Adds one exchange unless it is lost.
     *
     * @return time at which the reference may send again, ns
     */
    private long exchange(Exchanges.Builder rows, int burst, int seq, long now, RandomGenerator random) {
        double cold = seq == 0 ? link.warmUp() : seq == 1 ? link.warmUp() / 3 : 0;
        long k1 = now + (long) (link.send().draw(random) + cold / 2);
        long k2 = k1 + (long) (link.forward().draw(random) + link.there().draw(random) + cold);
        long t2 = k2 + (long) (link.wake().draw(random) + cold);
        long t3 = t2 + 400;
        long k3 = t3 + (long) link.send().draw(random);
        long k4 = k3 + (long) (link.backward().draw(random) + link.back().draw(random));
        long t4 = k4 + (long) link.wake().draw(random);
        boolean requestLost = random.nextDouble() < link.loss();
        if (requestLost || random.nextDouble() < link.loss()) {
            return now + TIMEOUT_NANOS;
        }
        rows.add(burst, seq, now, node(t2), node(t3), t4, k1, node(k2), node(k3), k4);
        return t4 + 500;
    }

    private long node(long trueNanos) {
        return trueNanos + wholeLeadNanos + Math.round(oscillator.lead(trueNanos));
    }

    /**
     * The times of a window's probes.
     *
     * @param bursts number of bursts per window
     * @param exchanges number of exchanges per burst
     * @param windowNanos time from the first burst to the last, ns
     * @param spacingNanos pause between a reply and the next probe of a burst, ns
     */
    public record ScenarioPlan(int bursts, int exchanges, long windowNanos, long spacingNanos) {
        /** Plan for the offset: 16 bursts of 64 over 4 s. */
        public static final ScenarioPlan OFFSET = new ScenarioPlan(16, 64, 4_000_000_000L, 0);
        /** Plan for the rate: the same spread over 10 s. */
        public static final ScenarioPlan SLOPE = new ScenarioPlan(16, 64, 10_000_000_000L, 0);

        public long burstBegins(int burst) {
            // The last burst is at the end, where the offset holds.
            return bursts == 1 ? 0 : windowNanos * burst / (bursts - 1);
        }
    }
}
