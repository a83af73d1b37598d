package runbench.parser.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;

/** The structure of programs that wait, along wall time; samples every millisecond of running time. */
@Tag("scenario")
@Tag("beside")
class WallPartsTest {
    private static final String METADATA = """
            {"format":"runbench recording","version":1,"mode":"kernel","period_ns":1000000,"axis":"run_time",%s
             "groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults","source":"software",
             "type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],"run":{}}""";
    private static final long SAMPLE = 1_000_000;
    private static final int UNIFORM_RUNS = 80;
    private static final double NEAR = 0.005;

    @TempDir
    private Path folder;
    private int recordings;

    /**
     * A stretch of a program.
     *
     * @param ms length
     * @param rate counts per sample; negative: the program waits
     */
    private record Stretch(double ms, double rate) {
        static final double WAIT = -1;

        boolean isWait() {
            return rate < 0;
        }
    }

    private Structure found(List<Stretch> program, boolean switches, SplittableRandom random) {
        Path file = folder.resolve(recordings++ + ".rec");
        try (RecordingWriter w = new RecordingWriter(file, 1,
                METADATA.formatted(switches ? "\"switches\":true," : ""))) {
            w.task(0, 100, 100, Kind.ALL_TASKS, 0).comm(0, 100, "x", 0);
            long wall = 0;
            long run = 0;
            double count = 0;
            for (Stretch s : program) {
                long nanos = Math.round(s.ms * 1e6);
                if (s.isWait()) {
                    w.counts(Kind.SWITCH, Flag.SWITCH_OUT, 0, 0, 100, 0, wall, run, run, run, (long) count);
                    wall += nanos;
                    w.counts(Kind.SWITCH, 0, 0, 0, 100, 0, wall, run, run, run, (long) count);
                    continue;
                }
                for (long end = run + nanos; run < end;) {
                    long step = Math.min(end - run, SAMPLE - run % SAMPLE);
                    run += step;
                    wall += step;
                    count += KnownSeries.poisson(s.rate * step / SAMPLE, random);
                    if (run % SAMPLE == 0) {
                        w.sample(0, 0, 100, 0, wall, run, run, (long) count);
                    }
                }
            }
            w.close(0, 0, 100, 0, wall, run, run, (long) count).exit(0, 100, wall);
            w.end("{\"wall_ns\":" + wall + ",\"forks\":0,\"run_delay_ns\":0}");
        }
        Periods periods = Periods.of(Recording.open(file));
        return periods.collect(Progress.NONE, StructureAnalysis.collector(periods, Axis.WALL_TIME));
    }

    private static double exponential(double mean, SplittableRandom random) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /** Returns the borders of the stretches, s. */
    private static List<Double> borders(List<Stretch> program) {
        List<Double> borders = new ArrayList<>();
        double at = 0;
        for (Stretch s : program.subList(0, program.size() - 1)) {
            at += s.ms / 1e3;
            borders.add(at);
        }
        return borders;
    }

    @Test
    void waitsAndPhasesAreFoundWhereTheyAre() {
        SplittableRandom random = new SplittableRandom(1);
        for (boolean switches : new boolean[]{true, false}) {
            List<Stretch> program = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                program.add(new Stretch(60 + 60 * random.nextDouble(), i % 2 == 0 ? 24 : 3));
                program.add(new Stretch(30, Stretch.WAIT));
            }
            program.add(new Stretch(80, 24));
            Structure s = found(program, switches, random);
            List<Double> known = borders(program);
            List<Double> changes = s.changePoints().stream().map(Structure.ChangePoint::at).toList();
            assertThat(changes).hasSameSizeAs(known);
            for (int i = 0; i < known.size(); i++) {
                assertThat(changes.get(i)).isCloseTo(known.get(i), within(NEAR));
            }
            assertThat(s.phases()).extracting(Structure.RecurringPhase::name)
                    .containsExactly("A", "B", Structure.WAITING);
            assertThat(s.phases()).extracting(Structure.RecurringPhase::times).containsExactly(5, 4, 8);
            assertThat(s.phases().get(0).rates().get(0)).isCloseTo(24_000, withinPercentage(3));
            assertThat(s.phases().get(1).rates().get(0)).isCloseTo(3_000, withinPercentage(5));
            assertThat(s.phases().get(2).rates().get(0)).isCloseTo(0, within(50.0));
            assertThat(s.segments().get(0).from()).isZero();
            assertThat(s.segments().get(s.segments().size() - 1).to()).isEqualTo(s.resolution().length());
            double wall = program.stream().mapToDouble(Stretch::ms).sum() / 1e3;
            double count = program.stream().filter(p -> !p.isWait()).mapToDouble(p -> p.ms * p.rate).sum();
            assertThat(s.columns().get(0).mean()).isCloseTo(count / wall, withinPercentage(3));
        }
    }

    /** A wait of less than a pixel is no part, and a moment of computing in a wait does not end it. */
    @Test
    void partsAreLongEnoughToBeSeen() {
        List<Stretch> program = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            program.add(new Stretch(3, i < 50 ? 100 : 10));
            program.add(new Stretch(1, Stretch.WAIT));
        }
        for (int i = 0; i < 20; i++) {
            program.add(new Stretch(10, Stretch.WAIT));
            program.add(new Stretch(0.02, 10));
        }
        program.add(new Stretch(100, 100));
        Structure s = found(program, true, new SplittableRandom(2));
        assertThat(s.stays()).extracting(Structure.Stay::phase).containsExactly("A", "B", Structure.WAITING, "A");
        assertThat(s.stays().get(1).from()).isCloseTo(0.2, within(NEAR));
        assertThat(s.stays().get(2).from()).isCloseTo(0.4, within(NEAR));
        assertThat(s.stays().get(3).from()).isCloseTo(0.6004, within(NEAR));
        assertThat(s.changePoints().get(0).strength()).isGreaterThan(1);
        assertThat(s.changePoints().get(1).strength()).isNull();
        // Per second of wall time, with the short waits in it.
        assertThat(s.phases().get(1).rates().get(0)).isCloseTo(7_500, withinPercentage(10));
    }

    /** None of 80 has a structure: with a share of 4 %, the probability of this result would be below 4 %. */
    @Test
    void uniformProgramsThatWaitAtRandomHaveNoStructure() {
        SplittableRandom random = new SplittableRandom(3);
        List<String> claims = new ArrayList<>();
        for (int i = 0; i < UNIFORM_RUNS; i++) {
            double rate = Math.pow(10, 3 * random.nextDouble());
            double waits = 5 + 60 * random.nextDouble();
            double runs = 10 + 100 * random.nextDouble();
            List<Stretch> program = new ArrayList<>();
            for (double ran = 0; ran < 600;) {
                program.add(new Stretch(0.1 + exponential(runs, random), rate));
                ran += program.get(program.size() - 1).ms;
                program.add(new Stretch(0.1 + exponential(waits, random), Stretch.WAIT));
            }
            Structure s = found(program, i % 2 == 0, random);
            if (s.isFound() || !s.changePoints().isEmpty() || !s.segments().isEmpty()) {
                claims.add(i + ": " + s.changePoints() + s.phases() + s.repetitions() + s.trends() + s.waitingCycle());
            }
        }
        assertThat(claims).isEmpty();
    }
}
