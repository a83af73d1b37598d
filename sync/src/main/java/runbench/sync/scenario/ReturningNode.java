package runbench.sync.scenario;

import java.util.List;
import java.util.SplittableRandom;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Stamps;
import runbench.sync.model.NodeModel;

/**
 * A condition with a node that is away: for most of a window, for ten minutes, and for ten minutes with a restarted
 * clock.
 */
final class ReturningNode implements Scenario {
    private static final double[] BEFORE = {0, 60};
    private static final double[] AFTER = {700, 760};
    private static final double BOOT = 650;
    private static final double LIMIT_NANOS = 1000;

    @Override
    public String name() {
        return "return";
    }

    @Override
    public String description() {
        return "a node away for most of a window, or for ten minutes with its clock kept or begun anew";
    }

    @Override
    public Verdict run(Setting s) {
        BreakCounts tally = new BreakCounts();
        for (int w = 0; w < s.windows(); w++) {
            SplittableRandom random = new SplittableRandom(s.seed() + 31L * w);
            double ppm = random.nextDouble(-180, 180);
            long lead = random.nextLong(-10_000_000_000L, 10_000_000_000L);
            Track kept = new Track(lead, Oscillator.steady(ppm, WindowSource.START_NANOS));
            NodeModel model = kept.measured(s.bed(), random, BEFORE[0], BEFORE[1], AFTER[0], AFTER[1]);
            tally.sawBreak(model.steppedAfter(0) || model.steppedAfter(1) || model.steppedAfter(2), false);
            look(kept, model, -5, 780, true, tally);

            Track anew = new Track(-Track.at(BOOT), Oscillator.steady(random.nextDouble(-180, 180), Track.at(BOOT)));
            NodeModel both = kept.measured(s.bed(), random, BEFORE).and(anew.measured(s.bed(), random, AFTER));
            tally.sawBreak(both.steppedAfter(1), true);
            tally.sawBreak(both.steppedAfter(0) || both.steppedAfter(2), false);
            look(kept, both, -5, 80, true, tally);
            look(anew, both, 690, 780, true, tally);
            // The moment of the restart is unknown, so predictions from either side only have to stay within their
            // intervals.
            look(kept, both, 80, 600, false, tally);
            look(anew, both, BOOT + 1, 690, false, tally);
            tally.estimate(kept, away(s.bed().window(Link.QUIET, Track.at(0), lead, kept.clock(), random)));
        }
        return Verdict.of(name(),
                List.of(LimitCheck.atLeast("restarts_found_share", tally.found() / (double) s.windows(), 1),
                        LimitCheck.atMost("steps_invented", tally.invented(), 0),
                        LimitCheck.atMost("error_max_ns", tally.worst(), LIMIT_NANOS),
                        LimitCheck.atMost("error_of_a_window_mostly_missed_max_ns", tally.worstWithin(), LIMIT_NANOS),
                        LimitCheck.atLeast("truth_inside_share", tally.insideShare(), 1)));
    }

    private static void look(Track track, NodeModel model, double from, double to, boolean judged, BreakCounts tally) {
        for (double t = from; t < to; t += 7.3) {
            tally.ask(track, model, t, judged);
        }
    }

    /** Returns a window without the middle three fifths of its bursts. */
    static Exchanges away(Exchanges whole) {
        int first = whole.burst(0);
        int bursts = whole.burst(whole.size() - 1) - first + 1;
        Exchanges.Builder present = Exchanges.builder();
        long[] row = new long[8];
        for (int i = 0; i < whole.size(); i++) {
            int fifths = 5 * (whole.burst(i) - first) / bursts;
            if (fifths == 0 || fifths == 4) {
                for (int k = 0; k < 8; k++) {
                    row[k] = whole.stamp(k < 4 ? Stamps.USER : Stamps.KERNEL, k % 4 + 1, i);
                }
                present.add(whole.burst(i), whole.seq(i), row);
            }
        }
        return present.build();
    }
}
