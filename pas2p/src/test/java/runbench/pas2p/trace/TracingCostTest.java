package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.pas2p.Scripted;

/** Sums of the tracing time over ranks and nodes. */
class TracingCostTest {
    private static final long RUN = 1_000_000_000;

    @TempDir
    Path directory;

    private void rank(int rank, int ranks, String host, int processors, long nanos, long longNanos) throws IOException {
        try (TraceWriter writer = new TraceWriter(directory, rank, ranks, Map.of("host", host))) {
            writer.communicator(TraceWriter.WORLD, ranks, rank, 1);
            writer.init(0, 1);
            writer.finalizeAt(RUN + 1);
            Map<String, Object> trailer = new LinkedHashMap<>();
            trailer.put("cpu", Map.of("wall_ns", RUN, "processors", processors));
            trailer.put("tracer", Map.of("calls", 1000, "timed", 100, "ns", nanos, "long_calls", longNanos > 0 ? 1 : 0,
                    "long_ns", longNanos, "begin_ns", 1_000_000 * (rank + 1)));
            writer.end(trailer);
        }
    }

    private TracingCost cost() {
        return MpiTrace.open(directory).tracingCost().orElseThrow();
    }

    @Test
    void theSlowestRankDelaysTheRunWhereEachHasAProcessor() throws Exception {
        rank(0, 2, "a", 2, 2_000_000, 0);
        rank(1, 2, "a", 2, 3_000_000, 0);
        TracingCost cost = cost();
        assertThat(cost.addedS()).isCloseTo(0.003, within(1e-9));
        assertThat(cost.runShare()).isCloseTo(0.003, within(1e-9));
        assertThat(cost.perCallNanos()).isCloseTo(2500, within(1e-6));
        assertThat(cost.prepareS()).isCloseTo(0.002, within(1e-9));
        assertThat(cost.text()).isEqualTo("tracing lengthened the run by about 3.000 ms (0.30 % of it): 2.50 us for"
                + " each of 2,000 calls, 2.000 ms to 3.000 ms per rank");
    }

    @Test
    void ranksThatShareProcessorsAddUp() throws Exception {
        for (int r = 0; r < 4; r++) {
            rank(r, 5, "a", 1, 2_000_000, 0);
        }
        rank(4, 5, "b", 1, 5_000_000, 0);
        assertThat(cost().addedS()).isCloseTo(0.008, within(1e-9));
        assertThat(cost().largestS()).isCloseTo(0.005, within(1e-9));
    }

    @Test
    void longCallsAreNamedWhereTheyMatter() throws Exception {
        rank(0, 1, "a", 1, 2_000_000, 4_000_000);
        assertThat(cost().addedS()).isCloseTo(0.002, within(1e-9));
        assertThat(cost().text())
                .contains("measured in 100 calls; not included: 1 measured call above 0.1 ms in the tracer, 4.000 ms");
        rankAgain(10_000);
        assertThat(cost().text()).doesNotContain("not included");
    }

    private void rankAgain(long longNanos) throws IOException {
        directory = directory.resolve("again");
        directory.toFile().mkdir();
        rank(0, 1, "a", 1, 2_000_000, longNanos);
    }

    @Test
    void traceWithoutMeasurementHasNoCost() {
        assertThat(Scripted.trace(directory, "2", "-1").tracingCost()).isEmpty();
    }
}
