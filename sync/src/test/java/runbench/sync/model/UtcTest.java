package runbench.sync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;

class UtcTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BOOT = 1_795_000_000L * SECOND;
    /** UTC is ahead of the system's clock by this constant, and the service reports it. */
    private static final long SLEW = 250_000;

    /**
     * Returns metadata as the exchange engine writes them, of a reference whose clock counts from its boot and is fast
     * by {@code ppm}.
     */
    private static External read(double seconds, double ppm, boolean synchronised) throws IOException {
        long begin = Math.round((seconds - 4) * (1 + ppm * 1e-6) * SECOND);
        long end = Math.round(seconds * (1 + ppm * 1e-6) * SECOND);
        String text = """
                {"synchronised":%s,"estimated_error_ns":20000,"maximum_error_ns":3000000,"to_be_slewed_ns":%d,
                 "beside_realtime":[{"clock_ns":%d,"realtime_ns":%d,"bracket_ns":40},
                                    {"clock_ns":%d,"realtime_ns":%d,"bracket_ns":40}]}
                """.formatted(synchronised, SLEW, begin, BOOT + Math.round((seconds - 4) * SECOND), end,
                BOOT + Math.round(seconds * SECOND));
        return External.ofRecording(new ObjectMapper().readTree(text));
    }

    /** Returns a node whose clock differs from the reference's by 5 s. */
    private static NodeModel model(External... external) {
        List<WindowModel> windows = java.util.Arrays.stream(external)
                .map(e -> new WindowModel(e.xNanos(), 5 * SECOND, 0, 0, 10, 1e-9, -500, 500, -1e-7, 1e-7, 5000, 1000,
                        "blend", "kernel", null, e))
                .toList();
        return new NodeModel("n", "ref", "raw", NodeModel.TYPICAL_WANDER, windows);
    }

    private static ReferenceTime utc(NodeModel model, double seconds, double ppm) {
        return new Chain(List.of(model), true).at(Math.round(seconds * (1 + ppm * 1e-6) * SECOND) + 5 * SECOND);
    }

    private static double error(ReferenceTime c, double seconds) {
        return c.refNanos() - (BOOT + Math.round(seconds * SECOND) + SLEW);
    }

    @Test
    void addsTheServicesErrors() throws IOException {
        NodeModel model = model(read(1000, 30, true));
        ReferenceTime there = utc(model, 1000, 30);
        assertThat(error(there, 1000)).isBetween(-2.0, 2.0);
        assertThat(there.errStatNanos()).isBetween(20_000.0, 20_100.0);
        assertThat(there.hiNanos()).isBetween(3_000_500.0, 3_000_600.0);
        assertThat(there.loNanos()).isBetween(-3_000_600.0, -3_000_500.0);
        ReferenceTime later = utc(model, 1100, 30);
        assertThat(error(later, 1100)).as("the rate of the two clocks is known to 40 ns in 4 s")
                .isBetween(-2000.0, 2000.0);
        assertThat(later.errStatNanos()).isGreaterThan(there.errStatNanos() + 100e9 * External.PHI * 0.99);
        assertThat(later.hiNanos()).isGreaterThan(there.hiNanos() + 100e9 * External.MAX_RATE);
        assertThat(later.how()).isEqualTo(ReferenceTime.How.PREDICTED);
    }

    @Test
    void twoReadingsBoundTheTimeBetween() throws IOException {
        NodeModel model = model(read(1000, -80, true), read(2000, -80, true));
        ReferenceTime middle = utc(model, 1500, -80);
        assertThat(error(middle, 1500)).isBetween(-10.0, 10.0);
        assertThat(middle.errStatNanos()).isLessThan(20_000 + 501e9 * External.PHI);
        assertThat(middle.how()).isEqualTo(ReferenceTime.How.INTERPOLATED);
    }

    @Test
    void fileKeepsTheReading(@TempDir Path folder) throws IOException {
        NodeModel model = model(read(1000, 30, true), read(1060, 30, true));
        Path file = folder.resolve("n.model.json");
        ModelFile.write(file, model, 100_000);
        assertThat(Files.readString(file)).contains("\"external\"", "reference minus UTC");
        assertThat(utc(ModelFile.read(file), 1020, 30)).isEqualTo(utc(model, 1020, 30));
    }

    @Test
    void rejectsAnUnsynchronisedClock() throws IOException {
        NodeModel unkept = model(read(1000, 30, false));
        assertThatThrownBy(() -> utc(unkept, 1000, 30)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no time service synchronised ref's clock");
        NodeModel unread = new NodeModel("n", "ref", "raw", 0, List.of(unkept.windows().get(0).with(null, null)));
        assertThatThrownBy(() -> utc(unread, 1000, 30)).hasMessageContaining("holds no reading");
        // Another window's service was synchronised, so that one counts.
        assertThat(error(utc(model(read(1000, 30, false), read(1100, 30, true)), 1100, 30), 1100)).isBetween(-2.0, 2.0);
    }
}
