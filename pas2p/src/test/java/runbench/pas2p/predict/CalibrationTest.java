package runbench.pas2p.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.pas2p.predict.Calibration.Audit;
import runbench.pas2p.signature.SteadySignature;
import runbench.pas2p.signature.SteadySignature.Part;

class CalibrationTest {
    @TempDir
    private Path dir;

    /** Returns the audit of a prediction of 10 s with an interval of 9.09 to 11 s, in which 2 s were measured. */
    private static Audit audit(double actualS) {
        return new Audit("./app", "day " + actualS, 10, 10, 2 + 8 / 1.125, 11, 2, actualS);
    }

    private static Calibration of(double... actual) {
        List<Audit> all = new ArrayList<>();
        for (double s : actual) {
            all.add(audit(s));
        }
        return new Calibration("", 1, all);
    }

    private static Prediction prediction(double ratio) {
        return Prediction.of(SteadySignature.measured(SteadySignature.of(2, 0, new Part("a", 400, 0.01)), ratio, 0.05,
                true, List.of("./app")));
    }

    @Test
    void intervalsThatHeldStayAsTheyAre() {
        assertThat(Calibration.NONE.factor(0.95)).isEqualTo(1);
        assertThat(of(9.5, 10, 10.5, 10.9).factor(0.95)).isEqualTo(1);
        Prediction p = prediction(1);
        assertThat(p.widened(1).intervalS()).containsExactly(p.intervalS(), within(1e-9));
    }

    @Test
    void intervalThatDidNotHoldWidensOthersUntilItWouldHave() {
        double factor = of(10, 10.2, 12).factor(0.95);
        assertThat(factor).as("log(10 / 8) / log(9 / 8)").isCloseTo(1.894, within(0.001));
        Prediction p = prediction(1);
        assertThat(p.widened(2).intervalS()[0]).isLessThan(p.intervalS()[0]).isGreaterThan(p.stopS());
        assertThat(p.widened(2).intervalS()[1]).isGreaterThan(p.intervalS()[1]);
        assertThat(p.widened(2).widening()).isEqualTo(2);
    }

    @Test
    void rareMissIsWithinTheConfidence() {
        double[] actual = new double[40];
        Arrays.fill(actual, 10.1);
        actual[7] = 20;
        assertThat(of(actual).factor(0.95)).isEqualTo(1);
    }

    @Test
    void auditsAreKeptOncePerRun() throws IOException {
        Calibration once = Calibration.NONE.with(List.of(prediction(1)));
        assertThat(once.audits()).hasSize(1);
        assertThat(once.with(List.of(prediction(1))).audits()).hasSize(1);
        assertThat(once.with(List.of(prediction(2))).audits()).hasSize(2);
        Path file = dir.resolve("audits.json");
        once.write(file);
        assertThat(Calibration.read(file)).isEqualTo(once);
        assertThat(Calibration.read(dir.resolve("none.json"))).isEqualTo(Calibration.NONE);
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> Calibration.read(file)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("audits.json");
    }
}
