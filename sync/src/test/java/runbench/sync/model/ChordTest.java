package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.Timeline;

/** Compares the guaranteed interval between two windows with clocks whose truth is known. */
class ChordTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int STEPS = 600;
    private static final long BASE = 7_000_000_000_123L;
    private static final double NANOSECOND = 1.5;

    /**
     * Returns a clock's offset relative to {@link #BASE}, ns, at each of {@link #STEPS} + 1 moments between two
     * windows. Its rate stays within rate +- wander.
     */
    private static double[] offsets(SplittableRandom random, double rate, double wander, double stepNanos) {
        double[] offset = new double[STEPS + 1];
        offset[0] = random.nextDouble(-500, 500);
        int kind = random.nextInt(3);
        int turn = random.nextInt(1, STEPS);
        double walk = 0;
        for (int i = 0; i < STEPS; i++) {
            walk = Math.max(-1, Math.min(1, walk + random.nextDouble(-0.3, 0.3)));
            // Rates: the extreme on one side, then on the other; a random walk; or one side first, the other later.
            double share = kind == 0 ? i < STEPS / 2 ? 1 : -1 : kind == 1 ? walk : i < turn ? -1 : 1;
            offset[i + 1] = offset[i] + (rate + wander * share) * stepNanos;
        }
        return offset;
    }

    private static WindowModel window(SplittableRandom random, long at, double truth, double rate, double rateKnown) {
        double before = random.nextDouble(5, 2_000);
        double behind = random.nextDouble(5, 2_000);
        double found = truth + random.nextDouble(-before, behind);
        double slope = rate + random.nextDouble(-rateKnown, rateKnown) / 2;
        return new WindowModel(at, BASE, found, slope, (before + behind) / 10, rateKnown / 3, truth - before,
                truth + behind, slope - rateKnown, slope + rateKnown, 5000, 9, "hull", "kernel", null, null);
    }

    private static NodeModel model(double wander, WindowModel... windows) {
        return new NodeModel("n", "ref", "monotonic", wander, List.of(windows), 1e6);
    }

    @Tag("scenario")
    @Tag("beside")
    @Test
    void containsTheTruthOfEveryWanderingClock() {
        SplittableRandom random = new SplittableRandom(20);
        for (int clock = 0; clock < 1500; clock++) {
            double wander = random.nextInt(4) == 0 ? 0 : random.nextDouble(1e-8, 2e-6);
            double rate = random.nextDouble(-180e-6, 180e-6);
            long length = random.nextLong(10, 3600) * SECOND;
            double step = (double) length / STEPS;
            double[] truth = offsets(random, rate, wander, step);
            double lastRate = (truth[STEPS] - truth[STEPS - 1]) / step;
            // The second window's rate may differ by one wander, so any rate may differ by two.
            Timeline timeline = model(wander, window(random, 0, truth[0], rate, random.nextDouble(1e-8, 2e-5)),
                    window(random, length, truth[STEPS], lastRate, 2 * wander + random.nextDouble(1e-8, 2e-5)))
                    .timeline();
            for (int i = 0; i <= STEPS; i += 7) {
                long at = Math.round(i * step);
                double offset = truth[i] + (i < STEPS ? (truth[i + 1] - truth[i]) / step * (at - i * step) : 0);
                ReferenceTime placed = timeline.at(at + BASE + Math.round(offset));
                assertThat((double) at).as("clock %d, step %d: %s", clock, i, placed)
                        .isBetween(placed.earliest() - NANOSECOND, placed.latest() + NANOSECOND);
            }
        }
    }

    /** The worst clock within the wander reaches the end of the interval, so the interval cannot be narrower. */
    @Test
    void isNoWiderThanTheWorstClockNeeds() {
        double wander = 5e-7;
        double length = 600 * SECOND;
        WindowModel before = exact(0, 0, 1e-4);
        WindowModel behind = exact((long) length, 0, 1e-4);
        ReferenceTime middle = model(wander, before, behind).timeline().at(BASE + (long) length / 2);
        assertThat(middle.hiNanos()).isCloseTo(wander * length / 2, within(2.0));
        assertThat(middle.loNanos()).isCloseTo(-wander * length / 2, within(2.0));
    }

    private static WindowModel exact(long at, double offset, double rateKnown) {
        return new WindowModel(at, BASE, offset, 0, 1, rateKnown, offset, offset, -rateKnown, rateKnown, 5000, 9,
                "hull", "kernel", null, null);
    }

    @Test
    void chordIsFarNarrowerIfTheWindowsRatesAreUncertain() {
        // Bounds of four-second windows on a local network: ±10 us, rates to 5 ppm.
        WindowModel before = ordinary(0);
        WindowModel behind = ordinary(600 * SECOND);
        double wander = NodeModel.TYPICAL_WANDER;
        double[] widths = Arrays.stream(new double[]{0.1, 0.5, 0.9}).map(u -> {
            ReferenceTime at = model(wander, before, behind).timeline().at(BASE + Math.round(u * 600 * SECOND));
            double alone = 2 * (10_000 + (5e-6 + wander) * Math.min(u, 1 - u) * 600 * SECOND);
            return alone / (at.hiNanos() - at.loNanos());
        }).toArray();
        assertThat(widths).as("times as narrow as by each window's rate")
                .satisfies(w -> assertThat(Arrays.stream(w).min().orElseThrow()).isGreaterThan(4));
    }

    private static WindowModel ordinary(long at) {
        return new WindowModel(at, BASE, 0, 0, 200, 1e-6, -10_000, 10_000, -5e-6, 5e-6, 20_000, 100, "hull", "kernel",
                null, null);
    }
}
