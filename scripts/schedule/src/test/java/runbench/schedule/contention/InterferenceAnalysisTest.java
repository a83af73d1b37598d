package runbench.schedule.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.schedule.contention.Interference.InterferingProgram;
import runbench.schedule.contention.Interference.PredictionError;
import runbench.schedule.contention.Interference.SlowedBy;
import runbench.schedule.contention.InterferenceAnalysis.TimedRuns;
import runbench.schedule.profile.TrafficUnit;

@Tag("beside")
class InterferenceAnalysisTest {
    private static final ContentionModel MODEL = new ContentionModel("", TrafficUnit.BYTES_PER_SECOND, 2, 30e9, 20e9,
            0.3, 0.5, "");
    private static final ProgramDemand READER = new ProgramDemand(1, MODEL.single(), 1, "");
    private static final ProgramDemand STREAM = new ProgramDemand(1, 12e9, 0.7, "");
    private static final ProgramDemand LITTLE = new ProgramDemand(1, 1e9, 0.2, "");

    private final List<TimedRuns> runs = new ArrayList<>();

    private void times(String program, String beside, double seconds, int rounds, double noise, Random random) {
        for (int r = 0; r < rounds; r++) {
            runs.add(new TimedRuns(r, program, beside, seconds * (1 + noise * random.nextGaussian()), 1));
        }
    }

    /** The mutual slow-down of a program and a reader determines the demand for any traffic and waiting share. */
    @Test
    void aProbeRecoversTheDemand() {
        for (ProgramDemand p : List.of(STREAM, LITTLE, new ProgramDemand(1, 5e9, 0.9, ""))) {
            ProgramDemand found = ProgramDemand.probed(MODEL, ProgramDemand.slowdown(MODEL, p, READER),
                    ProgramDemand.slowdown(MODEL, READER, p));
            assertThat(found.traffic()).isCloseTo(p.traffic(), within(0.02 * p.traffic()));
            assertThat(found.waiting()).isCloseTo(p.waiting(), within(0.02));
        }
        ProgramDemand none = ProgramDemand.probed(MODEL, 0.99, 0.98);
        assertThat(none.traffic()).isZero();
        assertThat(none.waiting()).isLessThan(1e-6);
    }

    @Test
    void pairsPredictedFromProbesAreComparedWithMeasurements() {
        Random random = new Random(3);
        double[][] truth = {
                {ProgramDemand.slowdown(MODEL, STREAM, STREAM), ProgramDemand.slowdown(MODEL, STREAM, LITTLE)},
                {ProgramDemand.slowdown(MODEL, LITTLE, STREAM), ProgramDemand.slowdown(MODEL, LITTLE, LITTLE)}};
        String[] names = {"a", "b"};
        ProgramDemand[] demands = {STREAM, LITTLE};
        times("probe", "", 1, 8, 0.002, random);
        for (int i = 0; i < 2; i++) {
            times(names[i], "", 2, 8, 0.002, random);
            times(names[i], "probe", 2 * ProgramDemand.slowdown(MODEL, demands[i], READER), 8, 0.002, random);
            times("probe", names[i], ProgramDemand.slowdown(MODEL, READER, demands[i]), 8, 0.002, random);
            for (int j = 0; j < 2; j++) {
                times(names[i], names[j], 2 * truth[i][j], 8, 0.002, random);
            }
        }
        InterferenceAnalysis analysis = new InterferenceAnalysis(runs);
        List<InterferingProgram> programs = List.of(
                analysis.program("a", "A", analysis.probed(MODEL, "a", "probe").orElseThrow()),
                analysis.program("b", "B", analysis.probed(MODEL, "b", "probe").orElseThrow()));
        List<SlowedBy> cells = analysis.cells(programs, MODEL);
        assertThat(cells).hasSize(4).first().satisfies(c -> {
            assertThat(c.measured()).isCloseTo(truth[0][0], within(0.01));
            assertThat(c.interval().contains(truth[0][0])).isTrue();
            assertThat(c.inconclusive()).isFalse();
        });
        PredictionError error = InterferenceAnalysis.error(cells);
        assertThat(error.pairs()).isEqualTo(4);
        assertThat(error.worst()).isLessThan(0.03).isLessThan(error.worstUnslowed());
    }

    /** A loss larger than one thread's traffic can cause is noise and does not imply a higher demand. */
    @Test
    void aProbeBeyondOneThreadsTrafficIsDoubted() {
        assertThat(ProgramDemand.probed(MODEL, 3, 3).traffic()).isLessThanOrEqualTo(MODEL.single());
        Random random = new Random(5);
        for (String name : List.of("probe", "noisy", "thief", "stream")) {
            times(name, "", 1, 8, name.equals("noisy") ? 0.2 : 0.002, random);
        }
        times("noisy", "probe", 1, 8, 0.2, random);
        times("probe", "noisy", 1, 8, 0.2, random);
        times("thief", "probe", 2, 8, 0.002, random);
        times("probe", "thief", 2, 8, 0.002, random);
        times("stream", "probe", ProgramDemand.slowdown(MODEL, STREAM, READER), 8, 0.002, random);
        times("probe", "stream", ProgramDemand.slowdown(MODEL, READER, STREAM), 8, 0.002, random);
        InterferenceAnalysis analysis = new InterferenceAnalysis(runs);
        assertThat(analysis.doubts(MODEL, "noisy", "probe")).singleElement()
                .asString()
                .contains("is not distinguishable from zero");
        assertThat(analysis.doubts(MODEL, "thief", "probe")).singleElement()
                .asString()
                .contains("more than memory contention can explain");
        assertThat(analysis.doubts(MODEL, "stream", "probe")).isEmpty();
        assertThat(analysis.doubts(MODEL, "never run", "probe")).isEmpty();
    }

    @Test
    void fewRoundsGiveNoInterval() {
        times("a", "", 1, 3, 0, new Random(1));
        times("a", "a", 2, 3, 0, new Random(1));
        InterferenceAnalysis analysis = new InterferenceAnalysis(runs);
        List<SlowedBy> cells = analysis.cells(List.of(analysis.program("a", "A", null)), null);
        assertThat(cells).singleElement().satisfies(c -> {
            assertThat(c.measured()).isEqualTo(2);
            assertThat(c.interval()).isNull();
            assertThat(c.inconclusive()).isTrue();
            assertThat(c.predicted()).isNaN();
        });
        assertThat(InterferenceAnalysis.error(cells)).isNull();
    }

    /**
     * Threads of one program also wait for each other when it is alone; this is not a slow-down by the other program.
     */
    @Test
    void aProgramIsComparedWithItselfAlone() {
        ProgramDemand two = new ProgramDemand(2, 24e9, 0.8, "");
        assertThat(ProgramDemand.slowdown(MODEL, two, new ProgramDemand(1, 0, 0, ""))).isCloseTo(1, within(1e-9));
    }
}
