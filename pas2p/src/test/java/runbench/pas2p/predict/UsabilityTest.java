package runbench.pas2p.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.SteadySignature;
import runbench.pas2p.signature.SteadySignature.Part;
import runbench.pas2p.trace.ProcessorUse;

class UsabilityTest {
    private static MeasuredSignature measured(double noise) {
        return SteadySignature.measured(SteadySignature.of(2, 0, new Part("a", 400, 0.01)), 1, noise, false,
                List.of("mpirun", "./app"));
    }

    /** Returns the processor use of a rank that wanted a processor all the time. */
    private static ProcessorUse rank(double waitS, int processors) {
        return new ProcessorUse(0, 10, 10 - waitS, waitS, 0, 0, processors);
    }

    private static Prediction with(List<ProcessorUse> use) {
        MeasuredSignature m = measured(0.02);
        return Prediction.of(new MeasuredSignature(m.format(), m.version(), m.signatureSha256(), m.signature(),
                m.command(), m.hosts(), m.date(), m.same(), m.forced(), m.differences(), m.wallS(), m.initS(),
                m.stopS(), m.stopped(), m.completedS(), m.finalizeS(), m.samples(), m.missing(), m.clock(), m.remarks(),
                use));
    }

    @Test
    void quietMeasurementIsUsable() {
        assertThat(Usability.of(with(List.of(rank(0.2, 2), rank(0.1, 2))))).isEmpty();
        assertThat(Usability.of(with(null))).as("waits are not known").isEmpty();
    }

    @Test
    void disturbedMeasurementIsNotUsable() {
        Usability u = Usability.of(with(List.of(rank(5, 2), rank(5, 2)))).orElseThrow();
        assertThat(u.reason()).isEqualTo(
                "ranks waited 50.0 % of the time for processors that other programs used while this was measured");
        assertThat(u.remedy()).contains("runbench pas2p signature run SIG -o OTHER -- mpirun ./app");
    }

    @Test
    void ranksThatShareTheirProcessorsAreNotDisturbed() {
        assertThat(Usability.of(with(List.of(rank(5, 2), rank(5, 2), rank(5, 2), rank(5, 2))))).isEmpty();
    }

    @Test
    void sleepingRanksAreNotDisturbed() {
        ProcessorUse asleep = new ProcessorUse(0, 10, 0.1, 0.3, 0, 0, 2);
        assertThat(Usability.of(with(List.of(asleep, asleep)))).isEmpty();
    }

    /** Checks a short phase whose ratio stands for a hundred times as much time. */
    @Test
    void borrowedRatiosForMostOfTheTimeAreNotUsable() {
        MeasuredSignature m = SteadySignature.measured(
                SteadySignature.of(2, 0, new Part("a", 400, 0.01), new Part("b", 400, 1)), 1, 0.02, false,
                List.of("mpirun", "./app"));
        Prediction p = Prediction.of(new MeasuredSignature(m.format(), m.version(), m.signatureSha256(), m.signature(),
                m.command(), m.hosts(), m.date(), m.same(), m.forced(), m.differences(), m.wallS(), m.initS(),
                m.stopS(), m.stopped(), m.completedS(), m.finalizeS(),
                m.samples().stream().filter(s -> s.phase() == 0).toList(), m.missing(), m.clock(), m.remarks()));
        assertThat(Usability.of(p).orElseThrow().reason()).startsWith("only phases with 0.99 % of the time");
        assertThat(Usability.of(Prediction.of(m))).isEmpty();
    }

    @Test
    void wideIntervalIsNotUsable() {
        Prediction p = Prediction.of(measured(0.9));
        assertThat(p.halfWidth()).isGreaterThan(Usability.MAX_HALF_WIDTH);
        assertThat(Usability.of(p).orElseThrow().remedy()).contains("--within 25%");
    }
}
