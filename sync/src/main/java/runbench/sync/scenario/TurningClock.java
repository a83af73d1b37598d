package runbench.sync.scenario;

import java.util.List;
import java.util.SplittableRandom;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.model.NodeModel;

/**
 * A condition with a clock that alternates between 3 ppm fast and 3 ppm slow every minute: six times the default
 * wander. Windows that meet both rates must widen the interval. Windows that meet one rate only cannot detect it;
 * every interval states this assumption.
 */
final class TurningClock implements Scenario {
    private static final double PPM = 3;
    private static final double HALF_SECONDS = 60;
    private static final double[] SEEN = {5, 75, 125, 195, 245, 315};
    private static final double[] UNSEEN = {5, 125, 245};

    @Override
    public String name() {
        return "turn";
    }

    @Override
    public String description() {
        return "a clock 3 ppm faster for a minute, then slower: the interval follows what the windows showed";
    }

    @Override
    public Verdict run(Setting s) {
        int held = 0;
        int vouched = 0;
        int asked = 0;
        int unseenHeld = 0;
        int unseenAsked = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int w = 0; w < s.windows(); w++) {
            SplittableRandom random = new SplittableRandom(s.seed() + 31L * w);
            Oscillator steady = Oscillator.steady(random.nextDouble(-100, 100), WindowSource.START_NANOS);
            Track track = new Track(random.nextLong(-10_000_000_000L, 10_000_000_000L),
                    t -> steady.lead(t) + turning(t));
            NodeModel seen = track.measured(s.bed(), random, SEEN);
            least = Math.min(least, seen.wander() * 1e6);
            for (double t = SEEN[0] - 20; t < SEEN[SEEN.length - 1] + 30; t += 3.7) {
                ReferenceTime c = track.asked(seen, Track.at(t));
                asked++;
                vouched += c.how() != ReferenceTime.How.STEPPED ? 1 : 0;
                held += c.how() == ReferenceTime.How.STEPPED || Track.holds(c, Track.at(t)) ? 1 : 0;
            }
            NodeModel unseen = track.measured(s.bed(), random, UNSEEN);
            for (double t = UNSEEN[0]; t < UNSEEN[UNSEEN.length - 1]; t += 3.7) {
                unseenAsked++;
                unseenHeld += Track.holds(track.asked(unseen, Track.at(t)), Track.at(t)) ? 1 : 0;
            }
        }
        return Verdict.of(name(),
                List.of(LimitCheck.atLeast("truth_inside_or_not_guaranteed_share", held / (double) asked, 1),
                        LimitCheck.atLeast("guaranteed_share", vouched / (double) asked, 0.9),
                        LimitCheck.atLeast("wander_shown_least_ppm", least, PPM),
                        LimitCheck.reported("truth_inside_share_if_no_window_met_the_other_rate",
                                unseenHeld / (double) unseenAsked)));
    }

    /** Returns a triangle wave of 180 us, ns. */
    private static double turning(long trueNanos) {
        double phase = (trueNanos - WindowSource.START_NANOS) * 1e-9 % (2 * HALF_SECONDS);
        phase = phase < 0 ? phase + 2 * HALF_SECONDS : phase;
        return PPM * 1e3 * Math.min(phase, 2 * HALF_SECONDS - phase);
    }
}
