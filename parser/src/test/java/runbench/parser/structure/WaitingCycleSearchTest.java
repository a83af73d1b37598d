package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;

/** Cycles of computing and waiting in programs whose stays are known. */
class WaitingCycleSearchTest {
    private static final String METADATA = """
            {"format":"runbench recording","version":1,"mode":"kernel","period_ns":10000000,"axis":"run_time",%s
             "groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults","source":"software",
             "type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],"run":{}}""";
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    /** @param lengths of computing and waiting by turns, s */
    static Optional<Structure.WaitingCycle> found(double... lengths) {
        double end = Arrays.stream(lengths).sum();
        double width = end / WaitingCycleSearch.BINS;
        double[] waiting = new double[WaitingCycleSearch.BINS];
        double at = 0;
        for (int i = 0; i < lengths.length; i++) {
            for (int b = (int) (at / width); i % 2 == 1 && b < waiting.length && b * width < at + lengths[i]; b++) {
                waiting[b] += Math.max(0, Math.min((b + 1) * width, at + lengths[i]) - Math.max(b * width, at));
            }
            at += lengths[i];
        }
        return new WaitingCycleSearch(waiting, new double[waiting.length], width).find();
    }

    /** A program of a number of cycles after its start; {@code lengths} gives the two parts of a cycle. */
    static double[] program(int cycles, Function<Integer, double[]> lengths) {
        return IntStream.range(0, 1 + cycles)
                .boxed()
                .flatMap(i -> Arrays.stream(i == 0 ? new double[]{0.002, 0.0003} : lengths.apply(i)).boxed())
                .mapToDouble(l -> Math.max(1e-4, l))
                .toArray();
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    private static double jitter(double share, SplittableRandom random) {
        return 1 + share * random.nextGaussian();
    }

    @Test
    void aLoopOfSleepAndComputationIsACycle() {
        Structure.WaitingCycle c = found(0.003, 0.3, 0.301, 0.3, 0.305, 0.3, 0.3, 0.3, 0.302).orElseThrow();
        assertThat(c.count()).isEqualTo(4);
        assertThat(c.period()).isCloseTo(0.602, within(0.003));
        assertThat(c.waiting()).isCloseTo(0.3, within(0.002));
        assertThat(c.computing()).isCloseTo(0.302, within(0.004));
        assertThat(c.low()).isLessThanOrEqualTo(c.period());
        assertThat(c.high()).isGreaterThanOrEqualTo(c.period());
    }

    /** Other programs take the CPU for random times: the cycle of the program remains, in longer wall time. */
    @Test
    void timeWithoutACpuDoesNotHideACycle() {
        SplittableRandom random = new SplittableRandom(3);
        double width = 1e-4;
        double[] waiting = new double[2 * WaitingCycleSearch.BINS];
        double[] ready = new double[2 * WaitingCycleSearch.BINS];
        int at = 0;
        for (int cycle = 0; cycle < 8; cycle++) {
            Arrays.fill(waiting, at, at + 3000, width);
            at += 3000;
            for (int slice = 0; slice < 100; slice++) {
                int without = (int) (30 * exponential(random));
                Arrays.fill(ready, at + 30, at + 30 + without, width);
                at += 30 + without;
            }
        }
        Structure.WaitingCycle c = new WaitingCycleSearch(Arrays.copyOf(waiting, at), Arrays.copyOf(ready, at), width)
                .find()
                .orElseThrow();
        assertThat(c.count()).isEqualTo(8);
        assertThat(c.waiting()).isCloseTo(0.3, within(0.002));
        assertThat(c.computing()).isCloseTo(0.3, within(0.002));
        assertThat(c.ready()).isCloseTo(0.3, within(0.05));
        assertThat(c.period()).isCloseTo(c.waiting() + c.computing() + c.ready(), within(1e-9));
        assertThat(c.to()).isCloseTo(at * width, within(0.01));
    }

    /**
     * Kinds of regular programs: a fixed sleep, a timer, two waits a cycle, and a few long stages around the cycles.
     */
    static List<Function<SplittableRandom, double[]>> regular() {
        return List.of(r -> program(5 + r.nextInt(40), i -> new double[]{0.2 * jitter(0.03, r), 0.1 * jitter(0.01, r)}),
                r -> program(10 + r.nextInt(300), i -> new double[]{0.01 * jitter(0.05, r), 0.02 * jitter(0.02, r)}),
                r -> program(8 + r.nextInt(20), i -> {
                    double computing = 0.1 + 0.2 * r.nextDouble();
                    return new double[]{computing, 0.5 - computing};
                }),
                r -> program(16 + 2 * r.nextInt(20),
                        i -> new double[]{(i % 2 == 0 ? 0.1 : 0.3) * jitter(0.02, r), 0.1 * jitter(0.01, r)}),
                r -> program(30, i -> new double[]{(i == 8 || i == 30 ? 5 : 0.2) * jitter(0.02, r),
                        i < 8 ? 0.001 : 0.2 * jitter(0.01, r)}));
    }

    /**
     * Kinds of irregular programs: sleeps, computations or both of random lengths, or of two lengths in random order.
     */
    static List<Function<SplittableRandom, double[]>> irregular() {
        return List.of(r -> {
            double mean = 0.02 + 0.3 * r.nextDouble();
            return program(4 + r.nextInt(60), i -> new double[]{0.2, mean * exponential(r)});
        }, r -> program(4 + r.nextInt(60), i -> new double[]{0.2 * exponential(r), 0.2}),
                r -> program(4 + r.nextInt(60), i -> new double[]{0.2 * exponential(r), 0.3 * exponential(r)}),
                r -> program(10 + r.nextInt(60), i -> new double[]{0.2, r.nextBoolean() ? 0.1 : 0.8}),
                r -> program(10 + r.nextInt(60),
                        i -> new double[]{(r.nextBoolean() ? 0.1 : 0.8) * jitter(0.02, r), 0.2}));
    }

    @Test
    void regularProgramsHaveCycles() {
        SplittableRandom random = new SplittableRandom(1);
        for (Function<SplittableRandom, double[]> kind : regular()) {
            long right = IntStream.range(0, 6).filter(i -> found(kind.apply(random)).isPresent()).count();
            assertThat(right).as("kind %d", regular().indexOf(kind)).isGreaterThanOrEqualTo(5);
        }
    }

    /** None of 60 has a cycle: with a share of 5 %, the probability of this result would be below 5 %. */
    @Test
    void programsThatWaitForRandomEventsRepeatNothing() {
        SplittableRandom random = new SplittableRandom(2);
        long claims = IntStream.range(0, 60)
                .filter(i -> found(irregular().get(i % irregular().size()).apply(random)).isPresent())
                .count();
        assertThat(claims).isZero();
    }

    /** Bins that are a little shorter than cycles have both states in shares that vary slowly. */
    @Test
    void cyclesShorterThanABinAreNotFoundAsBeats() {
        double cycle = 1.5 / WaitingCycleSearch.BINS;
        double[] lengths = IntStream.range(0, (int) (2 / cycle)).mapToDouble(i -> 0.5 * cycle).toArray();
        assertThat(found(lengths)).isEmpty();
    }

    /** @param switches whether the context switches are recorded */
    private Structure.WaitingCycle recorded(boolean switches) {
        Path file = folder.resolve(switches + ".rec");
        String metadata = METADATA.formatted(switches ? "\"switches\":true," : "");
        try (RecordingWriter w = new RecordingWriter(file, 1, metadata)) {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            long wall = 0;
            long run = 0;
            for (int cycle = 0; cycle < 6; cycle++) {
                w.counts(Kind.SWITCH, Flag.SWITCH_OUT, 0, 0, 100, 0, wall, 0, 0, 0, 0);
                wall += 300 * MS;
                w.counts(Kind.SWITCH, 0, 0, 0, 100, 0, wall, 0, 0, 0, 0);
                for (int sample = 0; sample < 20; sample++) {
                    wall += 10 * MS;
                    run += 10 * MS;
                    w.sample(0, 0, 100, 0, wall, run, run, run / MS);
                }
            }
            w.close(0, 0, 100, 0, wall, run, run, run / MS).exit(0, 100, wall);
            w.end("{\"wall_ns\":" + wall + ",\"forks\":0,\"run_delay_ns\":0}");
        }
        Periods periods = Periods.of(Recording.open(file));
        return periods.collect(Progress.NONE, StructureAnalysis.collector(periods, Axis.RUN_TIME)).waitingCycle();
    }

    @Test
    void recordsOfSwitchesAndClocksOfSamplesShowTheSameCycle() {
        for (boolean switches : new boolean[]{true, false}) {
            Structure.WaitingCycle c = recorded(switches);
            assertThat(c).as("switches: %s", switches).isNotNull();
            assertThat(c.count()).isBetween(5, 6);
            assertThat(c.period()).isCloseTo(0.5, within(0.005));
            assertThat(c.waiting()).isCloseTo(0.3, within(0.01));
        }
    }
}
