package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.Timeline;

/**
 * Measures the conversion of 10^8 stamps by wall time and by the CPU time of all threads, which does not depend on
 * other programs' load: mvn -Pbench -pl sync -am verify -Dtest=TimelineBenchTest. Each thread reuses its arrays; new
 * ones would cost more than the conversion.
 */
@Tag("bench")
class TimelineBenchTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int BLOCK = 1 << 13;
    private static final int BLOCKS = 12_208;
    private static final ThreadLocal<long[]> STAMPS = ThreadLocal.withInitial(() -> new long[BLOCK]);
    private static final ThreadLocal<ReferenceTimes> TIMES = ThreadLocal.withInitial(() -> new ReferenceTimes(BLOCK));

    @Test
    void placesAHundredMillionStamps() {
        WindowModel a = window(START, 3_000, 20e-6);
        WindowModel b = window(START + 100 * SECOND, 2_003_000, 20e-6);
        NodeModel model = new NodeModel("n", "ref", "realtime", NodeModel.TYPICAL_WANDER, List.of(a, b), 100_000);
        Timeline timeline = model.timeline();
        System.out.printf("%-34s %8s %8s %12s %12s%n", "way", "s", "CPU s", "ns a stamp", "CPU ns");
        for (int round = 0; round < 3; round++) {
            report("one by one, model cut each time", 1_000_000, () -> oneByOne(model));
            report("making the stamps alone", (long) BLOCK * BLOCKS,
                    () -> IntStream.range(0, BLOCKS).forEach(i -> stamps(i)));
            report("a batch, one thread", (long) BLOCK * BLOCKS,
                    () -> IntStream.range(0, BLOCKS).forEach(i -> batch(timeline, i)));
            report("a batch, all CPUs", (long) BLOCK * BLOCKS,
                    () -> IntStream.range(0, BLOCKS).parallel().forEach(i -> batch(timeline, i)));
        }
    }

    private static WindowModel window(long at, long base, double slope) {
        return new WindowModel(at, base, 0.25, slope, 10.3, 1e-9, -1000, 1000, slope - 1e-7, slope + 1e-7, 5000, 9,
                "blend", "kernel", null, null);
    }

    private static void report(String way, long stamps, Runnable work) {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long cpuBegin = process.getProcessCpuTime();
        work.run();
        long nanos = System.nanoTime() - begin;
        long cpu = process.getProcessCpuTime() - cpuBegin;
        System.out.printf("%-34s %8.2f %8.2f %12.1f %12.1f%n", way, nanos * 1e-9, cpu * 1e-9, (double) nanos / stamps,
                (double) cpu / stamps);
    }

    private static void oneByOne(NodeModel model) {
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += model.timeline().at(START + i * 100_000L).refNanos();
        }
        assertThat(sum).isNotZero();
    }

    private static long[] stamps(int block) {
        long[] stamps = STAMPS.get();
        for (int i = 0; i < BLOCK; i++) {
            stamps[i] = START + ((long) block * BLOCK + i) * 1_000L;
        }
        return stamps;
    }

    private static void batch(Timeline timeline, int block) {
        ReferenceTimes times = TIMES.get();
        timeline.locate(stamps(block), 0, BLOCK, times);
        assertThat(times.refNanos(BLOCK - 1)).isPositive();
    }
}
