package runbench.sync.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Link;
import runbench.sync.scenario.Oscillator;

class BeatDriftTest {
    private static final long START = 1_795_000_000_000_000_000L;
    private static final long AHEAD = 12_345_678;
    private static final double PPM = 60;
    private static final long SECOND = 1_000_000_000L;

    /**
     * Returns a recording with sixteen groups of four beats over ten seconds and a few exchanges for calibration.
     *
     * @param late delay of the beats, ns
     * @param groups number of groups that arrive
     */
    private static ExchangeRecording received(double late, int groups) {
        SplittableRandom random = new SplittableRandom(7);
        Oscillator clock = Oscillator.steady(PPM, START);
        Exchanges e = new Generator(Link.QUIET, new ScenarioPlan(4, 16, 10 * SECOND, 0), AHEAD, clock).window(START,
                random);
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("node", "n");
        ArrayNode rows = meta.putObject("beats").putArray("rows");
        for (int group = 0; group < groups; group++) {
            for (int i = 0; i < 4; i++) {
                long sent = START + group * 10 * SECOND / 16 + i * 2_000_000L;
                long arrived = sent + Math.round(late + 200 * random.nextDouble() + (i == 0 ? 9000 : 0));
                rows.addArray()
                        .add(sent)
                        .add(sent)
                        .add(arrived + AHEAD + Math.round(clock.lead(arrived)))
                        .add(1)
                        .add(group);
            }
        }
        return new ExchangeRecording("n", meta, e, true, true);
    }

    private static Estimate few(ExchangeRecording r) {
        return Estimation.of(r.exchanges(), Stamps.KERNEL, Estimators.DEFAULT, 1);
    }

    /**
     * A bridge sends a broadcast to one port after the other, 1.1 us apart. The exchanges show this, so the offset does
     * not change.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 47})
    void calibrationRemovesAFixedDelayOfThePort(int port) {
        ExchangeRecording r = received(3000 + 1100 * port, 16);
        Estimate few = few(r);
        BeatDrift beats = BeatDrift.of(r, few).orElseThrow();
        Estimate e = BeatDrift.refine(few, r);
        assertThat(beats.delayNanos()).as("reported").isCloseTo(3000 + 1100 * port, Offset.offset(300.0));
        double end = PPM * 1e-6 * (e.x0Nanos() - START);
        assertThat(e.errorAgainst(AHEAD, end)).as("no effect on the offset").isBetween(-100.0, 100.0);
        assertThat(e.slope() * 1e6).isCloseTo(PPM, Offset.offset(0.02));
        Estimate without = BeatDrift.refine(few(received(3000, 16)), received(3000, 16));
        assertThat(e.errorAgainst(AHEAD, end)).isCloseTo(without.errorAgainst(AHEAD, end), Offset.offset(1.0));
    }

    @Test
    void ignoresTooFewBeats() {
        for (int groups : new int[]{0, 1, 4}) {
            ExchangeRecording r = received(3000, groups);
            assertThat(BeatDrift.hasEnoughBeats(r)).isFalse();
            assertThat(BeatDrift.of(r, few(r))).isEmpty();
            assertThat(BeatDrift.refine(few(r), r)).isEqualTo(few(r));
        }
        assertThat(BeatDrift.hasEnoughBeats(received(3000, 5))).isTrue();
        JsonNode none = JsonNodeFactory.instance.objectNode();
        assertThat(BeatDrift.hasEnoughBeats(new ExchangeRecording("n", none, received(0, 1).exchanges(), true, true)))
                .isFalse();
    }

    /**
     * Returns the same window with forged beats.
     *
     * @param earlier offset of their send times, ns
     * @param ppm difference of their rate, ppm
     */
    private static ExchangeRecording forged(long earlier, double ppm) {
        ExchangeRecording r = received(3000, 16);
        for (JsonNode row : r.meta().json().path("beats").path("rows")) {
            long sent = row.path(1).asLong();
            ((ArrayNode) row).set(2, JsonNodeFactory.instance
                    .numberNode(row.path(2).asLong() - earlier - Math.round(ppm * 1e-6 * (sent - START))));
        }
        return r;
    }

    /**
     * Forged beats change neither rate nor offset beyond the claimed error, and a contradiction to the exchanges is
     * reported.
     */
    @ParameterizedTest
    @CsvSource({"0,50", "0,-5", "0,1", "0,-0.3", "50000,0", "20000000,900"})
    void ignoresBeatsThatContradictTheExchanges(long earlier, double ppm) {
        ExchangeRecording r = forged(earlier, ppm);
        Estimate few = few(r);
        BeatDrift.Disagreement found = BeatDrift.of(r, few).orElseThrow().disagreement(few).orElseThrow();
        assertThat(found.exchanges()).isEqualTo(few.slope());
        if (earlier > 0) {
            assertThat(found.impossible()).as("arrived before they were sent").isPositive();
        }
        assertThat((found.beats() - few.slope()) * 1e6).isCloseTo(-ppm, Offset.offset(0.1));
        assertThat(BeatDrift.refine(few, r)).isEqualTo(few);
    }

    /** A difference too small for a contradiction is contained in the errors. */
    @Test
    void errorsContainASmallDifference() {
        for (double ppm = 0; ppm <= 1; ppm += 0.01) {
            ExchangeRecording r = forged(0, ppm);
            Estimate e = BeatDrift.refine(few(r), r);
            double end = PPM * 1e-6 * (e.x0Nanos() - START);
            assertThat(Math.abs(e.slope() * 1e6 - PPM)).as("rate, %.2f ppm forged", ppm)
                    .isLessThan(4 * e.slopeErr() * 1e6 + 0.02);
            assertThat(Math.abs(e.errorAgainst(AHEAD, end))).as("offset, %.2f ppm forged", ppm)
                    .isLessThan(4 * e.errStatNanos() + 100);
        }
        assertThat(BeatDrift.of(received(3000, 16), few(received(3000, 16)))
                .orElseThrow()
                .disagreement(few(received(3000, 16)))).isEmpty();
    }
}
