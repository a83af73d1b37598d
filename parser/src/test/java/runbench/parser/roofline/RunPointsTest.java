package runbench.parser.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.metrics.Formula;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.roofline.Roof.RoofKind;
import runbench.parser.roofline.RunPoint.SuppliedQuantities;
import runbench.parser.stats.RunLog;

/**
 * One task with a sample each 10 ms: 10 million operations in each, and 1 million lines, or in the second half 100
 * times fewer.
 */
class RunPointsTest {
    private static final long START = 1_000_000_000_000L;
    private static final long TEN = 10 * Synthetic.MS;
    private static final List<Metric> METRICS = List.of(metric("flop_rate", "flops / run_s"),
            metric("memory_bandwidth", "absent / run_s"), metric("l2_fill_bandwidth", "64 * lines / run_s"));

    @TempDir
    private Path folder;

    private static Metric metric(String name, String formula) {
        return new Metric(name, name, "1", "",
                List.of(new Metric.Way(Formula.parse(formula), "", "", Map.of(), Map.of(), "")), "");
    }

    private Recording recording(String... events) {
        return recording(TEN, events);
    }

    /** @param every wall time for each 10 ms of running time */
    private Recording recording(long every, String... events) {
        Path file = folder.resolve("samples.rec");
        RecordingWriter out = new RecordingWriter(file, 2, Synthetic.metadata("kernel", TEN, events));
        out.task(0, 9, 9, -1, START);
        long lines = 0;
        for (int i = 1; i <= 10; i++) {
            lines += i <= 5 ? 1_000_000 : 10_000;
            out.sample(0, 0, 9, 0, START + i * every, i * TEN, i * TEN, 10_000_000L * i, lines);
        }
        out.total(0, START + 10 * every, 10 * TEN, 100_000_000, lines)
                .end(Synthetic.trailer(10).replace("\"wall_ns\":5000000000", "\"wall_ns\":" + 10 * every));
        return Recording.open(file);
    }

    private RunPoints points(RunLog log, SuppliedQuantities hand, String... events) {
        return RunPoints.of(recording(events), METRICS, log, hand, Progress.NONE);
    }

    @Test
    void aRunStandsWhereItsCountsSay() {
        RunPoints points = points(RunLog.NONE, SuppliedQuantities.NOTHING, "flops:pmu:0:0", "lines:pmu:0:1");
        RunPoint p = points.whole();
        assertThat(points.missing()).isNull();
        assertThat(p.performance()).isCloseTo(1e9, within(1e6));
        assertThat(p.intensity()).isCloseTo(1e8 / (64 * 5.05e6), within(1e-3));
        assertThat(p.performanceInterval().contains(1e9)).isTrue();
        assertThat(p.intensityInterval().contains(1e8 / (64 * 5.05e6))).isTrue();
        assertThat(p.cpus()).isCloseTo(1, within(1e-3));
        assertThat(p.traffic()).isEqualTo("L2 fills");
        assertThat(p.bytesFrom()).contains("64 * lines / run_s").contains("pmu");
    }

    /**
     * It ran a third of its wall time, and what a memory controller counts goes by wall time: bytes are bytes whichever
     * clock they are told by.
     */
    @Test
    void bytesToldPerWallTimeAreAsManyAsThoseToldPerRunningTime() {
        Recording recording = recording(3 * TEN, "flops:pmu:0:0", "lines:pmu:0:1");
        List<Metric> wall = List.of(METRICS.get(0), metric("memory_bandwidth", "64 * lines / wall_s"));
        RunPoints points = RunPoints.of(recording, wall, RunLog.NONE, SuppliedQuantities.NOTHING, Progress.NONE);
        RunPoint p = points.whole();
        assertThat(p.cpus()).isCloseTo(1 / 3.0, within(1e-3));
        assertThat(p.traffic()).isEqualTo("memory");
        assertThat(p.performance()).isCloseTo(1e9 / 3, within(1e6));
        assertThat(p.intensity()).isCloseTo(1e8 / (64 * 5.05e6), within(1e-3));
        assertThat(p.intensityInterval().contains(1e8 / (64 * 5.05e6))).isTrue();
        assertThat(points.course().get(0).intensity()).isCloseTo(10 / 64.0, within(1e-3));
    }

    @Test
    void itsCourseShowsBothPhases() {
        List<RunPoints.Part> course = points(RunLog.NONE, SuppliedQuantities.NOTHING, "flops:pmu:0:0", "lines:pmu:0:1")
                .course();
        assertThat(course).isNotEmpty().allMatch(p -> Math.abs(p.performance() / 1e9 - 1) < 0.01);
        assertThat(course.get(0).intensity()).isCloseTo(10 / 64.0, within(1e-3));
        assertThat(course.get(course.size() - 1).intensity()).isCloseTo(1000 / 64.0, within(0.1));
    }

    @Test
    void eachPhaseOfItsStructureIsAPoint() {
        Path file = folder.resolve("phases.rec");
        RecordingWriter out = new RecordingWriter(file, 2,
                Synthetic.metadata("kernel", TEN, "flops:pmu:0:0", "lines:pmu:0:1"));
        out.task(0, 9, 9, -1, START);
        SplittableRandom random = new SplittableRandom(7);
        long lines = 0;
        long flops = 0;
        for (int i = 1; i <= 400; i++) {
            boolean dense = (i - 1) / 50 % 2 == 0;
            lines += (dense ? 10_000 : 1_000_000) * (100 + random.nextLong(3)) / 100;
            flops += (dense ? 20_000_000 : 5_000_000) * (100 + random.nextLong(3)) / 100;
            out.sample(0, 0, 9, 0, START + i * TEN, i * TEN, i * TEN, flops, lines);
        }
        out.total(0, START + 400 * TEN, 400 * TEN, flops, lines)
                .end(Synthetic.trailer(400).replace("\"wall_ns\":5000000000", "\"wall_ns\":4000000000"));
        List<RunPoint> phases = RunPoints
                .of(Recording.open(file), METRICS, RunLog.NONE, SuppliedQuantities.NOTHING, Progress.NONE)
                .phases();
        assertThat(phases).hasSize(2);
        assertThat(phases.get(0).performance()).isCloseTo(2.02e9, within(3e7));
        assertThat(phases.get(0).intensity()).isCloseTo(2000 / 64.0, within(1.5));
        assertThat(phases.get(1).performance()).isCloseTo(5.05e8, within(1e7));
        assertThat(phases.get(1).intensity()).isCloseTo(5 / 64.0, within(0.005));
        assertThat(phases).allSatisfy(p -> {
            assertThat(p.performanceInterval().contains(p.performance())).isTrue();
            assertThat(p.intensityInterval().contains(p.intensity())).isTrue();
            assertThat(p.flopsFrom()).contains("in phase").contains("4 times");
        });
        assertThat(points(RunLog.NONE, SuppliedQuantities.NOTHING, "flops:pmu:0:0", "lines:pmu:0:1").phases())
                .as("too short to tell")
                .isEmpty();
    }

    @Test
    void regionsStandApart() {
        RunLog log = new RunLog(4, 0, 1, List.of(region("solve", 0, 5), region("write", 5, 10)), List.of());
        List<RunPoint> regions = points(log, SuppliedQuantities.NOTHING, "flops:pmu:0:0", "lines:pmu:0:1").regions();
        assertThat(regions).extracting(RunPoint::name).containsExactlyInAnyOrder("solve", "write");
        RunPoint solve = regions.stream().filter(r -> r.name().equals("solve")).findFirst().orElseThrow();
        assertThat(solve.intensity()).isCloseTo(10 / 64.0, within(1e-3));
        assertThat(solve.performance()).isCloseTo(1e9, within(1e6));
        assertThat(solve.intensityInterval().contains(10 / 64.0)).isTrue();
    }

    private static RunLog.Interval region(String name, int fromTens, int toTens) {
        return new RunLog.Interval(name, "region", 9, 0, START + fromTens * TEN, START + toTens * TEN, true);
    }

    @Test
    void withoutCountsThereIsNoPointButAReason() {
        RunPoints none = points(RunLog.NONE, SuppliedQuantities.NOTHING, "page-faults:software:0:0", "lines:pmu:0:1");
        assertThat(none.whole()).isNull();
        assertThat(none.course()).isEmpty();
        assertThat(none.missing()).contains("floating-point operations were not counted")
                .contains("flop_rate")
                .contains("flops");
        assertThat(none.remedy()).contains("--metrics flops,memory").contains("--flops N");
        RunPoints noBytes = points(RunLog.NONE, SuppliedQuantities.NOTHING, "flops:pmu:0:0",
                "page-faults:software:0:1");
        assertThat(noBytes.missing()).contains("bytes were not counted").contains("l2_fill_bandwidth");
        assertThat(noBytes.remedy()).contains("--bytes N");
    }

    @Test
    void whatIsKnownByArithmeticStandsForWhatWasNotCountedAndSaysSo() {
        RunPoints hand = points(RunLog.NONE, new SuppliedQuantities(3e8, null), "page-faults:software:0:0",
                "lines:pmu:0:1");
        assertThat(hand.whole().performance()).isCloseTo(3e9, within(1e7));
        assertThat(hand.whole().flopsFrom()).isEqualTo("given by hand");
        assertThat(hand.whole().bytesFrom()).contains("lines");
        assertThat(hand.course()).as("its parts are not known").isEmpty();
    }

    @Test
    void aRunOfSeveralCpusIsHeldAgainstTheRoofsOfAll() {
        Roof one = Roof.of("r", RoofKind.OPERATIONS, "scalar", "double", 1, "", 0, new double[]{1, 3, 2, 5, 4, 4}, 3);
        assertThat(one.rounds()).containsExactly(3.0, 5.0, 4.0);
        assertThat(one.rate()).isEqualTo(4);
        Roof all = Roof.of("r", RoofKind.OPERATIONS, "scalar", "double", 8, "", 0, new double[]{8, 8, 8}, 3);
        Roofline line = Roofline.of(new Roofs(Map.of("processor", "x"), 8, "", List.of(one, all), Map.of()), List.of(),
                List.of());
        RunPoint point = RunPoint.byHand("k", 2e9, 1e9, 2);
        assertThat(point.performance()).isEqualTo(1e9);
        assertThat(point.intensity()).isEqualTo(2);
        assertThat(line.threadsFor(point)).isEqualTo(1);
        RunPoint wide = new RunPoint("w", 3.5, 1, null, 1, null, "memory", "", "");
        assertThat(line.threadsFor(wide)).isEqualTo(8);
    }
}
