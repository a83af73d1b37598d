package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;
import runbench.sync.model.Pieces.ClockPiece;
import runbench.sync.model.WindowModel.Ticks;

/** Compares the shortcut that most stamps take with the iteration. */
class TimelineTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private static WindowModel window(long at, long base, double offset, double slope) {
        return new WindowModel(at, base, offset, slope, 10.3, 1e-9, offset - 1000, offset + 1000, slope - 1e-7,
                slope + 1e-7, 5000, 9, "blend", "kernel", null, null);
    }

    /** Straight, bent, steep, unbounded and stepped stretches. */
    private static List<NodeModel> models() {
        WindowModel unbounded = new WindowModel(START + 300 * SECOND, 77, 0.5, 1e-6, 10, Double.NaN,
                Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY,
                5000, 9, "blend", "kernel", null, null);
        return List.of(model(window(START, 3_000, 0.25, 20e-6), window(START + 100 * SECOND, 2_003_000, 0.5, 20e-6)),
                model(window(START, -SECOND, 0.25, -7e-6),
                        window(START + 100 * SECOND, -SECOND - 700_000, 0.5, -6.9e-6)),
                model(window(START, 5, 0, 9e-3), window(START + 100 * SECOND, 900_000_005, 0, 9e-3)), model(unbounded),
                model(window(START, 0, 0, 0), window(START + 100 * SECOND, 5_000_000, 0, 0),
                        window(START + 200 * SECOND, 5_000_000, 0, 1e-8)));
    }

    private static NodeModel model(WindowModel... windows) {
        return new NodeModel("n", "ref", "realtime", NodeModel.TYPICAL_WANDER, List.of(windows), 100_000);
    }

    @Tag("scenario")
    @Tag("beside")
    @Test
    void shortcutEqualsTheIteration() {
        SplittableRandom random = new SplittableRandom(3);
        PlacedStamp quick = new PlacedStamp();
        PlacedStamp slow = new PlacedStamp();
        for (NodeModel model : models()) {
            ClockPiece piece = new ClockPiece(new NodeModel("n", "ref", "realtime", model.wander(),
                    model.windows().subList(0, Math.min(2, model.windows().size())), 1e5));
            for (int i = 0; i < 100_000; i++) {
                long stamp = START + random.nextLong(-500 * SECOND, 800 * SECOND);
                piece.locate(stamp, quick);
                piece.locateInRounds(stamp, slow);
                assertThat(quick.value()).as("%d", stamp).isEqualTo(slow.value());
            }
        }
    }

    @Test
    void convertsManyStampsLikeSingleOnes() {
        SplittableRandom random = new SplittableRandom(4);
        long[] stamps = random.longs(1000, START - 300 * SECOND, START + 500 * SECOND).toArray();
        for (NodeModel model : models()) {
            Timeline timeline = model.timeline();
            ReferenceTimes times = new ReferenceTimes(900);
            timeline.locate(stamps, 100, 1000, times);
            for (int i = 0; i < times.capacity(); i++) {
                ReferenceTime alone = timeline.at(stamps[100 + i]);
                assertThat(times.get(i)).isEqualTo(alone);
                assertThat(timeline.refNanos(stamps[100 + i])).isEqualTo(alone.refNanos());
            }
        }
    }

    /** Stamps in the order of time, as in recordings, up to each window's exact end and far beyond the last. */
    @Tag("scenario")
    @Tag("beside")
    @Test
    void convertsOrderedStampsLikeSingleOnes() {
        SplittableRandom random = new SplittableRandom(6);
        long[] stamps = LongStream.concat(
                LongStream.concat(random.longs(60_000, START - 300 * SECOND, START + 500 * SECOND),
                        random.longs(2_000, START - 10_000_000 * SECOND, START + 10_000_000 * SECOND)),
                LongStream.rangeClosed(-20, 20)
                        .flatMap(d -> LongStream.of(START, START + 100 * SECOND, START + 900_000_005 + 100 * SECOND)
                                .map(at -> at + d * 100_000)))
                .sorted()
                .toArray();
        for (NodeModel model : models()) {
            for (Timeline timeline : List.of(model.timeline(), new Chain(List.of(model)))) {
                ReferenceTimes times = new ReferenceTimes(stamps.length);
                timeline.locate(stamps, 0, stamps.length, times);
                for (int i = 0; i < stamps.length; i++) {
                    assertThat(times.get(i)).as("%d", stamps[i]).isEqualTo(timeline.at(stamps[i]));
                }
            }
        }
    }

    @Test
    void rejectsAStampOutOfRangeAmongMany() {
        long[] stamps = {START + 5 * SECOND, START + 6 * SECOND, Long.MIN_VALUE};
        Timeline timeline = models().get(0).timeline();
        assertThatThrownBy(() -> timeline.locate(stamps, 0, 3, new ReferenceTimes(3)))
                .isInstanceOf(ArithmeticException.class);
    }

    /** A window without bounds guarantees nothing, even in the middle of a single window. */
    @Test
    void unboundedWindowGuaranteesNothing() {
        ReferenceTime at = models().get(3).timeline().at(START + 300 * SECOND + 77);
        assertThat(at.earliest()).isEqualTo(Long.MIN_VALUE);
        assertThat(at.latest()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void createsNoObjectPerStamp() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean,
                "this JVM does not count a thread's allocations");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        External kept = new External(START, 777, 3e-6, 20_000, 300_000, true, "chrony", "", 2, "");
        NodeModel utc = model(window(START, 3_000, 0.25, 20e-6).with(new Ticks(2.6e9, 800), kept));
        long[] stamps = new SplittableRandom(5).longs(1 << 14, START, START + 200 * SECOND).toArray();
        ReferenceTimes times = new ReferenceTimes(stamps.length);
        for (Timeline timeline : List.of(models().get(0).timeline(), models().get(4).timeline(),
                new Chain(List.of(utc), true), new Chain(List.of(utc)).ofTicks())) {
            timeline.locate(stamps, 0, stamps.length, times);
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            timeline.locate(stamps, 0, stamps.length, times);
            long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertThat(bytes / (double) stamps.length).as("bytes per stamp").isLessThan(1);
        }
    }
}
