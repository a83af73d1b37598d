package runbench.measure.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.base.home.ProjectHome;
import runbench.sampler.run.Helper;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Count;
import runbench.sync.service.CostMeter.Quantity;

/** Counts readings of known cost with the sampler. */
@Tag("scenario")
class SampledCostsTest {
    private static final int READINGS = 20;

    private static double cost(List<Cost> costs, Quantity quantity) {
        Cost cost = costs.get(quantity.ordinal());
        assumeTrue(cost.isCounted(), quantity.words() + " not counted: " + cost.reason());
        return cost.perReading();
    }

    /** A program that runs for 10 ms, and a packet to this machine, in each reading. */
    @Test
    void countsProgramsAndPacketsOfAReading() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Helper.path(ProjectHome.folder())), "the sampler is not built (make -C native)");
        List<String> busy = List.of("sh", "-c", "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; sleep 0.001");
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Count count = SampledCosts.ofThisMachine().start(false)) {
            DatagramPacket packet = new DatagramPacket(new byte[10], 10, socket.getLocalSocketAddress());
            for (int i = 0; i < READINGS; i++) {
                assertThat(new ProcessBuilder(busy).start().waitFor()).isZero();
                socket.send(packet);
                socket.receive(packet);
            }
            List<Cost> costs = count.per(READINGS);
            assertThat(cost(costs, Quantity.PACKETS_SENT)).isGreaterThanOrEqualTo(1);
            assertThat(cost(costs, Quantity.PACKETS_RECEIVED)).isGreaterThanOrEqualTo(1);
            assertThat(cost(costs, Quantity.CPU_TIME)).as("us, of the program, not only of this thread")
                    .isGreaterThan(1000);
            assertThat(cost(costs, Quantity.CONTEXT_SWITCHES)).as("the program waits once, and this thread for it")
                    .isGreaterThanOrEqualTo(2);
        }
    }

    /** A count that is abandoned leaves neither files nor a running helper. */
    @Test
    void anAbandonedCountEnds() {
        assumeTrue(Files.isExecutable(Helper.path(ProjectHome.folder())), "the sampler is not built (make -C native)");
        Count count = SampledCosts.ofThisMachine().start(false);
        assertThat(helpers()).isEqualTo(1);
        count.close();
        Awaitility.await().until(() -> helpers() == 0);
    }

    private static long helpers() {
        return ProcessHandle.current()
                .children()
                .filter(p -> p.info().command().map(c -> Path.of(c).endsWith("runbench-sampler")).orElse(false))
                .count();
    }
}
