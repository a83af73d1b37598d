package runbench.sync.scenario;

import java.util.List;
import java.util.SplittableRandom;
import runbench.sync.exchange.Exchanges;
import runbench.sync.model.NodeModel;

/** A condition with a clock that is set: once between two windows, once in the middle of one. */
final class SteppingClock implements Scenario {
    private static final double[] WINDOWS = {0, 60, 120, 180};
    private static final double EARLIEST = 66;
    private static final double LATEST = 118;
    private static final double LIMIT_NANOS = 1000;

    @Override
    public String name() {
        return "step";
    }

    @Override
    public String description() {
        return "a clock set by 0.2 to 50 ms between two windows, or in the middle of one: the model breaks there and nowhere else";
    }

    @Override
    public Verdict run(Setting s) {
        BreakCounts tally = new BreakCounts();
        for (int w = 0; w < s.windows(); w++) {
            SplittableRandom random = new SplittableRandom(s.seed() + 31L * w);
            double size = 200e3 * Math.pow(250, random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
            double ppm = random.nextDouble(-180, 180);
            long lead = random.nextLong(-10_000_000_000L, 10_000_000_000L);
            between(s.bed(), new Track(lead, Oscillator.steady(ppm, WindowSource.START_NANOS)), random, size, tally);
            within(s.bed(), new Track(lead, Oscillator.steady(ppm, WindowSource.START_NANOS)), random.nextLong(), size,
                    tally);
        }
        return Verdict.of(name(),
                List.of(LimitCheck.atLeast("steps_found_share", tally.found() / (double) s.windows(), 1),
                        LimitCheck.atMost("steps_invented", tally.invented(), 0),
                        LimitCheck.atMost("error_beside_the_step_max_ns", tally.worst(), LIMIT_NANOS),
                        LimitCheck.atMost("error_after_a_step_in_a_window_max_ns", tally.worstWithin(), LIMIT_NANOS),
                        LimitCheck.atLeast("truth_inside_share", tally.insideShare(), 1)));
    }

    private static void between(WindowSource bed, Track before, SplittableRandom random, double size,
            BreakCounts tally) {
        double at = random.nextDouble(EARLIEST, LATEST);
        Track track = new Track(before.leadNanos(), before.clock().step(Track.at(at), size));
        NodeModel model = track.measured(bed, random, WINDOWS);
        for (int i = 0; i + 1 < WINDOWS.length; i++) {
            tally.sawBreak(model.steppedAfter(i), i == 1);
        }
        for (double t = -5; t < 190; t += 1.7) {
            tally.ask(track, model, t, t < WINDOWS[1] || t > WINDOWS[2] + 4);
        }
    }

    private static void within(WindowSource bed, Track before, long seed, double size, BreakCounts tally) {
        Exchanges whole = bed.window(Link.QUIET, Track.at(0), before.leadNanos(), before.clock(),
                new SplittableRandom(seed));
        Track track = new Track(before.leadNanos(), before.clock().step(Track.middle(whole), size));
        tally.estimate(track,
                bed.window(Link.QUIET, Track.at(0), track.leadNanos(), track.clock(), new SplittableRandom(seed)));
    }
}
