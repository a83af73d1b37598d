package runbench.pas2p.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SteadySignature;
import runbench.pas2p.signature.SteadySignature.Part;

/** Weights of runs with another input, which repeats its phases another number of times. */
class CountedWeightsTest {
    private static final long EVENTS_BEFORE_STOP = 40;
    private static final long TRACED_EVENTS = 2000;

    /** Returns the signature of 1,000 occurrences of 10 ms with two events each, of which 20 are before the stop. */
    private static Signature signature() {
        Signature s = SteadySignature.of(1, 0, new Part("a", 1000, 0.01));
        Signature.Trace t = s.trace();
        return new Signature(s.format(), s.version(), s.made(), s.program(), s.mpi(), s.ranks(), s.locations(), false,
                new Signature.Trace(t.teaS(), 0, 0, t.coveredS(), 0, t.prefixS(), t.restS(), 0, 0, 0, 0, TRACED_EVENTS,
                        t.level()),
                s.phases(), s.measure(), new long[]{EVENTS_BEFORE_STOP}, s.runShare(), s.errorWanted(), s.confidence(),
                s.within(), s.warnings());
    }

    private static MeasuredSignature measured(boolean forced, Double stopS, double completedS, Long events) {
        MeasuredSignature m = SteadySignature.measured(signature(), 1, 0.01, true, List.of("./app", "other.txt"));
        return new MeasuredSignature(m.format(), m.version(), m.signatureSha256(), m.signature(), m.command(),
                m.hosts(), m.date(), m.same(), forced, forced ? List.of("another input") : List.of(), m.wallS(),
                m.initS(), stopS, false, completedS, null, m.samples(), m.missing(), m.clock(), m.remarks(), null, null,
                events, null);
    }

    @Test
    void iterationsOfAnotherInputAreCountedInItsRun() {
        long twice = EVENTS_BEFORE_STOP + 2 * (TRACED_EVENTS - EVENTS_BEFORE_STOP);
        Prediction p = Prediction.of(measured(true, 0.2, 19.8, twice));
        assertThat(p.measured().countedRatio()).isEqualTo(2);
        assertThat(p.predictedS()).isCloseTo(19.8, within(0.1));
        assertThat(p.holds()).isTrue();
        assertThat(p.thesisS()).as("measured mean x counted weight").isCloseTo(19.8, within(0.1));
        assertThat(p.phases().get(0).weight()).isEqualTo(1980);
        assertThat(PredictionReport.weightsFrom(p)).isNull();
        assertThat(PredictionReport.remarks(p))
                .anyMatch(r -> r.startsWith("weights: counted in the measured run, 2.000 "));
    }

    @Test
    void fewerIterationsAreCounted() {
        Prediction p = Prediction.of(measured(true, 0.2, 5.1, EVENTS_BEFORE_STOP + (TRACED_EVENTS - 40) / 2));
        assertThat(p.predictedS()).isCloseTo(5.1, within(0.05));
    }

    @Test
    void withoutACountTheHeadlineNamesTheTracedRun() {
        Prediction p = Prediction.of(measured(true, 0.2, 19.8, null));
        assertThat(p.predictedS()).isCloseTo(10, within(0.1));
        assertThat(PredictionReport.weightsFrom(p)).isEqualTo("./app in.txt");
    }

    @Test
    void sameProgramKeepsTheWeightsOfTheTrace() {
        Prediction p = Prediction.of(measured(false, 0.2, 10.0, TRACED_EVENTS + 500));
        assertThat(p.measured().countedRatio()).isNull();
        assertThat(p.predictedS()).isCloseTo(10, within(0.1));
    }

    @Test
    void runThatEndsBeforeTheStopNeedsNoPrediction() {
        Prediction p = Prediction.of(measured(true, null, 0.15, 30L));
        assertThat(Usability.of(p)).hasValueSatisfying(u -> {
            assertThat(u.reason()).isEqualTo("the program ended before the signature's stop");
            assertThat(u.remedy()).contains("0.1500 s");
        });
    }
}
