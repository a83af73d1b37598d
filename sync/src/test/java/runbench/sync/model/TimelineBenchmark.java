package runbench.sync.model;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/** The time to place one stamp on a reference clock's time, in ns: scripts/bench/jmh sync Timeline. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TimelineBenchmark {
    private static final long START_NS = 1_795_000_000_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int BLOCK = 1 << 13;

    private final NodeModel model = new NodeModel("n", "ref", "realtime", NodeModel.TYPICAL_WANDER,
            List.of(window(START_NS, 3_000), window(START_NS + 100 * SECOND_NS, 2_003_000)), 100_000);
    private final Timeline timeline = model.timeline();
    private final long[] stamps = new long[BLOCK];
    private final ReferenceTimes times = new ReferenceTimes(BLOCK);
    private long stamp = START_NS;

    private static WindowModel window(long at, long base) {
        double slope = 20e-6;
        return new WindowModel(at, base, 0.25, slope, 10.3, 1e-9, -1000, 1000, slope - 1e-7, slope + 1e-7, 5000, 9,
                "blend", "kernel", null, null);
    }

    /** One stamp, with a timeline made from the model for it alone. */
    @Benchmark
    public long oneStamp() {
        stamp += 100_000L;
        return model.timeline().at(stamp).refNanos();
    }

    /** A block of 8192 stamps, without their making. */
    @Benchmark
    @OperationsPerInvocation(BLOCK)
    public long block() {
        fill();
        timeline.locate(stamps, 0, BLOCK, times);
        return times.refNanos(BLOCK - 1);
    }

    /** The making of a block of stamps, which the other figure contains. */
    @Benchmark
    @OperationsPerInvocation(BLOCK)
    public long[] stampsAlone() {
        fill();
        return stamps;
    }

    private void fill() {
        for (int i = 0; i < BLOCK; i++) {
            stamps[i] = START_NS + i * 1_000L;
        }
    }
}
